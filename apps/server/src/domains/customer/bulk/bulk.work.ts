import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { holdLease, takeLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import { workOnBulk } from '../attribute/customer.jobs.ts';
import { moveToBin } from '../merge/customer.bin.ts';
import { addAndRecord } from '../set/set.service.ts';
import { countChosen, readChosen, reasonOf } from './bulk.chosen.ts';
import { countsOf, endingBulk } from './bulk.record.ts';
import { type BulkRow, findBulk, isOver, keepMatching, nextWindow, updateBulk } from './bulk.repository.ts';
import { exportCustomers } from './customer.export.ts';

const stepSize = 1000;
const holdMs = 15_000;
const turnMs = 30_000; // then the next turn is a job of its own, so that a worker can be stopped and others come to work as well
const tidyFrom = 10_000;

/** @returns how many of them it changed */
async function act(ctx: EnterpriseContext, tx: Tx, row: BulkRow, customerIds: readonly string[]): Promise<number> {
  if (customerIds.length === 0) return 0;
  if (row.action === 'delete') return (await moveToBin(ctx, tx, customerIds, row.createdBy, reasonOf(row))).length;
  return addAndRecord(tx, { enterpriseId: row.enterpriseId, now: ctx.now, actor: { userId: row.createdBy } }, row.setIds, customerIds);
}

/** One step, in one transaction with how far it came. @returns whether there is more to do */
function step(ctx: EnterpriseContext, bulkId: string): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    // A worker that has lost its lease waits here for the new one and then finds the cursor further on: no customer is changed twice.
    const row = await findBulk(tx, ctx.enterpriseId, bulkId, { lock: true });
    if (!row || isOver(row.state)) return false;
    const chosen = await readChosen(tx, row);
    if (row.state === 'waiting') {
      await updateBulk(tx, row, { state: 'running', total: row.total ?? (await countChosen(tx, row, chosen)) });
      return true;
    }
    const given =
      chosen.ids &&
      [...new Set(chosen.ids)]
        .filter((id) => id > row.cursor)
        .sort()
        .slice(0, stepSize);
    const window = given
      ? { ids: given, last: given.length < stepSize ? undefined : given.at(-1) }
      : await nextWindow(tx, row, chosen.filter, stepSize);
    const matching = await keepMatching(tx, ctx.enterpriseId, window.ids, chosen.ready);
    const changed = await act(ctx, tx, row, matching);
    const done = row.done + (given ? window.ids.length : matching.length);
    const isLast = window.last === undefined;
    const progress = { cursor: window.ids.at(-1) ?? row.cursor, done, changed: row.changed + changed };
    if (!isLast) {
      await updateBulk(tx, row, progress);
      return true;
    }
    // Rows that left the filter meanwhile were meant and are gone: the bar ends at its end.
    const end = { ...progress, state: 'completed', total: done, finishedAt: ctx.now() } as const;
    await endingBulk(ctx, tx, row, countsOf(end), () => updateBulk(tx, row, end));
    return false;
  });
}

/** Works on a bulk job for `turnMs`. A worker that is killed loses at most one step: the next worker continues after the last one. */
export async function runBulkJob(ctx: EnterpriseContext, bulkId: string): Promise<void> {
  const lease = await ctx.transaction((tx) => takeLease(tx, { enterpriseId: ctx.enterpriseId, work: 'bulk', workId: bulkId }, holdMs));
  if (!lease) return;
  if (await holdLease(ctx, lease, () => work(ctx, bulkId))) return;
  await ctx.transaction((tx) => ctx.jobs.enqueue(tx, workOnBulk, { enterpriseId: ctx.enterpriseId, bulkId }));
}

/** @returns false when the turn is over and the job is not */
async function work(ctx: EnterpriseContext, bulkId: string): Promise<boolean> {
  const until = performance.now() + turnMs;
  const row = await ctx.read((tx) => findBulk(tx, ctx.enterpriseId, bulkId));
  if (!row || isOver(row.state)) return true;
  try {
    if (row.action === 'export') {
      await exportCustomers(ctx, row);
      return true;
    }
    while (await step(ctx, bulkId)) if (performance.now() >= until) return false;
    const after = await ctx.read((tx) => findBulk(tx, ctx.enterpriseId, bulkId));
    if ((after?.changed ?? 0) >= tidyFrom) await ctx.transaction((tx) => sql`select tidy_customers()`.execute(tx));
  } catch (error) {
    await failIfHopeless(ctx, bulkId, error);
  }
  return true;
}

/** A group or filter that is gone will not come back: the job ends and says so. Everything else is worth another try. */
async function failIfHopeless(ctx: EnterpriseContext, bulkId: string, error: unknown): Promise<void> {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (!/^(group|filter|attribute)\./.test(code)) throw error;
  await ctx.transaction(async (tx) => {
    const row = await findBulk(tx, ctx.enterpriseId, bulkId, { lock: true });
    if (!row || isOver(row.state)) return;
    await endingBulk(ctx, tx, row, countsOf(row), () => updateBulk(tx, row, { state: 'failed', reason: message, finishedAt: ctx.now() }));
    await notify(ctx, tx, [row.createdBy], {
      kind: 'bulk_failed',
      code: 'bulk.failed',
      values: { reason: message },
      link: '/customer-master/customers',
      cause: bulkId,
    });
  });
}
