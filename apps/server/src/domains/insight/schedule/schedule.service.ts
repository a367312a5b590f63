import { fieldError, type ReportDelivery, type ReportSchedule, type ReportScheduleSave, reportSchedulesMax } from '@parley/contract';
import { changing, creating, excuse } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { accessBoard, seesBoard } from '../board/board.access.ts';
import { listReaders } from '../board/board.readers.ts';
import { type BoardRow, findBoard } from '../board/board.repository.ts';
import { countUnsent, insertDeliveries, listDeliveries } from './delivery.repository.ts';
import { reportScheduleRecord } from './schedule.record.ts';
import {
  countSchedulesAlone,
  deleteSchedule,
  findSchedule,
  insertSchedule,
  listSchedules,
  lockSchedule,
  type ScheduleRow,
  updateSchedule,
} from './schedule.repository.ts';
import { nextDue } from './schedule.rules.ts';

const mayChange = ({ actor }: Ctx, { ownerId }: ScheduleRow): boolean => ownerId === actor.userId || actor.isAdministrator;
const sees = (ctx: Ctx, row: ScheduleRow): boolean => mayChange(ctx, row) || row.userIds.includes(ctx.actor.userId);
const scheduleNotFound = () => new DomainError('report_schedule.not_found', 'No such schedule.', {});

async function present(ctx: Ctx, tx: Read, row: ScheduleRow): Promise<ReportSchedule> {
  const { enterpriseId, actor } = ctx;
  const [owner = '', ...names] = await findUserNames(tx, enterpriseId, [row.ownerId, ...row.userIds]);
  const board = (await findBoard(tx, enterpriseId, row.boardId)) as BoardRow | undefined;
  const readers = new Map((await listReaders(ctx, tx, [row.ownerId, ...row.userIds])).map((reader) => [reader.userId, reader]));
  const isFit = (id: string) => {
    const reader = readers.get(id);
    return reader !== undefined && board !== undefined && seesBoard(reader, board);
  };
  const isOwn = row.ownerId === actor.userId;
  return {
    id: row.scheduleId,
    board: { id: row.boardId, name: row.boardName },
    rhythm: row.rhythm,
    weekday: row.weekday,
    monthDay: row.monthDay,
    time: row.atTime,
    onlyWithRows: row.onlyWithRows,
    isActive: row.isActive,
    people: row.userIds.map((id, place) => ({ id, name: names[place] ?? '', isFit: isFit(id) })),
    owner: { id: row.ownerId, name: owner },
    isOwn,
    canEdit: mayChange(ctx, row),
    isRecipient: row.userIds.includes(actor.userId),
    nextDueAt: row.isActive && readers.has(row.ownerId) ? row.nextDueAt.toISOString() : null,
    lastDueAt: row.lastDueAt?.toISOString() ?? null,
    failed: mayChange(ctx, row) && row.lastDueAt ? (await countUnsent(tx, enterpriseId, row.scheduleId, row.lastDueAt)).failed : 0,
    version: row.version,
  };
}

export const readSchedules = (ctx: Ctx): Promise<ReportSchedule[]> =>
  ctx.read(async (tx) => {
    const found: ReportSchedule[] = [];
    for (const row of await listSchedules(tx, ctx.enterpriseId, ctx.actor)) found.push(await present(ctx, tx, row));
    return found;
  });

/** @throws DomainError report_schedule.not_found */
export const readSchedule = (ctx: Ctx, scheduleId: string): Promise<ReportSchedule> =>
  ctx.read(async (tx) => {
    const row = await findSchedule(tx, ctx.enterpriseId, scheduleId);
    if (!row || !sees(ctx, row)) throw scheduleNotFound();
    return present(ctx, tx, row);
  });

/** A schedule to change. @throws DomainError report_schedule.not_found, or 1403 for one of others */
async function accessSchedule(tx: Tx, ctx: Ctx, scheduleId: string, right: 'edit' | 'see'): Promise<ScheduleRow> {
  const row = await lockSchedule(tx, ctx.enterpriseId, scheduleId);
  if (!row || !sees(ctx, row)) throw scheduleNotFound();
  if (right === 'edit' && !mayChange(ctx, row)) throw accessDenied(['CHAT.VIEW_ANALYTICS']);
  return row;
}

