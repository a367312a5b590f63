import { boardsMax, endpoints } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { boardNotFound } from './board.access.ts';
import { boardRecord } from './board.record.ts';
import { countBoardsAlone, deleteBoards, findDeletedBoard, updateBoard } from './board.repository.ts';

export const boardBin: BinDefinition = {
  edit: endpoints.boards.update,
  async restore(ctx, tx, { recordId: boardId }) {
    const { enterpriseId } = ctx;
    if ((await countBoardsAlone(tx, enterpriseId)) >= boardsMax)
      throw new DomainError('bin.full', `At most ${boardsMax} boards are possible.`, {});
    const row = await findDeletedBoard(tx, enterpriseId, boardId);
    if (!row) throw boardNotFound();
    await changing(ctx, tx, boardRecord, boardId, 'restore', () =>
      updateBoard(tx, enterpriseId, boardId, { deletedAt: null, version: row.version + 1 }),
    );
    return { name: row.name, missing: [] };
  },
  purge: ({ enterpriseId }, tx, entries) =>
    deleteBoards(
      tx,
      enterpriseId,
      entries.map(({ recordId }) => recordId),
    ),
};
