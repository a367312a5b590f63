/** Messages from the page around the frame. */
export type FromPage = { id: string } & (
  | { type: 'openNode'; data: { nodeId: string } }
  | { type: 'close'; data: { save: boolean } }
  | { type: 'save' }
  | { type: 'published' }
  | { type: 'changed'; data: { change: 'saved' | 'held' | 'missed'; revision: number } }
);

const isChange = (value: unknown): value is 'saved' | 'held' | 'missed' => value === 'saved' || value === 'held' || value === 'missed';

/** A message in its own form; undefined where it is another one. Types that nobody knows are passed over. */
function readMessage(given: unknown): FromPage | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { type, id, data } = given as { type?: unknown; id?: unknown; data?: Record<string, unknown> | null };
  if (typeof id !== 'string') return undefined;
  switch (type) {
    case 'openNode':
      return typeof data?.nodeId === 'string' ? { type, id, data: { nodeId: data.nodeId } } : undefined;
    case 'close':
      return typeof data?.save === 'boolean' ? { type, id, data: { save: data.save } } : undefined;
    case 'changed':
      return isChange(data?.change) && typeof data.revision === 'number'
        ? { type, id, data: { change: data.change, revision: data.revision } }
        : undefined;
    case 'save':
    case 'published':
      return { type, id };
    default:
      return undefined;
  }
}

/** Messages from the frame to the page. */
export type ToPage =
  | { type: 'ready'; data: { protocol: 1; readOnly: boolean; name: string } }
  | { type: 'dirty'; data: { isDirty: boolean } }
  | { type: 'saved'; data: { revision: number; at: string; name: string } }
  | { type: 'error'; data: { code: string; text: string } }
  | { type: 'openNode'; data: { nodeId: string } }
  | { type: 'close'; data: Record<string, never> }
  | { type: 'sessionOut'; data: Record<string, never> };

export type Page = { tell(message: ToPage): void; listen(hear: (message: FromPage) => void): () => void };

/** The page that the frame stands in: messages go to its own origin alone, and come from nobody else. */
export function linkToPage(id: string, own: Window = window): Page {
  const page = own.parent;
  return {
    tell(message) {
      if (page !== own) page.postMessage({ ...message, id }, own.location.origin);
    },
    listen(hear) {
      const handle = (event: MessageEvent) => {
        if (event.origin !== own.location.origin || event.source !== page || page === own) return;
        const message = readMessage(event.data);
        if (message?.id === id) hear(message);
      };
      own.addEventListener('message', handle);
      return () => own.removeEventListener('message', handle);
    },
  };
}
