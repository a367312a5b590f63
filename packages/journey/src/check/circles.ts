import type { Node } from '../document/node.ts';
import { setBy } from '../document/sources.ts';
import { waitsBefore } from '../document/waits.ts';
import { parseExpression } from '../expression/parse.ts';
import { isQuestion } from '../nodes/kinds.ts';
import { type Finding, finding } from './finding.ts';
import type { Graph } from './graph.ts';
import { namesIn } from './variables.ts';

/**
 * Circles that nothing from outside slows: such a stream would run, and send, until it is stopped. A receipt of what the circle has sent itself
 * comes by itself, and a date that is the same in each round is over in the second one.
 */
export function checkCircles(graph: Graph): Finding[] {
  const nodes = [...graph.nodes.values()];
  const waiting = nodes.filter(isForDate);
  const moving = new Set(waiting.filter(isOfNow).map(({ id }) => id));
  // A date counts as a wait where its circle sets what it is made of.
  for (const component of componentsOf(graph, moving))
    for (const node of waiting.filter(({ id }) => component.includes(id)))
      if (component.some((id) => isSetBy(node, graph.nodes.get(id) as Node))) moving.add(node.id);
  return componentsOf(graph, moving).map((component) => {
    const isWaiting = component.some((id) => graph.nodes.get(id)?.type === 'logic.wait');
    return finding('LOOP', isWaiting ? 'endlessWait' : 'endless', { node: component.sort()[0] ?? '' }, {});
  });
}

type DateWait = Node & { type: 'logic.wait'; config: { until: { kind: 'date'; date: string; offsetSeconds: number } } };
const isForDate = (node: Node): node is DateWait => node.type === 'logic.wait' && node.config.until.kind === 'date';

function namesOf({ config: { until } }: DateWait): Set<string> {
  try {
    return namesIn(parseExpression(until.date));
  } catch {
    // Another check finds the fault of the expression.
    return new Set();
  }
}

/** Tells whether the date goes along with the time, as tomorrow does, and now does not. */
function isOfNow(node: DateWait): boolean {
  const { date, offsetSeconds } = node.config.until;
  if (/^\s*(?:now|today)\s*$/.test(date)) return offsetSeconds > 0;
  const names = namesOf(node);
  return names.has('now') || names.has('today');
}

const isSetBy = (wait: DateWait, node: Node): boolean => {
  const names = namesOf(wait);
  return (names.has('last') && isQuestion(node)) || setBy(node).some(({ variable }) => names.has(variable));
};

/**
 * Nodes that lead to each other by edges on which nobody waits (Tarjan's strongly connected components, walked without recursion since a stream
 * may be 500 nodes long).
 * @param moving waits for a date that may lie ahead each time
 */
function componentsOf({ nodes, links }: Graph, moving: ReadonlySet<string>): string[][] {
  const onward = (id: string) => {
    const node = nodes.get(id);
    if (!node) return [];
    return (links.get(id) ?? []).filter(({ exit, to }) => nodes.has(to) && !waitsBefore(node, exit, moving.has(id))).map(({ to }) => to);
  };
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: string[][] = [];
  for (const root of nodes.keys()) {
    if (index.has(root)) continue;
    const open: { id: string; next: string[] }[] = [];
    const enter = (id: string) => {
      index.set(id, index.size);
      low.set(id, index.get(id) ?? 0);
      stack.push(id);
      onStack.add(id);
      open.push({ id, next: onward(id) });
    };
    enter(root);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const to = top.next.pop();
      if (to !== undefined) {
        if (!index.has(to)) enter(to);
        else if (onStack.has(to)) low.set(top.id, Math.min(low.get(top.id) ?? 0, index.get(to) ?? 0));
        continue;
      }
      open.pop();
      const parent = open.at(-1);
      if (parent) low.set(parent.id, Math.min(low.get(parent.id) ?? 0, low.get(top.id) ?? 0));
      if (low.get(top.id) !== index.get(top.id)) continue;
      const component: string[] = [];
      for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
        onStack.delete(one);
        component.push(one);
        if (one === top.id) break;
      }
      if (component.length > 1 || onward(top.id).includes(top.id)) found.push(component);
    }
  }
  return found;
}
