import type { BoardAudience, BoardTile } from '@parley/contract';
import type { ColumnType } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Default<T> = ColumnType<T, T | undefined, T>;

/** A figure set on one screen; in the bin while it has deletedAt. */
export type BoardTable = {
  enterpriseId: string;
  boardId: string;
  ownerId: string;
  name: string;
  tiles: Json<readonly BoardTile[]>;
  audience: BoardAudience;
  deptIds: Default<string[]>;
  isShared: Default<boolean>;
  version: Default<number>;
  changedAt: Date;
  deletedAt: ColumnType<Date | null, undefined, Date | null>;
};

export type InsightTables = { boards: BoardTable };
