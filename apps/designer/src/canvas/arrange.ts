import type { Document } from '@parley/journey';
import { nodeOf } from '../editor/index-of.ts';
import { onwardOf } from '../editor/order.ts';
import { cardSize, placeOf, snap } from './geometry.ts';

/** Places for nodes so that ways lead from left to right, by dagre, which is loaded when it is first asked for. */
export async function arrange(document: Document, ids: readonly string[]): Promise<Record<string, [number, number]>> {
  const { graphlib, layout } = (await import('@dagrejs/dagre')).default;
  const chosen = new Set(ids.filter((id) => nodeOf(document, id)));
  if (chosen.size === 0) return {};
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 40, ranksep: 90, edgesep: 20 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of chosen) {
    const node = nodeOf(document, id);
    if (node) {
      const { width, height } = cardSize(document, node);
      graph.setNode(id, { width, height });
    }
  }
  for (const id of chosen)
    for (const { exit, to } of onwardOf(document, id))
      if (chosen.has(to)) graph.setEdge(id, to, { weight: exit === 'error' ? 1 : 2 }, exit);
  layout(graph);
  // The corner of what was arranged stays where it was, so nothing jumps out of sight.
  const places = [...chosen].map((id) => {
    const { x, y, width, height } = graph.node(id) as { x: number; y: number; width: number; height: number };
    return { id, left: x - width / 2, top: y - height / 2 };
  });
  const order = new Map(document.nodes.map(({ id }, place) => [id, place]));
  const before = [...chosen].map((id) => placeOf(document, id, order.get(id) ?? 0));
  const corner = { x: Math.min(...before.map(([x]) => x)), y: Math.min(...before.map(([, y]) => y)) };
  const now = { x: Math.min(...places.map(({ left }) => left)), y: Math.min(...places.map(({ top }) => top)) };
  return Object.fromEntries(places.map(({ id, left, top }) => [id, [snap(left - now.x + corner.x), snap(top - now.y + corner.y)]]));
}
