import type { Document } from '../document/document.ts';
import type { Node } from '../document/node.ts';
import { type Graph, graphOf } from './graph.ts';

/** Cost range of a node, or of a way through a stream, for one person. */
export type CostRange = { least: number; most: number };

/** Ways on which the message of the node was not sent. */
const unsent: ReadonlySet<string> = new Set(['refused', 'error']);

/**
 * Computes the cost of the cheapest and the dearest way from the start to an end. Each message counts once, however often a circle sends
 * it: the dearest way takes all of a circle, since people may. The cheapest is one on which nothing is refused.
 * @param priceOf of a node, where it sends
 */
export function costOfPaths(document: Document, priceOf: (node: Node) => CostRange): CostRange {
  const graph = graphOf(document);
  if (!graph.nodes.has(document.start)) return { least: 0, most: 0 };
  const prices = new Map([...graph.reachable].map((id) => [id, priceOf(graph.nodes.get(id) as Node)]));
  const price = (id: string): CostRange => prices.get(id) ?? { least: 0, most: 0 };
  return { least: cheapest(graph, document.start, price), most: dearest(graph, document.start, price) };
}

type Prices = (id: string) => CostRange;
const onward = ({ links, nodes }: Graph, id: string) => (links.get(id) ?? []).filter(({ to }) => nodes.has(to));

function cheapest(graph: Graph, start: string, price: Prices): number {
  const known = new Map([[start, 0]]);
  const done = new Set<string>();
  for (;;) {
    let next: string | undefined;
    for (const [id, cost] of known) if (!done.has(id) && (next === undefined || cost < (known.get(next) ?? 0))) next = id;
    if (next === undefined) return price(start).least;
    const cost = (known.get(next) ?? 0) + price(next).least;
    const ways = onward(graph, next).filter(({ exit }) => !unsent.has(exit));
    if (ways.length === 0) return cost;
    done.add(next);
    for (const { to } of ways) known.set(to, Math.min(known.get(to) ?? Number.POSITIVE_INFINITY, cost));
  }
}

function dearest(graph: Graph, start: string, price: Prices): number {
  const circles = circlesFrom(graph, start);
  const circleOf = new Map(circles.flatMap((ids) => ids.map((id) => [id, ids] as const)));
  const before = new Map<readonly string[], number>();
  let most = 0;
  for (const circle of circles) {
    const cost = (before.get(circle) ?? 0) + circle.reduce((sum, id) => sum + price(id).most, 0);
    most = Math.max(most, cost);
    for (const id of circle)
      for (const { exit, to } of onward(graph, id)) {
        const other = circleOf.get(to);
        if (!other || other === circle) continue;
        const paid = circle.length === 1 && unsent.has(exit) ? cost - price(id).most : cost;
        before.set(other, Math.max(before.get(other) ?? 0, paid));
      }
  }
  return most;
}

/** Nodes that lead to each other, together, each group behind those that lead to it (Kosaraju). */
function circlesFrom(graph: Graph, start: string): string[][] {
  const finished: string[] = [];
  const back = new Map<string, string[]>();
  const seen = new Set([start]);
  const open = [{ id: start, next: onward(graph, start) }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const way = top.next.pop();
    if (!way) {
      finished.push(top.id);
      open.pop();
      continue;
    }
    back.set(way.to, [...(back.get(way.to) ?? []), top.id]);
    if (seen.has(way.to)) continue;
    seen.add(way.to);
    open.push({ id: way.to, next: onward(graph, way.to) });
  }
  const placed = new Set<string>();
  return finished.toReversed().flatMap((root) => {
    if (placed.has(root)) return [];
    const circle: string[] = [];
    const left = [root];
    placed.add(root);
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      circle.push(id);
      for (const other of back.get(id) ?? [])
        if (!placed.has(other)) {
          placed.add(other);
          left.push(other);
        }
    }
    return [circle];
  });
}
