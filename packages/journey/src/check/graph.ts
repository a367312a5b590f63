import type { Document } from '../document/document.ts';
import { exitsOf, waitsOutside } from '../document/exits.ts';
import type { Node } from '../document/node.ts';
import { type Finding, finding } from './finding.ts';

export type Graph = {
  nodes: ReadonlyMap<string, Node>;
  /** Where each exit leads, `goto` as an exit of its own */
  links: ReadonlyMap<string, readonly { exit: string; to: string }[]>;
  reachable: ReadonlySet<string>;
};

export function graphOf(document: Document): Graph {
  const nodes = new Map(document.nodes.map((node) => [node.id, node]));
  const links = new Map<string, { exit: string; to: string }[]>(document.nodes.map(({ id }) => [id, []]));
  for (const { from, exit, to } of document.edges) links.get(from)?.push({ exit, to });
  for (const node of document.nodes) if (node.type === 'logic.goto') links.get(node.id)?.push({ exit: '', to: node.config.node });
  const reachable = new Set<string>();
  const menu = document.settings.words.menu.node;
  const open = [document.start, menu].filter((id) => nodes.has(id));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reachable.has(id)) continue;
    reachable.add(id);
    open.push(...(links.get(id) ?? []).flatMap(({ to }) => (nodes.has(to) ? [to] : [])));
  }
  return { nodes, links, reachable };
}

/** Exits that nothing is joined to, edges that lead nowhere, nodes that nobody comes to. */
export function checkEdges(document: Document, { nodes, reachable }: Graph): Finding[] {
  const found: Finding[] = [];
  if (!nodes.has(document.start)) found.push(finding('NO_START', document.start === '' ? 'noStart' : 'startGone', {}, {}));
  const joined = new Set(document.edges.map(({ from, exit }) => `${from} ${exit}`));
  for (const node of document.nodes) {
    for (const { id, needed } of exitsOf(node))
      if (needed && !joined.has(`${node.id} ${id}`)) found.push(finding('EXIT_MISSING', 'exitOpen', { node: node.id, exit: id }, {}));
    if (!reachable.has(node.id) && node.type !== 'mark.note') found.push(finding('UNREACHABLE', 'noWay', { node: node.id }, {}));
    if (node.type === 'logic.goto' && !nodes.has(node.config.node))
      found.push(finding('EXIT_MISSING', 'gotoGone', { node: node.id, field: 'node' }, {}));
  }
  for (const { from, exit, to } of document.edges) {
    const node = nodes.get(from);
    const isKnown = node !== undefined && exitsOf(node).some(({ id }) => id === exit);
    if (!isKnown || !nodes.has(to))
      found.push(finding('EXIT_MISSING', isKnown ? 'targetGone' : 'edgeFromNowhere', { node: from, exit }, {}));
  }
  return found;
}

/**
 * Circles without anything that waits: such a stream would run until it is stopped (Tarjan's strongly connected components, walked without
 * recursion since a stream may be 500 nodes long).
 */
export function checkCircles({ nodes, links }: Graph): Finding[] {
  const waits = (id: string) => {
    const node = nodes.get(id);
    return node === undefined || waitsOutside(node);
  };
  const onward = (id: string) => (links.get(id) ?? []).map(({ to }) => to).filter((to) => !waits(to));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: Finding[] = [];
  for (const root of nodes.keys()) {
    if (waits(root) || index.has(root)) continue;
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
      if (component.length > 1 || onward(top.id).includes(top.id))
        found.push(finding('LOOP', 'endless', { node: component.sort()[0] ?? '' }, {}));
    }
  }
  return found;
}
