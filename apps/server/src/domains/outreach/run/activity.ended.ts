import type { RunCounts } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { countRuns } from '../../messaging/door.run.ts';
import { changingActivity, tellMakers, wordsOf } from '../activity/activity.moves.ts';
import { noCounts } from '../activity/activity.present.ts';
import { watchedUntil } from '../fallback/fallback.watch.ts';
import { type ActivityRow, findActivity, lockActivity, standingOf, updateActivity } from '../row/activity.repository.ts';
import { isAllowed, isFallbackOpen } from '../row/activity.rules.ts';
import { addEntry } from '../row/entry.repository.ts';
import { iterationOf } from '../row/runs.repository.ts';

/** Everything of a run that could leave has left: the iteration is completed once that is true of its fallback too. */
export async function completeActivity(ctx: EnterpriseContext, tx: Tx, runId: string, counts: RunCounts): Promise<void> {
  const of = await iterationOf(tx, ctx.enterpriseId, runId);
  if (!of) return;
  if (of.isFallback) return endFallback(ctx, tx, of.activityId, counts);
  const row = await findActivity(tx, ctx.enterpriseId, of.activityId, { lock: true });
  if (!row || !mayComplete(row)) return;
  if (isFallbackOpen(row)) await watchFirst(ctx, tx, row);
  else await complete(ctx, tx, row, { counts });
}

const mayComplete = (row: ActivityRow): boolean => isAllowed('complete', { ...standingOf(row), state: row.state });

/** The fallback goes on while receipts of the first run may come. */
async function watchFirst(ctx: EnterpriseContext, tx: Tx, row: ActivityRow): Promise<void> {
  const now = ctx.now();
  const fallbackUntil = watchedUntil(row, now);
  await changingActivity(ctx, tx, row.activityId, 'edit', async () => {
    await updateActivity(tx, row, { fallbackUntil }, { now });
    await addEntry(ctx, tx, row.activityId, { kind: 'fallback_waits', values: { until: fallbackUntil.toISOString() } });
  });
}

/** Its first run has ended before, so its lock is not asked for: the holder of that lock may wait for this one's. */
async function endFallback(ctx: EnterpriseContext, tx: Tx, activityId: string, fallback: RunCounts): Promise<void> {
  await lockActivity(tx, ctx.enterpriseId, activityId);
  const row = await findActivity(tx, ctx.enterpriseId, activityId);
  if (!row || !mayComplete(row)) return;
  const counts = (await countRuns(tx, ctx.enterpriseId, [activityId])).get(activityId) ?? noCounts;
  await complete(ctx, tx, row, { counts, fallback });
}

const leftOf = ({ audience, skipped, failed }: RunCounts): number => audience - skipped - failed;

/** Completes the iteration, and notifies its maker of messages that did not leave. */
async function complete(
  ctx: EnterpriseContext,
  tx: Tx,
  row: ActivityRow,
  { counts, fallback }: { counts: RunCounts; fallback?: RunCounts },
): Promise<void> {
  const { audience, skipped, failed } = counts;
  const { activityId } = row;
  await changingActivity(ctx, tx, activityId, 'edit', async () => {
    await updateActivity(tx, row, { completedAt: ctx.now() }, { now: ctx.now() });
    const values = { audience, skipped, failed, ...(fallback ? { fallback: leftOf(fallback) } : {}) };
    await addEntry(ctx, tx, activityId, { kind: 'completed', values });
  });
  await tellMakers(ctx, tx, row, {
    kind: 'campaign_done',
    code: 'activity.done',
    values: { ...wordsOf(row), audience, left: leftOf(counts), skipped, failed },
  });
}
