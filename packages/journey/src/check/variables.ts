import type { Document } from '../document/document.ts';
import { setBy } from '../document/sources.ts';
import type { Expression } from '../expression/ast.ts';
import { childrenOf } from '../expression/ast.ts';
import { type Finding, finding } from './finding.ts';
import type { Graph } from './graph.ts';

/** The names that an expression reads, without those that its own macros give. */
export function namesIn(expression: Expression, own: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set<string>();
  const look = (node: Expression, hidden: ReadonlySet<string>): void => {
    if (node.kind === 'name' && !hidden.has(node.name)) found.add(node.name);
    const inner = node.kind === 'macro' ? new Set([...hidden, node.variable]) : hidden;
    if (node.kind === 'macro') {
      look(node.of, hidden);
      for (const part of node.body) look(part, inner);
    } else for (const child of childrenOf(node)) look(child, hidden);
  };
  look(expression, own);
  return found;
}

/** Variables that each node reads. */
export type Reads = ReadonlyMap<string, readonly { field: string; names: ReadonlySet<string> }[]>;

/**
 * Variables that nobody sets, and those that are not set on every way to where they are read: the sets of what is known are followed along
 * the edges until nothing changes, each meeting of ways keeping what all of them know.
 */
export function checkVariables(document: Document, graph: Graph, reads: Reads): Finding[] {
  const names = new Set(document.variables.map(({ name }) => name));
  const always = document.variables.flatMap(({ name, default: given }) => (given === '' ? [] : [name]));
  const setters = new Map(document.nodes.map((node) => [node.id, setBy(node)]));
  const everSet = new Set([...always, ...[...setters.values()].flatMap((all) => all.map(({ variable }) => variable))]);
  const known = new Map<string, Set<string>>();
  const entry = document.settings.words.menu.node;
  if (graph.nodes.has(document.start)) known.set(document.start, new Set(always));
  // A customer who says the menu's word may come before any variable is set.
  if (graph.nodes.has(entry)) known.set(entry, new Set(always));
  const starts = [...known.keys()];
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const before = known.get(id) ?? new Set();
    for (const { exit, to } of graph.links.get(id) ?? []) {
      if (!graph.nodes.has(to)) continue;
      const after = new Set(before);
      for (const setter of setters.get(id) ?? []) if (setsBy(setter, exit)) after.add(setter.variable);
      const held = known.get(to);
      const met = held ? new Set([...held].filter((name) => after.has(name))) : after;
      if (held && met.size === held.size) continue;
      known.set(to, met);
      open.push(to);
    }
  }
  return [...reads].flatMap(([node, parts]) =>
    parts.flatMap(({ field, names: read }) =>
      [...read]
        .filter((name) => names.has(name) && graph.reachable.has(node) && !known.get(node)?.has(name))
        .map((name) =>
          everSet.has(name)
            ? finding('MAYBE_UNSET', 'maybeUnset', { node, field }, { name }, wayWithout(name, node, { graph, setters, starts }))
            : finding('VARIABLE_NEVER_SET', 'neverSet', { node, field }, { name }),
        ),
    ),
  );
}

type Setter = ReturnType<typeof setBy>[number];
const setsBy = ({ exits }: Setter, exit: string): boolean => exits === '' || exits.includes(exit);

type Ways = { graph: Graph; setters: ReadonlyMap<string, readonly Setter[]>; starts: readonly string[] };

/** The shortest way to a node on which a variable is not set, with both of its ends. */
function wayWithout(name: string, node: string, { graph, setters, starts }: Ways): string[] {
  const from = new Map<string, string>(starts.map((id) => [id, '']));
  const open = [...starts];
  for (let place = 0; place < open.length && !from.has(node); place += 1) {
    const id = open[place] as string;
    const own = (setters.get(id) ?? []).filter(({ variable }) => variable === name);
    for (const { exit, to } of graph.links.get(id) ?? []) {
      if (from.has(to) || own.some((setter) => setsBy(setter, exit))) continue;
      from.set(to, id);
      open.push(to);
    }
  }
  const way: string[] = [];
  for (let id = from.has(node) ? node : ''; id !== ''; id = from.get(id) ?? '') way.unshift(id);
  return way;
}
