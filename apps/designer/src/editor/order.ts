import { type Document, exitsOf, leadsTo } from '@parley/journey';
import { edgesFrom, edgesInto, indexOf, nodeOf } from './index-of.ts';

/** Lists the targets of a node's exits, in the order in which they are drawn; `go to` counts as an exit of its own. */
export function onwardOf(document: Document, id: string): { exit: string; to: string }[] {
  const node = nodeOf(document, id);
  if (!node) return [];
  const edges = edgesFrom(document, id);
  const order = exitsOf(node).map((exit) => exit.id);
  const led = edges
    .filter(({ exit }) => order.includes(exit))
    .sort((a, b) => order.indexOf(a.exit) - order.indexOf(b.exit))
    .map(({ exit, to }) => ({ exit, to }));
  const to = leadsTo(node);
  return to !== undefined && nodeOf(document, to) ? [...led, { exit: '', to }] : led;
}

/**
 * Every node once, as a person comes to it: from the start along the first exit to its end, then along the next one. What nobody comes to
 * stands at the end.
 */
export function pathOrder(document: Document): string[] {
  const seen = new Set<string>();
  const visit = (from: string) => {
    const open = [from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id) || !nodeOf(document, id)) continue;
      seen.add(id);
      open.push(
        ...onwardOf(document, id)
          .map(({ to }) => to)
          .reverse(),
      );
    }
  };
  if (document.start !== '') visit(document.start);
  for (const { id } of document.nodes) if (edgesInto(document, id).length === 0) visit(id);
  for (const { id } of document.nodes) visit(id);
  return [...seen];
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * The node that an arrow key leads to: right along the first edge, left back along the one that leads here, up and down to what hangs on the
 * same node beside it.
 */
export function neighbourOf(document: Document, id: string, direction: Direction): string | undefined {
  if (direction === 'right') return onwardOf(document, id)[0]?.to;
  const back = edgesInto(document, id)[0]?.from;
  if (direction === 'left') return back;
  const beside = back === undefined ? pathOrder(document) : [...new Set(onwardOf(document, back).map(({ to }) => to))];
  const place = beside.indexOf(id);
  return place < 0 ? undefined : beside[place + (direction === 'down' ? 1 : -1)];
}

/** An outline: each node where the way first comes to it; where it comes again, it is a link. */
export type OutlineRow = { id: string; exit: string; depth: number; isLink: boolean; from: string };

export function outlineOf(document: Document): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const seen = new Set<string>();
  const put = (root: string) => {
    const open: OutlineRow[] = [{ id: root, exit: '', depth: 0, isLink: false, from: '' }];
    for (let row = open.pop(); row; row = open.pop()) {
      if (!indexOf(document).nodes.has(row.id)) continue;
      const isLink = seen.has(row.id);
      rows.push({ ...row, isLink });
      if (isLink) continue;
      seen.add(row.id);
      const onward = onwardOf(document, row.id);
      const { id, depth } = row;
      // A single way on is no branch: long streams stay readable without a step to the right each.
      const step = onward.length > 1 ? 1 : 0;
      open.push(...onward.map(({ exit, to }): OutlineRow => ({ id: to, exit, depth: depth + step, isLink: false, from: id })).reverse());
    }
  };
  if (document.start !== '') put(document.start);
  for (const id of pathOrder(document)) if (!seen.has(id)) put(id);
  return rows;
}
