import type { Read, Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { type BoardReader, type BoardRow, findBoard, lockBoard } from './board.repository.ts';

export const boardNotFound = () => new DomainError('board.not_found', 'No such board.', {});

type Shared = Pick<BoardRow, 'ownerId' | 'audience' | 'deptIds' | 'isShared'>;

/** Tells whether somebody sees a board: their own, one of all, or one of a department of theirs. */
export const seesBoard = ({ userId, departments }: BoardReader, { ownerId, audience, deptIds }: Shared): boolean =>
  ownerId === userId || audience === 'everybody' || (audience === 'departments' && deptIds.some((id) => departments.includes(id)));

export const changesBoard = (reader: BoardReader, board: Shared): boolean =>
  board.ownerId === reader.userId || (board.isShared && seesBoard(reader, board));

/** @throws DomainError board.not_found */
export async function accessBoard(tx: Read, { enterpriseId, actor }: Ctx, boardId: string): Promise<BoardRow> {
  const row = await findBoard(tx, enterpriseId, boardId);
  if (!row || !seesBoard(actor, row)) throw boardNotFound();
  return row;
}

/** A board to change, locked. @throws DomainError board.not_found, or 1403 for one that is shown alone, or to delete one of others */
export async function accessOwnBoard(tx: Tx, { enterpriseId, actor }: Ctx, boardId: string, right: 'edit' | 'own'): Promise<BoardRow> {
  const row = await lockBoard(tx, enterpriseId, boardId);
  if (!row || !seesBoard(actor, row)) throw boardNotFound();
  if (right === 'own' ? row.ownerId !== actor.userId : !changesBoard(actor, row)) throw accessDenied(['CHAT.VIEW_ANALYTICS']);
  return row;
}
