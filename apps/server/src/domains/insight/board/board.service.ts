import { type AnalyticsRows, type Board, type BoardFigures, type BoardLine, type BoardSave, boardsMax, fieldError } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import { assertDepartments, findUserNames } from '../../account/door.ts';
import { readFigureRows } from '../../chat/door.ts';
import { readNames } from '../figure/figure.measure.ts';
import { accessBoard, accessOwnBoard, changesBoard } from './board.access.ts';
import { askOf, isOfChats, readBoardFigures } from './board.figures.ts';
import { boardRecord } from './board.record.ts';
import { type BoardRow, countBoardsAlone, findBoard, insertBoard, listBoards, updateBoard } from './board.repository.ts';
import { assertTiles, refusalOf } from './board.tiles.ts';

const presentHead = ({ actor }: Ctx, row: BoardRow, ownerName: string) => ({
  id: row.boardId,
  name: row.name,
  audience: row.audience,
  departmentIds: row.deptIds,
  isShared: row.isShared,
  owner: { id: row.ownerId, name: ownerName },
  isOwn: row.ownerId === actor.userId,
  canEdit: can(actor, 'CHAT.VIEW_ANALYTICS') && changesBoard(actor, row),
  changedAt: row.changedAt.toISOString(),
  version: row.version,
});

async function present(ctx: Ctx, tx: Read, row: BoardRow): Promise<Board> {
  const [ownerName = ''] = await findUserNames(tx, ctx.enterpriseId, [row.ownerId]);
  return { ...presentHead(ctx, row, ownerName), tiles: [...row.tiles] };
}

export const readBoards = (ctx: Ctx): Promise<BoardLine[]> =>
  ctx.read(async (tx) => {
    const rows = await listBoards(tx, ctx.enterpriseId, ctx.actor);
    const owners = await findUserNames(
      tx,
      ctx.enterpriseId,
      rows.map(({ ownerId }) => ownerId),
    );
    return rows.map((row, place) => ({ ...presentHead(ctx, row, owners[place] ?? ''), tileCount: row.tiles.length }));
  });

/** @throws DomainError board.not_found */
export const readBoard = (ctx: Ctx, boardId: string): Promise<Board> =>
  ctx.read(async (tx) => present(ctx, tx, await accessBoard(tx, ctx, boardId)));

/** Departments are kept only where the board is shared with departments. @throws DomainError department.not_found or request.invalid */
async function toColumns(ctx: Ctx, tx: Read, { name, tiles, audience, departmentIds, isShared }: BoardSave, former?: BoardRow) {
  const deptIds = audience === 'departments' ? [...new Set(departmentIds)] : [];
  if (audience === 'departments' && deptIds.length === 0) throw invalidRequest(fieldError('departmentIds', 'field.mandatory'));
  const kept = new Set(former?.deptIds);
  await assertDepartments(
    tx,
    ctx.enterpriseId,
    deptIds.filter((id) => !kept.has(id)),
  );
  assertTiles(tiles, await readNames(tx, ctx.enterpriseId), former?.tiles ?? []);
  return { name: name.trim(), tiles, audience, deptIds, isShared: audience !== 'nobody' && isShared, changedAt: ctx.now() };
}

/** @throws DomainError board.too_many, department.not_found or request.invalid */
export const createBoard = (ctx: Ctx, save: BoardSave): Promise<Board> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const boardId = newId();
    const columns = await toColumns(ctx, tx, save);
    if ((await countBoardsAlone(tx, enterpriseId)) >= boardsMax)
      throw new DomainError('board.too_many', `At most ${boardsMax} boards are possible.`, { maximum: boardsMax });
    await creating(
      ctx,
      tx,
      boardRecord,
      () => boardId,
      () => insertBoard(tx, enterpriseId, { ...columns, boardId, ownerId: actor.userId }),
    );
    return present(ctx, tx, (await findBoard(tx, enterpriseId, boardId)) as BoardRow);
  });

/** Somebody else than its owner changes nothing of whom a board is shared with. @throws DomainError board.not_found, 1403, record.changed, department.not_found or request.invalid */
export const saveBoard = (ctx: Ctx, boardId: string, { version, ...save }: BoardSave & { version: number }): Promise<Board> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const row = await accessOwnBoard(tx, ctx, boardId, 'edit');
    await assertVersion(ctx, tx, boardRecord, { id: boardId, version: row.version }, version);
    const sharing = row.ownerId === actor.userId ? {} : { audience: row.audience, departmentIds: row.deptIds, isShared: row.isShared };
    const { tiles, ...columns } = await toColumns(ctx, tx, { ...save, ...sharing }, row);
    const change = { ...columns, tiles: JSON.stringify(tiles), version: row.version + 1 };
    await changing(ctx, tx, boardRecord, boardId, 'edit', () => updateBoard(tx, enterpriseId, boardId, change));
    return present(ctx, tx, (await findBoard(tx, enterpriseId, boardId)) as BoardRow);
  });

/** Moves a board into the bin. @throws DomainError board.not_found or 1403 */
export const removeBoard = (ctx: Ctx, boardId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const { name, audience, ownerId } = await accessOwnBoard(tx, ctx, boardId, 'own');
    const hidden = audience === 'nobody' ? { ownerId } : {};
    await ctx.bin.put(tx, actor.userId, [{ kind: 'board', recordId: boardId, name, ...hidden }]);
    await changing(ctx, tx, boardRecord, boardId, 'delete', () => updateBoard(tx, enterpriseId, boardId, { deletedAt: ctx.now() }));
  });

/** @throws DomainError board.not_found */
export async function readFiguresOf(ctx: Ctx, boardId: string): Promise<BoardFigures> {
  const board = await ctx.read((tx) => accessBoard(tx, ctx, boardId));
  return readBoardFigures(ctx, ctx.actor, board, ctx.now());
}

type Place = { tile: string; part?: string | undefined; former: boolean; after?: string | undefined; perPage: number };

/** Rows of messages of bots are those of their report. @throws DomainError board.not_found, board.tile_not_found for one that is gone, of a bot, or that the caller may not see, or report.too_slow */
export async function readRowsOf(ctx: Ctx, boardId: string, { tile: key, part, former, after, perPage }: Place): Promise<AnalyticsRows> {
  const { tiles, zone } = await ctx.read(async (tx) => ({ ...(await accessBoard(tx, ctx, boardId)), zone: await ctx.readTimeZone(tx) }));
  const tile = tiles.find((one) => one.key === key);
  if (!tile || !isOfChats(tile) || refusalOf(ctx.actor, tile)) throw new DomainError('board.tile_not_found', 'No such tile.', {});
  const ask = askOf(tile, { at: ctx.now(), zone });
  return readFigureRows(ctx, ask, { part, compare: tile.compare, isFormer: former, after, perPage });
}
