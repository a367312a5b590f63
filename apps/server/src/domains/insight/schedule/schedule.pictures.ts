import { type BoardFigures, type BoardTile, showInstant, type TileFigure } from '@parley/contract';
import type { MailPicture } from '#platform/mail/mailer.ts';
import type { MailChart } from '../../account/door.ts';
import { showFigure } from '../figure/figure.show.ts';
import type { Drawing } from '../picture/picture.draw.ts';
import { toPng } from '../picture/picture.png.ts';
import { formerOf, nameOfPart, titleOf } from './schedule.tile.ts';

/** Bars of names; more would not be told apart. */
const partsDrawn = 12;
const minuteMs = 60_000;

/** Days without their year fit below a drawing. */
const shortName = (tile: BoardTile, cell: { key: string; name: string }): string =>
  tile.by === 'day' ? showInstant(new Date(`${cell.key}T00:00:00Z`), 'day', 'UTC').replace(/,? \d{4}$/, '') : nameOfPart(tile, cell);

/** The chart of a tile; undefined where it is a card or a table, or has nothing to draw. */
function drawingOf(tile: BoardTile, { state, unit, now, before }: TileFigure): Drawing | undefined {
  if (state !== 'shown' || !now || (tile.chart !== 'line' && tile.chart !== 'bars' && tile.chart !== 'donut')) return undefined;
  const cells = tile.by === 'day' || tile.by === 'hour' ? now.cells : now.cells.slice(0, partsDrawn);
  const values = [...now.cells, ...(before?.cells ?? [])].map(({ value }) => value ?? 0);
  if (values.every((value) => value === 0)) return undefined;
  const scale = scaleOf(unit, Math.max(...values));
  const drawn = (value: number | null | undefined) => (value === null || value === undefined ? null : value / scale);
  return {
    chart: tile.chart,
    parts: (tile.chart === 'donut' ? now.cells : cells).map((cell, place) => ({
      name: shortName(tile, cell),
      now: drawn(cell.value),
      before: drawn(formerOf(tile, before, cell, place)?.value),
    })),
    whole: showFigure(unit, now.whole.value),
    axis: (value) => showFigure(unit, value * scale),
    names: { now: titleOf(tile), before: before ? 'Before' : undefined },
  };
}

/** Milliseconds are drawn in seconds or minutes, shares in percent: the axis has round numbers of these. */
function scaleOf(unit: TileFigure['unit'], most: number): number {
  if (unit === 'ms') return most >= 2 * minuteMs ? minuteMs : 1000;
  return unit === 'share' ? 0.01 : 1;
}

/** A sentence for those who do not see the chart: its largest and its smallest part. */
function wordsOf(tile: BoardTile, { unit, now }: TileFigure): string {
  const known = (now?.cells ?? []).filter(({ value }) => value !== null).toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const [most, least] = [known[0], known.at(-1)];
  if (!most || !least) return titleOf(tile);
  const said = (cell: typeof most) => `${showFigure(unit, cell.value)} (${nameOfPart(tile, cell)})`;
  return `Chart of ${titleOf(tile)} by ${tile.by}: highest ${said(most)}, lowest ${said(least)}.`;
}

type Picture = { tile: string; chart: MailChart; picture: MailPicture };

/** Pictures of the charts of a board, each from the figures that its reader may see. */
export async function picturesOf({ tiles, figures }: { tiles: readonly BoardTile[]; figures: BoardFigures }): Promise<Picture[]> {
  const found: Picture[] = [];
  for (const tile of tiles) {
    const figure = figures.tiles.find(({ key }) => key === tile.key);
    const drawing = figure && drawingOf(tile, figure);
    if (!figure || !drawing) continue;
    const id = `${tile.key}@board`;
    const png = (await toPng(drawing)).toString('base64');
    found.push({ tile: tile.key, chart: { id, words: wordsOf(tile, figure) }, picture: { id, name: `${tile.key}.png`, png } });
  }
  return found;
}
