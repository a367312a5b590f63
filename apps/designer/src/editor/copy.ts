import type { Document } from '@parley/journey';

export const copyFormat = 'parley.nodes';

/** Nodes as text, for another stream or another enterprise: with the edges between them and the variables that they may need. */
export function copyText(document: Document, ids: readonly string[]): string {
  const chosen = new Set(ids);
  const nodes = document.nodes.filter(({ id }) => chosen.has(id));
  const text = JSON.stringify(nodes);
  return JSON.stringify({
    format: copyFormat,
    from: document.id,
    nodes,
    edges: document.edges.filter(({ from, to }) => chosen.has(from) && chosen.has(to)),
    layout: Object.fromEntries(Object.entries(document.layout).filter(([id]) => chosen.has(id))),
    variables: document.variables.filter(({ name }) => text.includes(name)),
  });
}
