import { type BoardFigures, type BoardTile, type TileCell, type TileFigure, type TileSide, tileCellsMax } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { addDays, dayOf } from '#platform/zone/zone-days.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { betterOf, type FigureNames, type FigureReader, type FigureSide, readFigureNames, readFigures, unitOf } from '../../chat/door.ts';
import { daysOfRange } from './board.days.ts';
import type { BoardRow } from './board.repository.ts';
import { keyOfTile, namesOfFilter, refusalOf } from './board.tiles.ts';

type Moment = { at: Date; zone: string };
/** The chats of a tile at a moment: those that begin later are left out, which a late mail must not count. */
export const askOf = ({ measure, by, filter, range }: BoardTile, { at, zone }: Moment) => ({
  measures: [measure],
  by,
  filter,
  ...daysOfRange(range, dayOf(at, zone)),
  until: at,
  zone,
});

/**
 * The figures of a board as somebody may see them. Tiles that count the same chats are read together.
 * @param at the moment whose figures they are
 */
export async function readBoardFigures(
  ctx: EnterpriseContext,
  reader: FigureReader,
  { tiles, version }: Pick<BoardRow, 'tiles' | 'version'>,
  at: Date,
): Promise<BoardFigures> {
  const [zone, names] = await ctx.read(async (tx) => [await ctx.readTimeZone(tx), await readFigureNames(tx, ctx.enterpriseId)] as const);
  const groups = [...Map.groupBy(tiles, keyOfTile).values()];
  const found: TileFigure[] = [];
  for (const group of groups) found.push(...(await readGroup(ctx, reader, group, { at, zone }, names)));
  const figures = new Map(found.map((figure) => [figure.key, figure]));
  return {
    asOf: at.toISOString(),
    zone,
    version,
    scope: reader.dataScope,
    tiles: tiles.flatMap(({ key }) => figures.get(key) ?? []),
  };
}

async function readGroup(ctx: EnterpriseContext, reader: FigureReader, group: readonly BoardTile[], moment: Moment, names: FigureNames) {
  const [tile] = group as [BoardTile];
  const refusal = refusalOf(reader, tile);
  if (refusal) return group.map((one) => withoutFigure(one, refusal));
  const ask = { ...askOf(tile, moment), measures: group.map(({ measure }) => measure) };
  try {
    const { now, before } = await readFigures(ctx, reader, ask, { compare: tile.compare, now: moment.at });
    return group.map((one) => withFigure(one, now, before, names));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'report.too_slow') return group.map((one) => withoutFigure(one, 'slow'));
    throw error;
  }
}

const headOf = ({ key, measure }: BoardTile) => ({ key, unit: unitOf(measure), better: betterOf(measure) });

const withoutFigure = (tile: BoardTile, state: 'permission' | 'scope' | 'slow'): TileFigure => ({
  ...headOf(tile),
  state,
  of: [],
  now: null,
  before: null,
  more: 0,
});

function withFigure(tile: BoardTile, now: FigureSide, before: FigureSide | null, names: FigureNames): TileFigure {
  const side = toSide(tile, now, names);
  const kept = new Set(side.cells.slice(0, tileCellsMax).map(({ key }) => key));
  const former = before && toSide(tile, before, names);
  // Days are compared by their place: the third of these with the third of those.
  const isByPlace = tile.by === 'day';
  return {
    ...headOf(tile),
    state: 'shown',
    of: namesOfFilter(tile.filter, names),
    now: { ...side, cells: side.cells.slice(0, tileCellsMax) },
    before: former && {
      ...former,
      cells: isByPlace ? former.cells.slice(0, tileCellsMax) : former.cells.filter(({ key }) => kept.has(key)),
    },
    more: side.cells.length - kept.size,
  };
}

function toSide({ measure, by }: BoardTile, side: FigureSide, names: FigureNames): TileSide {
  const none = { value: isCount(measure) ? 0 : null, count: 0 };
  const known = new Map(side.cells.map(({ key, figures }) => [key, figures.get(measure) ?? none]));
  const named = nameOf(by, names);
  const toCell = (key: string): TileCell => ({ key, name: named(key), ...(known.get(key) ?? none) });
  const all = by === 'day' ? daysOf(side) : by === 'hour' ? hours : [...known.keys()];
  const cells = all.map(toCell);
  const isTime = by === 'day' || by === 'hour';
  return {
    fromDate: side.first,
    toDate: side.last,
    whole: side.whole.get(measure) ?? none,
    cells: isTime ? cells : cells.filter(({ count }) => count > 0).toSorted(byCount),
  };
}

const isCount = (measure: BoardTile['measure']): boolean => unitOf(measure) === 'chats';
const byCount = (one: TileCell, other: TileCell) => other.count - one.count || one.name.localeCompare(other.name);
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

function daysOf({ first, last }: FigureSide): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Days and hours are written in the reader's language. */
function nameOf(by: BoardTile['by'], { departments, agents, channels, labels }: FigureNames): (key: string) => string {
  const of = { department: departments, agent: agents, channel: channels, label: labels };
  return (key) => (by in of ? (of[by as keyof typeof of].get(key) ?? '') : '');
}
