import type { InstanceState } from '../engine/state.ts';

/** A node that a walk passed. @property by what came in and led to it; 0: a time that was over. @property exit null: it stood there */
export type Passed = { stream: string; node: string; exit: string | null; by: number; at: number };
export type Played = { passed: readonly Passed[]; state: InstanceState };

export type NodePlace = { stream: string; node: string };
/** Continuation of a walk from a node. @property exit null: it does not go on. @property to null: nowhere, and it is in `state` then */
export type Way = { exit: string | null; to: NodePlace | null; state: InstanceState | '' };
/** Place where two walks part. @property node null: they begin at different nodes */
export type Parting = { node: NodePlace | null; was: Way; would: Way };

const isAt = (a: Passed | undefined, b: Passed | undefined): boolean =>
  a !== undefined && b !== undefined && a.stream === b.stream && a.node === b.node;
const placeOf = ({ stream, node }: Passed): NodePlace => ({ stream, node });

/** Asking once more, or reminding, is no way of its own: what counts is when a node was left, and by which exit. */
const waysOf = (passed: readonly Passed[]): Passed[] =>
  passed.filter((one, place) => {
    const before = passed[place - 1];
    return !(one.exit === null && before?.exit === null && isAt(one, before));
  });

/** Returns the continuation of a walk from the node at a place; undefined: it stands or ends there. */
function wayAt(ways: readonly Passed[], place: number, state: InstanceState): Way {
  const exit = ways[place]?.exit ?? null;
  const next = ways[place + 1];
  if (exit !== null && next) return { exit, to: placeOf(next), state: '' };
  return { exit, to: null, state: next ? 'WAITING' : state };
}

/**
 * Finds the place where the same inputs lead a walk another way, if they do: by another exit, to another node, or by another of the inputs.
 * Times may differ, as long as the ways are the same.
 */
export function partingOf(was: Played, would: Played): Parting | undefined {
  const [former, next] = [waysOf(was.passed), waysOf(would.passed)];
  const isSame = (place: number) => {
    const [a, b] = [former[place], next[place]];
    return isAt(a, b) && a?.exit === b?.exit && a?.by === b?.by;
  };
  let place = 0;
  while (place < Math.max(former.length, next.length) && isSame(place)) place += 1;
  const [a, b] = [former[place], next[place]];
  const last = former[place - 1];
  if (!a && !b) {
    if (was.state === would.state || !last) return undefined;
    const stands = (state: InstanceState): Way => ({ exit: null, to: null, state });
    return { node: placeOf(last), was: stands(was.state), would: stands(would.state) };
  }
  const stays: Way = { exit: null, to: null, state: 'WAITING' };
  if (a && b && isAt(a, b)) {
    const [wasWay, wouldWay] = [wayAt(former, place, was.state), wayAt(next, place, would.state)];
    // Both leave by the same exit, but one of them by a later input: until then it stays.
    if (a.exit === b.exit) return { node: placeOf(a), ...(a.at < b.at ? { was: wasWay, would: stays } : { was: stays, would: wouldWay }) };
    return { node: placeOf(a), was: wasWay, would: wouldWay };
  }
  // One of them has left the node at which the other still stands, or the same exit leads them to different nodes.
  const isLeft = last !== undefined && last.exit === null;
  const onward = (ways: readonly Passed[], one: Passed | undefined, state: InstanceState): Way => {
    if (isLeft && isAt(one, last)) return wayAt(ways, place, state);
    if (one) return { exit: last?.exit ?? null, to: placeOf(one), state: '' };
    return { exit: last?.exit ?? null, to: null, state };
  };
  return { node: last ? placeOf(last) : null, was: onward(former, a, was.state), would: onward(next, b, would.state) };
}
