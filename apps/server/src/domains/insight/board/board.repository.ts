import type { BoardAudience, BoardTile } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { BoardTable } from '#platform/db/schema.insight.ts';

export type BoardRow = Selectable<BoardTable>;
/** Somebody who sees their own boards, those of all, and those of their departments. */
export type BoardReader = { userId: string; departments: readonly string[] };

const boards = (tx: Read, enterpriseId: string) => tx.selectFrom('boards as b').selectAll('b').where('b.enterpriseId', '=', enterpriseId);

export const findBoard = (tx: Read, enterpriseId: string, boardId: string): Promise<BoardRow | undefined> =>
  boards(tx, enterpriseId).where('b.boardId', '=', boardId).where('b.deletedAt', 'is', null).executeTakeFirst();

export const findDeletedBoard = (tx: Read, enterpriseId: string, boardId: string): Promise<BoardRow | undefined> =>
  boards(tx, enterpriseId).where('b.boardId', '=', boardId).where('b.deletedAt', 'is not', null).executeTakeFirst();

export const lockBoard = (tx: Tx, enterpriseId: string, boardId: string): Promise<BoardRow | undefined> =>
  boards(tx, enterpriseId).where('b.boardId', '=', boardId).where('b.deletedAt', 'is', null).forUpdate('b').executeTakeFirst();

export const listBoards = (tx: Read, enterpriseId: string, { userId, departments }: BoardReader): Promise<BoardRow[]> =>
  boards(tx, enterpriseId)
    .where('b.deletedAt', 'is', null)
    .where(
      sql<boolean>`(b.owner_id = ${userId} or b.audience = 'everybody'
        or (b.audience = 'departments' and b.dept_ids && ${[...departments]}::uuid[]))`,
    )
    .orderBy(sql`lower(b.name)`)
    .orderBy('b.boardId')
    .execute();

/** Boards are added one after the other: their number has a limit. */
export async function countBoardsAlone(tx: Tx, enterpriseId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`boards ${enterpriseId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('boards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export type BoardColumns = { name: string; tiles: readonly BoardTile[]; audience: BoardAudience; deptIds: string[]; isShared: boolean };

export async function insertBoard(
  tx: Tx,
  enterpriseId: string,
  { tiles, ...row }: BoardColumns & { boardId: string; ownerId: string; changedAt: Date },
): Promise<void> {
  await tx
    .insertInto('boards')
    .values({ enterpriseId, ...row, tiles: JSON.stringify(tiles) })
    .execute();
}

type BoardChange = Partial<Omit<BoardColumns, 'tiles'>> & {
  tiles?: string;
  ownerId?: string;
  version?: number;
  changedAt?: Date;
  deletedAt?: Date | null;
};

export async function updateBoard(tx: Tx, enterpriseId: string, boardId: string, change: BoardChange): Promise<void> {
  await tx.updateTable('boards').set(change).where('enterpriseId', '=', enterpriseId).where('boardId', '=', boardId).execute();
}

export async function deleteBoards(tx: Tx, enterpriseId: string, boardIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('boards')
    .where('enterpriseId', '=', enterpriseId)
    .where('boardId', 'in', [...boardIds])
    .execute();
}
