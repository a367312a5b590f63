import { z } from '@parley/contract/z';
import type { Owner } from '../../../lib/own-store.ts';

/** Messages from the frame to the page. Unknown types are ignored. */
const FromFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), data: z.object({ protocol: z.literal(1), readOnly: z.boolean(), name: z.string() }) }),
  z.object({ type: z.literal('dirty'), data: z.object({ isDirty: z.boolean() }) }),
  z.object({ type: z.literal('saved'), data: z.object({ revision: z.number(), at: z.string(), name: z.string() }) }),
  z.object({ type: z.literal('error'), data: z.object({ code: z.string(), text: z.string() }) }),
  z.object({ type: z.literal('openNode'), data: z.object({ nodeId: z.string() }) }),
  z.object({ type: z.literal('close') }),
  z.object({ type: z.literal('sessionOut') }),
]);
export type FromFrame = z.infer<typeof FromFrame>;

/** Messages from the page to the frame. */
export type ToFrame =
  | { type: 'openNode'; data: { nodeId: string } }
  | { type: 'close'; data: { save: boolean } }
  /** Sends what is unsaved; `dirty` says when it has arrived, and `error` that it has not */
  | { type: 'save'; data: Record<string, never> }
  /** The draft was made a version */
  | { type: 'published'; data: Record<string, never> }
  /** The draft was saved or is held by another; `missed`: nobody knows, since the connection was lost for a while */
  | { type: 'changed'; data: { change: 'saved' | 'held' | 'missed'; revision: number } }
  /** Figures of a report on the drawn version */
  | { type: 'figures'; data: FrameFigures };

type FrameNode = { entered: number; left: number; waiting: number; finished: number; dropped: number };
export type FrameFigures = {
  mode: 'funnel';
  nodes: Record<string, FrameNode>;
  edges: { node: string; exit: string; count: number; share: number }[];
};

/** The word alone, or an object whose type or event it is, means the same (DESIGN-020). */
const isSessionOut = (data: unknown): boolean =>
  data === 'sessionOut' ||
  (typeof data === 'object' &&
    data !== null &&
    (('type' in data && data.type === 'sessionOut') || ('event' in data && data.event === 'sessionOut')));

/** A message of the frame's own window and origin; everything else is nobody's. */
export function readMessage(
  { data, origin, source }: Pick<MessageEvent, 'data' | 'origin' | 'source'>,
  frame: Window | null,
): FromFrame | undefined {
  if (frame === null || source !== frame || origin !== location.origin) return undefined;
  if (isSessionOut(data)) return { type: 'sessionOut' };
  const read = FromFrame.safeParse(data);
  return read.success ? read.data : undefined;
}

/** Documents that are drawn: both are edited in the same frame, each under its own address. */
export type DrawnKind = 'journey' | 'encap';
export type Drawn = { kind: DrawnKind; id: string };

/**
 * Returns the frame's address. The access stands in the path; the document, the node, the zone in which times are shown and the browser's
 * user stand in the hash (DESIGN-012, DESIGN-013).
 */
export function frameAddress(
  accessId: string,
  { kind, id }: Drawn,
  nodeId: string | undefined,
  zone: string,
  owner: Owner | undefined,
): string {
  const query = new URLSearchParams({
    ...(nodeId === undefined ? {} : { nodeId }),
    zone,
    ...(owner ? { owner: `${owner.eId}:${owner.uId}` } : {}),
  });
  const of = encodeURIComponent(id);
  const path = kind === 'encap' ? `campaign/${of}/builder` : `journey/flows/${of}`;
  return `/designer/view/${encodeURIComponent(accessId)}#${path}?${query}`;
}

/** Returns the address of a frame that shows a published version with figures, and edits nothing. */
export const drawnAddress = (accessId: string, journeyId: string, version: number, zone: string): string =>
  `/designer/view/${encodeURIComponent(accessId)}#journey/figures/${encodeURIComponent(journeyId)}?${new URLSearchParams({ version: String(version), zone })}`;

/**
 * Returns the address of a frame that edits a form, or one screen of it as a flow's (DESIGN-014, DESIGN-015). The page of forms is another one
 * than that of streams, hence `of`.
 */
export function formFrameAddress(
  accessId: string,
  { formId, screenId }: { formId: string; screenId?: string | undefined },
  { zone, country, owner }: { zone: string; country: string; owner: Owner | undefined },
): string {
  const query = new URLSearchParams({ zone, country, ...(owner ? { owner: `${owner.eId}:${owner.uId}` } : {}) });
  const id = encodeURIComponent(formId);
  const path = screenId === undefined ? `forms/${id}` : `flow/${id}/screen/${encodeURIComponent(screenId)}`;
  return `/designer/view/${encodeURIComponent(accessId)}?of=form#${path}?${query}`;
}
