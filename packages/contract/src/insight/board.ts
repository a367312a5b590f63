import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { AnalyticsPlace, AnalyticsRows } from '../chat/analytics.ts';
import { analyticsPage } from '../chat/analytics-kinds.ts';
import { noDepartment } from '../chat/inbox-kinds.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formNumber, Id, Instant, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import {
  boardAudiences,
  boardBys,
  boardCharts,
  boardComparisons,
  boardRanges,
  boardSizes,
  boardTilesMax,
  tileNamesMax,
  tileStates,
} from './board-kinds.ts';
import { type FigureMeasure, figureMeasures, figureUnits } from './figure-kinds.ts';

const names = <T extends z.ZodType>(item: T) => z.array(item).max(tileNamesMax).default([]);

export const FigureMeasureName = z.enum(figureMeasures as [FigureMeasure, ...FigureMeasure[]]);

/** Chats that are counted: those of any of the departments, and of any of the agents, and so on. An empty list narrows nothing. */
export const FigureFilter = z.object({
  departmentIds: names(z.union([Id, z.literal(noDepartment)])),
  /** Agents who had the chat last; of measures of agents, who had it */
  agentIds: names(Id),
  channelIds: names(Id),
  labelIds: names(Id),
  /** The bot whose messages are counted; of figures of bots alone, which nothing else narrows */
  botId: Id.optional(),
});
export type FigureFilter = z.infer<typeof FigureFilter>;

const TileKey = z
  .string()
  .regex(/^[a-z0-9-]{1,36}$/)
  .meta({ examples: ['chats-of-today'] });

/** One figure of a board and its drawing. */
export const BoardTile = z.object({
  /** Names it within its board, whatever its place is */
  key: TileKey,
  /** Empty: the name of its measure */
  title: text(80).default(''),
  measure: FigureMeasureName,
  filter: FigureFilter,
  range: z.enum(boardRanges).default('last7'),
  by: z.enum(boardBys).default('none'),
  chart: z.enum(boardCharts).default('card'),
  compare: z.enum(boardComparisons).default('none'),
  size: z.enum(boardSizes).default('small'),
});
export type BoardTile = z.infer<typeof BoardTile>;

const Head = z.object({
  id: Id,
  name: z.string(),
  audience: z.enum(boardAudiences),
  departmentIds: z.array(Id),
  /** Those with whom it is shared may change it, but not whom it is shared with */
  isShared: z.boolean(),
  owner: z.object({ id: Id, name: z.string() }),
  isOwn: z.boolean(),
  canEdit: z.boolean(),
  changedAt: Instant,
  version: z.number(),
});

/** A board as lists show it. */
export const BoardLine = Head.extend({ tileCount: z.number() }).meta({ id: 'BoardLine' });
export type BoardLine = z.infer<typeof BoardLine>;
export const Board = Head.extend({ tiles: z.array(BoardTile) }).meta({ id: 'Board' });
export type Board = z.infer<typeof Board>;

export const BoardSave = z.object({
  name: requiredText(80),
  tiles: z.array(BoardTile).min(1, faultTexts['board.empty']).max(boardTilesMax),
  audience: z.enum(boardAudiences).default('nobody'),
  departmentIds: z.array(Id).max(tileNamesMax).default([]),
  isShared: formBoolean.default(false),
});
export type BoardSave = z.infer<typeof BoardSave>;

/** @property value null: of nothing @property count rows that it opens */
const Value = z.object({ value: z.number().nullable(), count: z.number() });
/** One part of a figure. @property name empty: of none, of one that is gone, or that the reader's language names */
const Cell = Value.extend({ key: z.string(), name: z.string() });
export type TileCell = z.infer<typeof Cell>;
const Side = z.object({ fromDate: z.iso.date(), toDate: z.iso.date(), whole: Value, cells: z.array(Cell) });
export type TileSide = z.infer<typeof Side>;

/** The figure of a tile as its reader may see it. One that they may not see has no number and no name in it. */
export const TileFigure = z.object({
  key: TileKey,
  state: z.enum(tileStates),
  unit: z.enum(figureUnits),
  better: z.enum(['more', 'less', 'neither']),
  /** Names of departments, agents, channels and labels that it is narrowed to; null: one that is gone, or without a department */
  of: z.array(z.string().nullable()),
  now: Side.nullable(),
  before: Side.nullable(),
  /** Parts beyond those that are shown */
  more: z.number(),
});
export type TileFigure = z.infer<typeof TileFigure>;

export const BoardFigures = z
  .object({
    asOf: Instant,
    zone: z.string(),
    version: z.number(),
    /** The reader's figures are of their own chats, or of their departments' alone */
    scope: z.enum(['own', 'department', 'enterprise']),
    tiles: z.array(TileFigure),
  })
  .meta({ id: 'BoardFigures' });
export type BoardFigures = z.infer<typeof BoardFigures>;

const tag = 'Boards';
const base = '/e/enterprise/reports/boards';
const BoardParams = z.object({ boardId: Id });
/** Readers see what they may see by their own rights; a board is made by those who may see figures of chats. */
const read = screens.boards.permissions;
const write = screens.chatAnalytics.permissions;

export const boardEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: "The caller's boards and those that are shared with them, by name",
    tag,
    access: read,
    answer: z.array(BoardLine),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a board',
    audit: leaves('board', 'create'),
    tag,
    access: write,
    body: BoardSave,
    answer: Board,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:boardId`,
    summary: 'One board with its tiles',
    tag,
    access: read,
    params: BoardParams,
    answer: Board,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:boardId`,
    summary: 'Change a board; whom it is shared with is for its owner',
    audit: leaves('board', 'edit'),
    tag,
    access: write,
    params: BoardParams,
    body: BoardSave.extend({ version: Version }),
    answer: Board,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:boardId`,
    summary: 'Move a board of the own to the bin',
    audit: leaves('board', 'delete'),
    tag,
    access: write,
    params: BoardParams,
    answer: z.null(),
  }),
  figures: defineEndpoint({
    method: 'GET',
    path: `${base}/:boardId/figures`,
    summary: 'The figures of all tiles, each as far as the caller may see it',
    tag,
    access: read,
    perMinute: 60,
    params: BoardParams,
    answer: BoardFigures,
  }),
  readers: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/reports/readers',
    summary: 'Active users who may see figures of chats, by name; the first fifty',
    tag,
    access: write,
    query: z.object({ name: text(120).default('') }),
    answer: z.array(z.object({ id: Id, name: z.string() })),
  }),
  rows: defineEndpoint({
    method: 'GET',
    path: `${base}/:boardId/rows`,
    summary: 'The chats that a figure of a tile counts, newest first',
    tag,
    access: write,
    perMinute: 120,
    params: BoardParams,
    query: z.object({
      tile: TileKey,
      /** Key of the part; absent: the whole */
      part: z.string().max(60).optional(),
      /** The figure is of the days that it is compared with */
      former: formBoolean.default(false),
      after: AnalyticsPlace.optional(),
      perPage: formNumber(1, 200).default(analyticsPage),
    }),
    answer: AnalyticsRows,
  }),
};
