import { type DeliveryOutcome, type DeliveryReason, deliveryPauses, deliveryTries } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findActiveAddress, notify, readMailBrand } from '../../account/door.ts';
import { seesBoard } from '../board/board.access.ts';
import { readBoardFigures } from '../board/board.figures.ts';
import { listReaders } from '../board/board.readers.ts';
import { findBoard } from '../board/board.repository.ts';
import {
  countUnsent,
  type DeliveryKey,
  type DeliveryRow,
  findDelivery,
  insertDeliveries,
  listDueDeliveries,
  lockDelivery,
  updateDelivery,
} from './delivery.repository.ts';
import { hasRows, renderReport } from './schedule.mail.ts';
import { outUrl } from './schedule.out.ts';
import { findSchedule, listDueSchedules, lockSchedule, type ScheduleRow, updateSchedule } from './schedule.repository.ts';
import { lastDue, nextDue } from './schedule.rules.ts';

const minuteMs = 60_000;
/** A mail that goes later than that says so. */
const lateMs = 10 * minuteMs;
/** A mail server answers within a minute; a worker that was killed never does. */
const sendingMs = 3 * minuteMs;
const atOnce = 200;

/** Writes down what has become due, and sends it. One that fails holds up no other. */
export async function sendReports(deps: Deps): Promise<void> {
  for (const { enterpriseId, scheduleId } of await listDueSchedules(deps.db, deps.now(), atOnce))
    await takeDue(enterpriseContext(deps, enterpriseId), scheduleId).catch((error: unknown) =>
      deps.log.warn({ err: error, scheduleId }, 'a schedule of mails was not looked at'),
    );
  for (const key of await listDueDeliveries(deps.db, deps.now(), atOnce))
    await deliver(deps, key).catch((error: unknown) => deps.log.warn({ err: error, ...key }, 'a mail of a board was not sent'));
}

/** Makes the mails of the last time that has come: of several that were missed only this one. */
const takeDue = (ctx: EnterpriseContext, scheduleId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const now = ctx.now();
    const row = await lockSchedule(tx, enterpriseId, scheduleId);
    if (!row?.isActive || row.nextDueAt > now) return;
    const zone = await ctx.readTimeZone(tx);
    const dueAt = lastDue(row, zone, now);
    await updateSchedule(tx, enterpriseId, scheduleId, { nextDueAt: nextDue(row, zone, now), lastDueAt: dueAt });
    // Its owner is gone: it rests until somebody takes it over. A board in the bin is mailed to nobody.
    const [owner] = await listReaders(ctx, tx, [row.ownerId]);
    const isKnown = row.lastDueAt !== null && dueAt <= row.lastDueAt;
    if (!owner || row.isBoardGone || isKnown) return;
    const isLate = now.getTime() - dueAt.getTime() > lateMs;
    await insertDeliveries(tx, { enterpriseId, scheduleId, dueAt }, row.userIds, { now, isLate });
  });

type Prepared = { mail: Mail } | { state: 'SKIPPED' | 'FAILED'; reason: DeliveryReason };

async function deliver(deps: Deps, key: DeliveryKey): Promise<void> {
  const ctx = enterpriseContext(deps, key.enterpriseId);
  const [delivery, schedule] = await ctx.read(
    async (tx) => [await findDelivery(tx, key), await findSchedule(tx, key.enterpriseId, key.scheduleId)] as const,
  );
  if (!delivery || !schedule) return;
  if (delivery.state === 'SENDING') return settle(ctx, delivery, schedule, 'SENDING', { state: 'FAILED', reason: 'interrupted' });
  const prepared = await prepare(deps, ctx, delivery, schedule);
  if (!('mail' in prepared)) return settle(ctx, delivery, schedule, 'DUE', prepared);
  if (!(await claim(ctx, delivery))) return;
  try {
    await deps.mailer.send(prepared.mail);
  } catch (error) {
    deps.log.warn({ err: error, scheduleId: key.scheduleId }, 'the mail server took no mail of a board');
    return settle(ctx, delivery, schedule, 'SENDING', { state: 'FAILED', reason: 'mail' });
  }
  await settle(ctx, delivery, schedule, 'SENDING', { state: 'SENT', reason: '' });
}

