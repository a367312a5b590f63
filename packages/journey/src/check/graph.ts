import type { Document } from '../document/document.ts';
import { exitsOf, leadsTo } from '../document/exits.ts';
import type { Node } from '../document/node.ts';
import { type Finding, finding } from './finding.ts';

export type Graph = {
  nodes: ReadonlyMap<string, Node>;
  /** Targets of each exit, `goto` as an exit of its own */
  links: ReadonlyMap<string, readonly { exit: string; to: string }[]>;
  reachable: ReadonlySet<string>;
};

export function graphOf(document: Document): Graph {
  const nodes = new Map(document.nodes.map((node) => [node.id, node]));
  const links = new Map<string, { exit: string; to: string }[]>(document.nodes.map(({ id }) => [id, []]));
  for (const { from, exit, to } of document.edges) links.get(from)?.push({ exit, to });
  for (const node of document.nodes) {
    const to = leadsTo(node);
    if (to !== undefined) links.get(node.id)?.push({ exit: '', to });
  }
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
    const next = leadsTo(node);
    if (next !== undefined && !nodes.has(next)) found.push(finding('EXIT_MISSING', 'gotoGone', { node: node.id, field: 'node' }, {}));
  }
  for (const { from, exit, to } of document.edges) {
    const node = nodes.get(from);
    const isKnown = node !== undefined && exitsOf(node).some(({ id }) => id === exit);
    if (!isKnown || !nodes.has(to))
      found.push(finding('EXIT_MISSING', isKnown ? 'targetGone' : 'edgeFromNowhere', { node: from, exit }, {}));
  }
  return found;
}
