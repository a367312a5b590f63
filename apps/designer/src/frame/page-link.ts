import { z } from '@parley/contract/z';

/** What the page around the frame says. Types that nobody knows are passed over. */
const FromPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('openNode'), id: z.string(), data: z.object({ nodeId: z.string() }) }),
  z.object({ type: z.literal('close'), id: z.string(), data: z.object({ save: z.boolean() }) }),
  z.object({
    type: z.literal('changed'),
    id: z.string(),
    data: z.object({ change: z.enum(['saved', 'held', 'missed']), revision: z.number() }),
  }),
]);
export type FromPage = z.infer<typeof FromPage>;

/** What the frame says to the page. */
export type ToPage =
  | { type: 'ready'; data: { protocol: 1; readOnly: boolean; name: string } }
  | { type: 'dirty'; data: { isDirty: boolean } }
  | { type: 'saved'; data: { revision: number; at: string; name: string } }
  | { type: 'error'; data: { code: string; text: string } }
  | { type: 'openNode'; data: { nodeId: string } }
  | { type: 'close'; data: Record<string, never> }
  | { type: 'sessionOut'; data: Record<string, never> };

/** The page that the frame stands in: messages go to its own origin alone, and come from nobody else. */
export function linkToPage(
  id: string,
  own: Window = window,
): { tell(message: ToPage): void; listen(hear: (message: FromPage) => void): () => void } {
  const page = own.parent;
  return {
    tell(message) {
      if (page !== own) page.postMessage({ ...message, id }, own.location.origin);
    },
    listen(hear) {
      const handle = (event: MessageEvent) => {
        if (event.origin !== own.location.origin || event.source !== page || page === own) return;
        const read = FromPage.safeParse(event.data);
        if (read.success && read.data.id === id) hear(read.data);
      };
      own.addEventListener('message', handle);
      return () => own.removeEventListener('message', handle);
    },
  };
}
