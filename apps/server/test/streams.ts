import { Document, emptyDocument } from '@parley/journey';

type Given = { nodes: unknown[]; edges: [from: string, exit: string, to: string][]; variables?: unknown[]; settings?: object };

/** A document of nodes and joints alone. */
export function writeStream(start: string, { nodes, edges, variables = [], settings = {} }: Given): Document {
  const empty = emptyDocument('', 'Stream', 'en');
  return Document.parse({
    ...empty,
    start,
    variables,
    settings: { ...empty.settings, ...settings },
    nodes,
    edges: edges.map(([from, exit, to]) => ({ from, exit, to })),
  });
}
