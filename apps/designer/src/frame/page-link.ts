/** Messages from the page around the frame. */
export type FromPage = { id: string } & (
  | { type: 'openNode'; data: { nodeId: string } }
  | { type: 'close'; data: { save: boolean } }
  | { type: 'save' }
  | { type: 'published' }
  | { type: 'changed'; data: { change: 'saved' | 'held' | 'missed'; revision: number } }
  | { type: 'figures'; data: Figures }
);

/** Walks at a node: those that entered it are all the others together. */
export type NodeFigures = { entered: number; left: number; waiting: number; finished: number; dropped: number };
/** Figures of a report on a stream. @property edges of which `share` is the part of their node's walks */
export type Figures = {
  mode: 'funnel';
  nodes: Readonly<Record<string, NodeFigures>>;
  edges: readonly { node: string; exit: string; count: number; share: number }[];
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const hasNumbers = (value: unknown, ...names: string[]): boolean =>
  isRecord(value) && names.every((name) => typeof value[name] === 'number');
const isFigures = (data: unknown): data is Figures =>
  isRecord(data) &&
  data.mode === 'funnel' &&
  isRecord(data.nodes) &&
  Object.values(data.nodes).every((one) => hasNumbers(one, 'entered', 'left', 'waiting', 'finished', 'dropped')) &&
  Array.isArray(data.edges) &&
  data.edges.every((one) => hasNumbers(one, 'count', 'share') && typeof one.node === 'string' && typeof one.exit === 'string');

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
    case 'figures':
      return isFigures(data) ? { type, id, data } : undefined;
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
