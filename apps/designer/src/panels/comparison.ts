import { compareDocuments, type Document, type DocumentChanges } from '@parley/journey';
import { edgeKey, type Mark, type Marks, type MarkTone } from '../canvas/marks.ts';

export type Comparison = { changes: DocumentChanges; union: Document; marks: Marks; steps: string[] };

/** Two versions as one drawing: what is gone stands where it stood, beside what is there now. */
export function comparisonOf(before: Document, after: Document, words: Record<'added' | 'removed' | 'changed', string>): Comparison {
  const changes = compareDocuments(before, after);
  const removed = new Set(changes.removed);
  const gone = before.nodes.filter(({ id }) => removed.has(id));
  // An exit has one edge: where another one leads from it now, the former one is told in the list alone.
  const taken = new Set(after.edges.map(({ from, exit }) => edgeKey(from, exit)));
  const goneEdges = changes.edgesRemoved.filter(({ from, exit }) => !taken.has(edgeKey(from, exit)));
  const nodes = new Map<string, Mark>([
    ...changes.added.map((id) => [id, { tone: 'added', text: words.added }] as const),
    ...changes.removed.map((id) => [id, { tone: 'removed', text: words.removed }] as const),
    ...changes.changed.map(({ id }) => [id, { tone: 'changed', text: words.changed }] as const),
  ]);
  const edges = new Map<string, MarkTone>([
    ...changes.edgesAdded.map(({ from, exit }) => [edgeKey(from, exit), 'added'] as const),
    ...goneEdges.map(({ from, exit }) => [edgeKey(from, exit), 'removed'] as const),
  ]);
  return {
    changes,
    union: {
      ...after,
      nodes: [...after.nodes, ...gone],
      edges: [...after.edges, ...goneEdges],
      layout: { ...before.layout, ...after.layout },
    },
    marks: { nodes, edges },
    steps: [...changes.added, ...changes.removed, ...changes.changed.map(({ id }) => id)],
  };
}

export const isSame = ({ added, removed, changed, edgesAdded, edgesRemoved, settings, variables }: DocumentChanges): boolean =>
  [added, removed, changed, edgesAdded, edgesRemoved, settings, variables].every((list) => list.length === 0);
