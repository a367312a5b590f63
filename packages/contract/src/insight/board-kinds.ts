import { analyticsComparisons, isCountOfChats } from '../chat/analytics-kinds.ts';
import { type FigureMeasure, isOfTurns } from './figure-kinds.ts';

export const boardTilesMax = 24;
/** Boards of an enterprise. */
export const boardsMax = 500;
/** Departments, agents, channels or labels that one tile names. */
export const tileNamesMax = 20;
/** Parts that a tile shows; smaller ones are left out. */
export const tileCellsMax = 100;

/** Days of a tile, by the clocks of the enterprise. The last so many days have today among them; weeks begin on Monday. */
export const boardRanges = ['today', 'yesterday', 'last7', 'last30', 'last90', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;
export type BoardRange = (typeof boardRanges)[number];

/** Parts into which a tile divides its figure of chats. An agent is the one who had the chat last; of measures of agents, the one who had it. */
export const chatBys = ['none', 'day', 'hour', 'department', 'agent', 'channel', 'label'] as const;
export type ChatBy = (typeof chatBys)[number];
export const boardBys = [...chatBys, 'intent'] as const;
export type BoardBy = (typeof boardBys)[number];
export const boardCharts = ['card', 'line', 'bars', 'donut', 'table'] as const;
export type BoardChart = (typeof boardCharts)[number];
export const boardComparisons = ['none', ...analyticsComparisons] as const;
/** A quarter, half, or all of the board's width. */
export const boardSizes = ['small', 'wide', 'full'] as const;

/** Users with whom a board is shared, beside its owner. */
export const boardAudiences = ['nobody', 'departments', 'everybody'] as const;
export type BoardAudience = (typeof boardAudiences)[number];

/** `permission`: its reader may not see such figures; `scope`: it is of chats or agents that they may not see; `slow`: it takes too long */
export const tileStates = ['shown', 'permission', 'scope', 'slow'] as const;
export type TileState = (typeof tileStates)[number];

/** Parts into which a figure can be divided: each of them opens its rows. */
export function bysOf(measure: FigureMeasure): readonly BoardBy[] {
  if (!isOfTurns(measure)) return chatBys;
  if (measure === 'turn.dayPeople') return ['day'];
  return measure === 'turn.scoped' ? ['none', 'day', 'intent'] : ['none', 'day'];
}

/**
 * Charts that can show a figure by these parts. A line joins times alone. A donut is a whole of parts: chats are in several labels, and
 * means do not add up.
 */
export function chartsOf(by: BoardBy, measure: FigureMeasure): readonly BoardChart[] {
  if (!bysOf(measure).includes(by)) return [];
  if (by === 'none') return ['card'];
  if (by === 'day' || by === 'hour') return ['line', 'bars', 'table'];
  return by !== 'label' && !isOfTurns(measure) && isCountOfChats(measure) ? ['bars', 'donut', 'table'] : ['bars', 'table'];
}

type Drawn = { key: string; by: BoardBy; chart: BoardChart; measure: FigureMeasure };

/** Faults of tiles by their fields, for the form and for the server: two with one key, and charts that cannot show their parts. */
export function boardFaults(tiles: readonly Drawn[]): { field: string; code: 'board.twice' | 'board.chart' }[] {
  return tiles.flatMap(({ key, by, chart, measure }, place) => [
    ...(tiles.findIndex((tile) => tile.key === key) < place ? [{ field: `tiles.${place}.key`, code: 'board.twice' as const }] : []),
    ...(chartsOf(by, measure).includes(chart) ? [] : [{ field: `tiles.${place}.chart`, code: 'board.chart' as const }]),
  ]);
}
