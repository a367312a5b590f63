import { type Document, type Edge, exitsOf, makeId, type Node, type Operation } from '@parley/journey';
import { edgesFrom, edgesInto, nodeOf } from './index-of.ts';

export type Point = [number, number];

const random = (below: number): number => {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value % below;
};
export const newId = (): string => makeId(random);

/** A node, joined to an exit where one is given. The first node of a stream is its start. */
export function addNode(document: Document, node: Node, at: Point, from?: { node: string; exit: string }): Operation[] {
  return [
    { kind: 'addNode', node, at },
    ...(from ? [join(from.node, from.exit, node.id)] : []),
    ...(document.start === '' && node.type !== 'mark.note' ? [{ kind: 'setStart', start: node.id } as const] : []),
  ];
}

export const join = (from: string, exit: string, to: string): Operation => ({ kind: 'addEdge', edge: { from, exit, to } });

/** The exit that a way on takes by itself: the first one that is needed, or none where a node has no way out. */
export const wayOn = (node: Node): string | undefined => {
  const exits = exitsOf(node);
  return (exits.find(({ needed }) => needed) ?? exits[0])?.id;
};

/** A node between the two of an edge. */
export function insertOn(document: Document, edge: Edge, node: Node, at: Point): Operation[] {
  const exit = wayOn(node);
  return [
    ...addNode(document, node, at, { node: edge.from, exit: edge.exit }),
    ...(exit === undefined ? [] : [join(node.id, exit, edge.to)]),
  ];
}

/** Takes nodes away. Where one way led in and one out, those before and behind are joined. */
export function removeNodes(document: Document, ids: readonly string[]): Operation[] {
  const gone = new Set(ids);
  const healed: Operation[] = [];
  /** Returns the next remaining node behind a removed one. */
  const behind = (id: string, seen = new Set<string>()): string | undefined => {
    if (!gone.has(id)) return id;
    const out = edgesFrom(document, id);
    if (seen.has(id) || out.length !== 1) return undefined;
    return behind(out[0]?.to ?? '', seen.add(id));
  };
  for (const id of gone) {
    const into = edgesInto(document, id).filter(({ from }) => !gone.has(from));
    const [before] = into;
    if (!before || into.length !== 1 || edgesInto(document, id).length !== 1) continue;
    const to = behind(id);
    if (to !== undefined && to !== before.from) healed.push(join(before.from, before.exit, to));
  }
  const start = gone.has(document.start) ? behind(document.start) : undefined;
  return [
    ...[...gone].flatMap((id): Operation[] => (nodeOf(document, id) ? [{ kind: 'removeNode', id }] : [])),
    ...healed,
    ...(start === undefined ? [] : [{ kind: 'setStart', start } as const]),
  ];
}

/** Another config of a node; exits that are gone with it lose their edges. */
export function setNode(document: Document, node: Node): Operation[] {
  const exits = new Set(exitsOf(node).map(({ id }) => id));
  return [
    { kind: 'setNode', node },
    ...edgesFrom(document, node.id).flatMap((edge): Operation[] =>
      exits.has(edge.exit) ? [] : [{ kind: 'removeEdge', from: edge.from, exit: edge.exit }],
    ),
  ];
}

export type Align = 'left' | 'top' | 'spreadAcross' | 'spreadDown';

/** Puts chosen nodes in a line, or apart by the same distance. */
export function align(document: Document, ids: readonly string[], how: Align): Operation[] {
  const placed = ids.flatMap((id) => {
    const at = document.layout[id];
    return at ? [{ id, at }] : [];
  });
  if (placed.length < 2) return [];
  const axis = how === 'left' || how === 'spreadAcross' ? 0 : 1;
  const values = placed.map(({ at }) => at[axis]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const sorted = placed.toSorted((a, b) => a.at[axis] - b.at[axis]);
  const gap = (most - least) / (placed.length - 1);
  const valueAt = (place: number) => (how === 'left' || how === 'top' ? least : least + gap * place);
  return [
    {
      kind: 'moveNodes',
      positions: Object.fromEntries(
        sorted.map(({ id, at }, place): [string, Point] => [id, axis === 0 ? [valueAt(place), at[1]] : [at[0], valueAt(place)]]),
      ),
    },
  ];
}
