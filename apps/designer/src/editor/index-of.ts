import type { Document, Edge, Node } from '@parley/journey';

/** Lookups in a document that are needed all the time. */
export type DocumentIndex = {
  nodes: ReadonlyMap<string, Node>;
  out: ReadonlyMap<string, readonly Edge[]>;
  into: ReadonlyMap<string, readonly Edge[]>;
};

const none: readonly Edge[] = [];
const known = new WeakMap<Document, DocumentIndex>();

export function indexOf(document: Document): DocumentIndex {
  const held = known.get(document);
  if (held) return held;
  const out = new Map<string, Edge[]>();
  const into = new Map<string, Edge[]>();
  const add = (map: Map<string, Edge[]>, key: string, edge: Edge) => {
    const list = map.get(key);
    if (list) list.push(edge);
    else map.set(key, [edge]);
  };
  for (const edge of document.edges) {
    add(out, edge.from, edge);
    add(into, edge.to, edge);
  }
  const made: DocumentIndex = { nodes: new Map(document.nodes.map((node) => [node.id, node])), out, into };
  known.set(document, made);
  return made;
}

export const edgesFrom = (document: Document, id: string): readonly Edge[] => indexOf(document).out.get(id) ?? none;
export const edgesInto = (document: Document, id: string): readonly Edge[] => indexOf(document).into.get(id) ?? none;
export const nodeOf = (document: Document, id: string): Node | undefined => indexOf(document).nodes.get(id);
