import { type Document, type Exit, exitsOf, type Node } from '@parley/journey';
import { edgesFrom } from '../editor/index-of.ts';
import { summaryOf } from '../nodes/summary.ts';

export const cardWidth = 264;
export const grid = 20;
const headHeight = 52;
const exitHeight = 28;
const lineHeight = 19;
const mostLines = 3;
const charactersInLine = 36;
const padding = 10;

/** Exits that fall back by themselves are drawn where something is joined to them. */
const quiet = new Set(['error', 'failed', 'refused', 'unknown']);
/** A service outside fails sooner or later: of its node each exit is drawn, so that its author sees that it leads nowhere. */
const showsAll = ({ type }: Node): boolean => type === 'data.http';

export function drawnExits(document: Document, node: Node): Exit[] {
  const joined = new Set(edgesFrom(document, node.id).map(({ exit }) => exit));
  return exitsOf(node).filter(({ id }) => joined.has(id) || showsAll(node) || !quiet.has(id));
}

/** Lines that a summary takes on a card, as far as that can be told without drawing it. */
export function linesOf(summary: string): number {
  if (summary === '') return 0;
  const lines = summary.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / charactersInLine)), 0);
  return Math.min(lines, mostLines);
}

export type CardSize = { width: number; height: number; bodyHeight: number; exitTops: { id: string; y: number }[] };

/** Computes the size of a card and the places of its exits before it is drawn, so that cards out of sight need not be. */
export function cardSize(document: Document, node: Node): CardSize {
  const lines = linesOf(summaryOf(document, node));
  const bodyHeight = lines === 0 ? 0 : lines * lineHeight + padding;
  const exits = drawnExits(document, node);
  const exitTops = exits.map(({ id }, place) => ({ id, y: headHeight + bodyHeight + place * exitHeight + exitHeight / 2 }));
  return {
    width: cardWidth,
    height: headHeight + bodyHeight + exits.length * exitHeight + (exits.length > 0 ? padding / 2 : 0),
    bodyHeight,
    exitTops,
  };
}

export const entryTop = headHeight / 2;
export type Spot = { x: number; y: number };
export const snap = (value: number): number => Math.round(value / grid) * grid;

/** A free place near a wish: what stands there already moves it down. */
export function freeSpot(document: Document, wish: Spot, height = 160): [number, number] {
  const taken = document.nodes.flatMap((node) => {
    const at = document.layout[node.id];
    return at ? [{ x: at[0], y: at[1], ...cardSize(document, node) }] : [];
  });
  const spot = { x: snap(wish.x), y: snap(wish.y) };
  const hits = () =>
    taken.find(
      ({ x, y, width, height: tall }) =>
        spot.x < x + width + grid && spot.x + cardWidth + grid > x && spot.y < y + tall + grid && spot.y + height + grid > y,
    );
  for (let hit = hits(); hit; hit = hits()) spot.y = snap(hit.y + hit.height + grid * 2);
  return [spot.x, spot.y];
}

/** Returns the position of a node; one without its own is placed on a grid: such a stream was written by a program. */
export function placeOf(document: Document, id: string, place: number): [number, number] {
  return document.layout[id] ?? [(place % 6) * (cardWidth + 80), Math.floor(place / 6) * 240];
}

export type Note = Document['notes'][number];
export const noteSize = { least: [120, 80], usual: [220, 120], most: [1200, 1200] } as const;
export const sizeOfNote = ({ size }: Pick<Note, 'size'>): readonly [number, number] => size ?? noteSize.usual;

/** A size that a note may have, in whole steps of the grid where it was dragged or nudged there. */
export function noteSizeNear([width, height]: readonly [number, number]): [number, number] {
  const within = (value: number, axis: 0 | 1) => Math.min(noteSize.most[axis], Math.max(noteSize.least[axis], Math.round(value)));
  return [within(width, 0), within(height, 1)];
}

export type View = { x: number; y: number; zoom: number };
const readableZoom = 0.85;

/** The rectangle around everything that stands on the canvas; undefined where nothing does. */
export function boundsOf(document: Document): { left: number; top: number; right: number; bottom: number } | undefined {
  const boxes = [
    ...document.nodes.map((node, place) => {
      const [left, top] = placeOf(document, node.id, place);
      const { width, height } = cardSize(document, node);
      return { left, top, right: left + width, bottom: top + height };
    }),
    ...document.notes.map((note) => {
      const [left, top] = note.at;
      const [width, height] = sizeOfNote(note);
      return { left, top, right: left + width, bottom: top + height };
    }),
  ];
  if (boxes.length === 0) return undefined;
  return boxes.reduce((all, box) => ({
    left: Math.min(all.left, box.left),
    top: Math.min(all.top, box.top),
    right: Math.max(all.right, box.right),
    bottom: Math.max(all.bottom, box.bottom),
  }));
}

/** All of the stream in the middle of a canvas of this size, no larger than it is. */
export function viewOfAll(document: Document, width: number, height: number): View {
  const bounds = boundsOf(document);
  if (!bounds) return { x: 0, y: 0, zoom: 1 };
  const margin = 60;
  const zoom = Math.max(
    0.1,
    Math.min(1, (width - margin * 2) / (bounds.right - bounds.left), (height - margin * 2) / (bounds.bottom - bounds.top)),
  );
  return {
    x: width / 2 - ((bounds.left + bounds.right) / 2) * zoom,
    y: height / 2 - ((bounds.top + bounds.bottom) / 2) * zoom,
    zoom,
  };
}

/** Returns the first view: all of a small stream; of a larger one its beginning, large enough to be read. */
export function firstView(document: Document, width: number, height: number): View {
  const all = viewOfAll(document, width, height);
  if (all.zoom >= farAt) return all;
  const place = document.nodes.findIndex(({ id }) => id === document.start);
  const [x, y] = placeOf(document, document.start, Math.max(0, place));
  return { x: 60 - x * readableZoom, y: height * 0.3 - y * readableZoom, zoom: readableZoom };
}

/** Below it cards show less. */
export const farAt = 0.6;
/**
 * Below it a card is the tile of its kind alone: no word could be read, and a browser that moves 500 cards spends twice the time on them
 * when it has to keep what each of their parts clips and covers.
 */
export const distantAt = 0.3;

export type Size = { width: number; height: number };
const sightMargin = 20;

/** The view in which a box of the canvas is in sight, moved no further than that takes; the same view where it is already. */
export function viewWith(view: View, { x, y, width, height }: Spot & Size, stage: Size): View {
  const moved = (from: number, length: number, at: number, room: number): number => {
    const start = from * view.zoom + at;
    const end = start + length * view.zoom;
    // A box that is larger than the stage shows its beginning.
    if (start < sightMargin || end - start > room - sightMargin * 2) return at + sightMargin - start;
    return end > room - sightMargin ? at + room - sightMargin - end : at;
  };
  return { x: moved(x, width, view.x, stage.width), y: moved(y, height, view.y, stage.height), zoom: view.zoom };
}
