import {
  type AnalyticsMeasure,
  type BoardFigures,
  type BoardTile,
  type ChatBy,
  isCountFigure,
  isOfTurns,
  type TileCell,
  type TileFigure,
  type TileSide,
  tileCellsMax,
} from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { addDays, dayOf } from '#platform/zone/zone-days.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTurnFigures, type TurnAsk } from '../../bot/door.ts';
import { type FigureReader, type FigureSide, readFigures } from '../../chat/door.ts';
import { type BoardNames, betterOf, readNames, unitOf } from '../figure/figure.measure.ts';
import { daysOfRange } from './board.days.ts';
import type { BoardRow } from './board.repository.ts';
import { keyOfTile, namesOfFilter, refusalOf } from './board.tiles.ts';

type Moment = { at: Date; zone: string };
/** The chats of a tile at a moment: those that begin later are left out, which a late mail must not count. */
const momentsOf = ({ range }: BoardTile, { at, zone }: Moment) => ({ ...daysOfRange(range, dayOf(at, zone)), until: at, zone });

/** A tile of chats as a question. */
export const askOf = ({ measure, by, filter, ...tile }: BoardTile & { measure: AnalyticsMeasure }, moment: Moment) => ({
  measures: [measure],
  by: by as ChatBy,
  filter,
  ...momentsOf({ measure, by, filter, ...tile }, moment),
});

export const isOfChats = (tile: BoardTile): tile is BoardTile & { measure: AnalyticsMeasure } => !isOfTurns(tile.measure);

type Side = Omit<FigureSide, 'cells'> & { cells: readonly (FigureSide['cells'][number] & { name?: string })[] };

/** Figures of tiles that count the same rows in the same parts. */
function readSides(
  ctx: EnterpriseContext,
  reader: FigureReader,
  group: readonly BoardTile[],
  moment: Moment,
): Promise<{ now: Side; before: Side | null }> {
  const [tile] = group as [BoardTile];
  const compared = { compare: tile.compare, now: moment.at };
  if (isOfChats(tile)) {
    const measures = group.filter(isOfChats).map(({ measure }) => measure);
    return readFigures(ctx, reader, { ...askOf(tile, moment), measures }, compared);
  }
  const measures = group.flatMap(({ measure }) => (isOfTurns(measure) ? [measure] : []));
  const by = tile.by as TurnAsk['by'];
  return readTurnFigures(ctx, { ...momentsOf(tile, moment), measures, by, botId: tile.filter.botId ?? '' }, compared);
}

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
  const [zone, names] = await ctx.read(async (tx) => [await ctx.readTimeZone(tx), await readNames(tx, ctx.enterpriseId)] as const);
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

async function readGroup(ctx: EnterpriseContext, reader: FigureReader, group: readonly BoardTile[], moment: Moment, names: BoardNames) {
  const [tile] = group as [BoardTile];
  const refusal = refusalOf(reader, tile);
  if (refusal) return group.map((one) => withoutFigure(one, refusal));
  try {
    const { now, before } = await readSides(ctx, reader, group, moment);
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

function withFigure(tile: BoardTile, now: Side, before: Side | null, names: BoardNames): TileFigure {
  const side = toSide(tile, now, names);
  const kept = new Set(side.cells.slice(0, tileCellsMax).map(({ key }) => key));
  const former = before && toSide(tile, before, names);
  // Days are compared by their place: the third of these with the third of those.
  const isByPlace = tile.by === 'day';
  return {
    ...headOf(tile),
    state: 'shown',
    of: namesOfFilter(tile, names),
    now: { ...side, cells: side.cells.slice(0, tileCellsMax) },
    before: former && {
      ...former,
      cells: isByPlace ? former.cells.slice(0, tileCellsMax) : former.cells.filter(({ key }) => kept.has(key)),
    },
    more: side.cells.length - kept.size,
  };
}

function toSide({ measure, by }: BoardTile, side: Side, names: BoardNames): TileSide {
  const none = { value: isCountFigure(measure) ? 0 : null, count: 0 };
  const known = new Map(side.cells.map(({ key, figures }) => [key, figures.get(measure) ?? none]));
  const own = new Map(side.cells.map(({ key, name }) => [key, name]));
  const named = (key: string) => own.get(key) ?? nameOf(by, names)(key);
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

const byCount = (one: TileCell, other: TileCell) => other.count - one.count || one.name.localeCompare(other.name);
const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

function daysOf({ first, last }: Pick<Side, 'first' | 'last'>): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Days and hours are written in the reader's language. */
function nameOf(by: BoardTile['by'], { departments, agents, channels, labels }: BoardNames): (key: string) => string {
  const of = { department: departments, agent: agents, channel: channels, label: labels };
  return (key) => (by in of ? (of[by as keyof typeof of].get(key) ?? '') : '');
}
