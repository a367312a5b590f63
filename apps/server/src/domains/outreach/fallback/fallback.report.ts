import { activityStates, type FallbackFigures, type FallbackProgress, noFallbackFigures, type RunCounts } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { countRuns, noCosts, sumCosts } from '../../messaging/door.run.ts';
import type { ActivityRow } from '../row/activity.repository.ts';
import { countWaiting } from '../row/fallback.repository.ts';

const queuedOf = ({ byReason }: RunCounts): number =>
  byReason.reduce((sum, { status, count }) => (status === 'QUEUED' ? sum + count : sum), 0);
/** Counts the messages that the vendor has, or had. */
export const sentOf = (counts: RunCounts): number => counts.audience - counts.skipped - counts.failed - queuedOf(counts);

/** Reads the results of iterations' fallbacks, by the iterations' ids: each from the counts of its own run. */
export async function readFallbackFigures(
  tx: Read,
  enterpriseId: string,
  rows: readonly ActivityRow[],
): Promise<Map<string, FallbackFigures>> {
  const ids = rows.flatMap(({ fallbackRunId }) => fallbackRunId ?? []);
  const [counts, costs] = await Promise.all([countRuns(tx, enterpriseId, ids), sumCosts(tx, enterpriseId, ids)]);
  return new Map(
    rows.map(({ activityId, fallbackRunId }) => {
      const own = fallbackRunId === null ? undefined : counts.get(fallbackRunId);
      if (!own || fallbackRunId === null) return [activityId, noFallbackFigures];
      return [activityId, { sent: sentOf(own), delivered: own.delivered, ...(costs.get(fallbackRunId) ?? noCosts) }];
    }),
  );
}

/** Reads the progress of an iteration's fallback, in numbers that add up; null if there is none. */
export async function readFallbackProgress(tx: Read, row: ActivityRow): Promise<FallbackProgress | null> {
  const { enterpriseId, activityId, fallbackRunId, fallbackUntil, fallbackClosedAt } = row;
  if (fallbackRunId === null) return null;
  const counts = (await countRuns(tx, enterpriseId, [fallbackRunId])).get(fallbackRunId);
  if (!counts) return null;
  const isOver = row.completedAt !== null || row.stateNow === activityStates.stopped;
  const { audience, skipped, failed, inFlight, unknown, delivered, read } = counts;
  return {
    waiting: isOver || fallbackClosedAt !== null ? 0 : await countWaiting(tx, enterpriseId, activityId),
    audience,
    sent: sentOf(counts),
    delivered,
    read,
    failed,
    skipped,
    inFlight,
    unknown,
    remaining: queuedOf(counts),
    watchesUntil: isOver || fallbackClosedAt !== null ? '' : (fallbackUntil?.toISOString() ?? ''),
    isOver,
  };
}