/** @throws DomainError board.not_found, or request.invalid for recipients who do not see the board or figures of chats */
async function toColumns(ctx: Ctx, tx: Tx, save: ReportScheduleSave, former?: ScheduleRow) {
  const board = await accessBoard(tx, ctx, save.boardId);
  const userIds = [...new Set(save.userIds)];
  const readers = new Map((await listReaders(ctx, tx, userIds)).map((reader) => [reader.userId, reader]));
  const kept = new Set(former?.boardId === save.boardId ? former.userIds : []);
  const isFit = (id: string) => {
    const reader = readers.get(id);
    return kept.has(id) || (reader !== undefined && seesBoard(reader, board));
  };
  if (!userIds.every(isFit)) throw invalidRequest(fieldError('userIds', 'report.reader'));
  const { boardId, rhythm, weekday, monthDay, time: atTime, onlyWithRows, isActive } = save;
  const due = { rhythm, weekday, monthDay, atTime };
  return { ...due, boardId, onlyWithRows, isActive, userIds, nextDueAt: nextDue(due, await ctx.readTimeZone(tx), ctx.now()) };
}

/** @throws DomainError report_schedule.too_many, board.not_found or request.invalid */
export const createSchedule = (ctx: Ctx, save: ReportScheduleSave): Promise<ReportSchedule> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const scheduleId = newId();
    const columns = await toColumns(ctx, tx, save);
    if ((await countSchedulesAlone(tx, enterpriseId)) >= reportSchedulesMax)
      throw new DomainError('report_schedule.too_many', `At most ${reportSchedulesMax} schedules are possible.`, {
        maximum: reportSchedulesMax,
      });
    await creating(
      ctx,
      tx,
      reportScheduleRecord,
      () => scheduleId,
      () => insertSchedule(tx, { ...columns, enterpriseId, scheduleId, ownerId: actor.userId, lastDueAt: null }),
    );
    return present(ctx, tx, (await findSchedule(tx, enterpriseId, scheduleId)) as ScheduleRow);
  });

/** @throws DomainError report_schedule.not_found, 1403, record.changed, board.not_found or request.invalid */
export const saveSchedule = (ctx: Ctx, scheduleId: string, { version, ...save }: ReportScheduleSave & { version: number }) =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const row = await accessSchedule(tx, ctx, scheduleId, 'edit');
    await assertVersion(ctx, tx, reportScheduleRecord, { id: scheduleId, version: row.version }, version);
    const change = { ...(await toColumns(ctx, tx, save, row)), version: row.version + 1 };
    await changing(ctx, tx, reportScheduleRecord, scheduleId, 'edit', () => updateSchedule(tx, enterpriseId, scheduleId, change));
    return present(ctx, tx, (await findSchedule(tx, enterpriseId, scheduleId)) as ScheduleRow);
  });

/** @throws DomainError report_schedule.not_found or 1403 */
export const removeSchedule = (ctx: Ctx, scheduleId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await accessSchedule(tx, ctx, scheduleId, 'edit');
    await changing(ctx, tx, reportScheduleRecord, scheduleId, 'delete', () => deleteSchedule(tx, ctx.enterpriseId, scheduleId));
  });

/** Takes the caller off a schedule. @throws DomainError report_schedule.not_found */
export const leaveSchedule = (ctx: Ctx, scheduleId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const { userIds, version } = await accessSchedule(tx, ctx, scheduleId, 'see');
    if (!userIds.includes(actor.userId)) return excuse(tx, 'the caller gets none of its mails');
    const change = { userIds: userIds.filter((id) => id !== actor.userId), version: version + 1 };
    await changing(ctx, tx, reportScheduleRecord, scheduleId, 'edit', () => updateSchedule(tx, enterpriseId, scheduleId, change));
  });

/** Mails the board to the caller as it is now; a worker sends it. @throws DomainError report_schedule.not_found */
export const sendToCaller = (ctx: Ctx, scheduleId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    await accessSchedule(tx, ctx, scheduleId, 'see');
    const now = ctx.now();
    await insertDeliveries(tx, { enterpriseId, scheduleId, dueAt: now }, [actor.userId], { now, isAsked: true });
  });

/** Recipients see their own mails alone. @throws DomainError report_schedule.not_found */
export const readDeliveries = (ctx: Ctx, scheduleId: string, { from, perPage }: { from: number; perPage: number }) =>
  ctx.read(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const row = await findSchedule(tx, enterpriseId, scheduleId);
    if (!row || !sees(ctx, row)) throw scheduleNotFound();
    const limit = perPage === -1 ? 200 : perPage;
    const of = mayChange(ctx, row) ? undefined : actor.userId;
    const found = await listDeliveries(tx, enterpriseId, scheduleId, { from, most: limit + 1, userId: of });
    const shown = found.slice(0, limit);
    const names = await findUserNames(
      tx,
      enterpriseId,
      shown.map(({ userId }) => userId),
    );
    const deliveries = shown.map(
      ({ dueAt, userId, state, reason, tries, stateAt, isLate, isAsked }, place): ReportDelivery => ({
        dueAt: dueAt.toISOString(),
        user: { id: userId, name: names[place] ?? '' },
        ...{ state, reason, tries, isLate, isAsked },
        at: stateAt.toISOString(),
      }),
    );
    return { deliveries, more: found.length > limit };
  });
