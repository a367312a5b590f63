import { failedWatchHours } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { closeRun, countRuns, growRun } from '../../messaging/door.run.ts';
import type { ActivityRow } from '../row/activity.repository.ts';
import { addAllUnreached, addUndelivered, hasWaiting } from '../row/fallback.repository.ts';

const hourMs = 3_600_000;
/** Clocks of two processes may differ by so much. */
const slackMs = hourMs;

/** Returns the time until which the first run is watched once it has ended. */
export const watchedUntil = (row: Pick<ActivityRow, 'plan'>, ended: Date): Date => new Date(ended.getTime() + watchMs(row));
const watchMs = ({ plan: { fallback } }: Pick<ActivityRow, 'plan'>): number =>
  (fallback?.on === 'not_delivered' ? fallback.afterHours : failedWatchHours) * hourMs;

/**
 * Puts people whom the first run has not reached by now on the list of the fallback. It takes no lock for which the recording of an outcome
 * waits.
 * @returns whether that was the last look: nothing of the first run can be told as failed or delivered any more, as far as it is waited for
 */
export const sweepFallback = (ctx: EnterpriseContext, row: ActivityRow): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, activityId, plan, startedAt, fallbackSweptTo, fallbackUntil } = row;
    if (!plan.fallback || !startedAt) return false;
    const now = ctx.now();
    const open = { enterpriseId, activityId, since: new Date(startedAt.getTime() - slackMs) };
    const isLast = fallbackUntil !== null && (fallbackUntil <= now || (await hasSettled(tx, row)));
    if (isLast) {
      await addAllUnreached(tx, open, plan.fallback.on, now);
      return true;
    }
    const [from, to] = [fallbackSweptTo ?? startedAt, new Date(now.getTime() - plan.fallback.afterHours * hourMs)];
    if (plan.fallback.on === 'not_delivered' && to > from) await addUndelivered(tx, open, { from, to }, now);
    return false;
  });

/** Tells whether each message of the first run was delivered, has failed, or was skipped. */
const hasSettled = async (tx: Tx, { enterpriseId, activityId }: ActivityRow): Promise<boolean> =>
  (await countRuns(tx, enterpriseId, [activityId])).get(activityId)?.inFlight === 0;

const lookMs = 2_000;
const receiptLookMs = 30_000;
const warmMs = 60_000;

/**
 * Returns the time of the next look: often while the first run leaves and shortly after it. Results that come hours later may wait half a
 * minute.
 */
export function nextLook(row: ActivityRow, now: Date): Date {
  const hasCooled = row.fallbackUntil !== null && now.getTime() > row.fallbackUntil.getTime() - watchMs(row) + warmMs;
  return new Date(now.getTime() + (hasCooled ? receiptLookMs : lookMs));
}

/**
 * Makes the rows of waiting people, under the locks of runs and iteration; after the last look nobody is added any more.
 * @returns whether the fallback was closed
 */
export async function growFallback(ctx: EnterpriseContext, tx: Tx, row: ActivityRow, wasLastLook: boolean): Promise<boolean> {
  const { enterpriseId, fallbackRunId } = row;
  if (fallbackRunId === null) return false;
  if (await hasWaiting(tx, row)) {
    await growRun(ctx, tx, fallbackRunId);
    return false;
  }
  if (wasLastLook) await closeRun(tx, enterpriseId, fallbackRunId);
  return wasLastLook;
}