/** The mail by the recipient's rights of this moment, with the figures of the time at which it was due; or the reason why there is none. */
async function prepare(deps: Deps, ctx: EnterpriseContext, delivery: DeliveryRow, schedule: ScheduleRow): Promise<Prepared> {
  const { enterpriseId } = ctx;
  const { userId, dueAt, isLate, isAsked } = delivery;
  const found = await ctx.read(async (tx) => ({
    reader: (await listReaders(ctx, tx, [userId]))[0],
    user: await findActiveAddress(tx, enterpriseId, userId),
    board: await findBoard(tx, enterpriseId, schedule.boardId),
  }));
  const { reader, user, board } = found;
  if (!user) return { state: 'SKIPPED', reason: 'inactive' };
  if (!reader) return { state: 'SKIPPED', reason: 'right' };
  if (!board || !seesBoard(reader, board)) return { state: 'SKIPPED', reason: 'board' };
  const figures = await readBoardFigures(ctx, reader, board, dueAt);
  if (schedule.onlyWithRows && !isAsked && !hasRows(figures)) return { state: 'SKIPPED', reason: 'rows' };
  const brand = await ctx.transaction((tx) => readMailBrand(deps, tx, enterpriseId));
  const report = { boardId: board.boardId, boardName: board.name, tiles: board.tiles, figures, dueAt, isLate, isAsked };
  // Somebody who has only sent it to themselves has nothing to leave.
  const leaveUrl = schedule.userIds.includes(userId) ? outUrl(deps, delivery) : undefined;
  return { mail: await renderReport(user, brand, { origin: deps.publicUrl(), leaveUrl }, report) };
}

/** Takes a mail to be sent; false: another worker has. From here on it goes once or not at all. */
const claim = (ctx: EnterpriseContext, key: DeliveryKey): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const now = ctx.now();
    const row = await lockDelivery(tx, key);
    if (row?.state !== 'DUE' || row.nextAt > now) return false;
    const nextAt = new Date(now.getTime() + sendingMs);
    await updateDelivery(tx, key, { state: 'SENDING', reason: '', stateAt: now, nextAt, tries: row.tries + 1 });
    return true;
  });

/** Writes down what has become of a mail; one that the mail server refused is tried again. */
const settle = (
  ctx: EnterpriseContext,
  key: DeliveryKey,
  schedule: ScheduleRow,
  from: 'DUE' | 'SENDING',
  outcome: { state: DeliveryOutcome; reason: DeliveryReason },
): Promise<void> =>
  ctx.transaction(async (tx) => {
    const now = ctx.now();
    const row = await lockDelivery(tx, key);
    if (row?.state !== from) return;
    const isAgain = outcome.reason === 'mail' && row.tries < deliveryTries;
    const pauseMs = (deliveryPauses[row.tries - 1] ?? 0) * minuteMs;
    await updateDelivery(tx, key, {
      state: isAgain ? 'DUE' : outcome.state,
      reason: outcome.reason,
      stateAt: now,
      nextAt: isAgain ? new Date(now.getTime() + pauseMs) : now,
    });
    if (!isAgain && !row.isAsked) await tellOwner(ctx, tx, schedule, row.dueAt);
  });

/** Tells the owner once of a time, when the last of its mails is settled, if some did not go. */
async function tellOwner(ctx: EnterpriseContext, tx: Tx, { enterpriseId, scheduleId, ownerId, boardName }: ScheduleRow, dueAt: Date) {
  // The lock makes two mails that are settled at once count one after the other.
  await lockSchedule(tx, enterpriseId, scheduleId);
  const { failed, open } = await countUnsent(tx, enterpriseId, scheduleId, dueAt);
  if (failed === 0 || open > 0) return;
  await notify(ctx, tx, [ownerId], {
    ...{ kind: 'report_failed', code: 'report.not_mailed', values: { board: boardName, count: failed } },
    link: '/boards/schedules',
    cause: `report_failed:${scheduleId}:${dueAt.toISOString()}`,
  });
}
