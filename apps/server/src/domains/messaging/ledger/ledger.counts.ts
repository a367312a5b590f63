import type { LedgerStatus, MessageSource, RunCounts } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

export type CountFilter = {
  channelId?: string | undefined;
  /** Days in UTC, both included: '2026-11-21' */
  fromDay?: string | undefined;
  toDay?: string | undefined;
  direction?: 'in' | 'out' | undefined;
};
export type MessageCount = { source: MessageSource; status: LedgerStatus; reason: string; count: number; cost: number };

/** Counts of the ledger by source, status and reason: totals and what has changed since they were folded, so exact at every moment. */
export async function countMessages(tx: Read, enterpriseId: string, filter: CountFilter): Promise<MessageCount[]> {
  const where = sql.join(
    [
      sql`enterprise_id = ${enterpriseId}`,
      ...(filter.channelId ? [sql`channel_id = ${filter.channelId}`] : []),
      ...(filter.fromDay ? [sql`day >= ${filter.fromDay}::date`] : []),
      ...(filter.toDay ? [sql`day <= ${filter.toDay}::date`] : []),
      ...(filter.direction ? [sql`direction = ${filter.direction}`] : []),
    ],
    sql` and `,
  );
  // One statement, so that what is folded between two looks is neither missed nor counted twice.
  const { rows } = await sql<MessageCount>`
    select source, status, reason, sum(count) as count, sum(cost) as cost from (
      select source, status, reason, count, cost from message_counts where ${where}
      union all
      select source, status, reason, count, cost from message_count_changes where ${where}) as both_parts
    group by source, status, reason having sum(count) <> 0 order by source, status, reason`.execute(tx);
  return rows;
}

const inFlight: readonly LedgerStatus[] = ['QUEUED', 'SENT', 'UNKNOWN'];

/** audience = skipped + failed + inFlight + delivered. */
function toRunCounts(counts: readonly Pick<MessageCount, 'status' | 'reason' | 'count'>[]): RunCounts {
  const sum = (wanted: readonly LedgerStatus[]) =>
    counts.reduce((total, row) => (wanted.includes(row.status) ? total + row.count : total), 0);
  return {
    audience: counts.reduce((total, row) => total + row.count, 0),
    skipped: sum(['SKIPPED']),
    failed: sum(['FAILED']),
    inFlight: sum(inFlight),
    unknown: sum(['UNKNOWN']),
    delivered: sum(['DELIVERED', 'READ']),
    read: sum(['READ']),
    byReason: counts.map(({ status, reason, count }) => ({ status, reason, count })),
  };
}

/** Counts of several runs at once, for lists. */
export async function countRuns(tx: Read, enterpriseId: string, runIds: readonly string[]): Promise<Map<string, RunCounts>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<MessageCount & { runId: string }>`
    select run_id, status, reason, sum(count) as count from (
      select run_id, status, reason, count from message_counts where enterprise_id = ${enterpriseId} and run_id = any(${runIds}::uuid[])
      union all
      select run_id, status, reason, count from message_count_changes where enterprise_id = ${enterpriseId} and run_id = any(${runIds}::uuid[])) as both_parts
    group by run_id, status, reason having sum(count) <> 0`.execute(tx);
  const byRun = Map.groupBy(rows, (row) => row.runId);
  return new Map(runIds.map((runId) => [runId, toRunCounts(byRun.get(runId) ?? [])]));
}

/** Counts of runs by the contents of their first parts; 0: everybody else. They add up to the counts of the run. */
export async function countContents(
  tx: Read,
  enterpriseId: string,
  runIds: readonly string[],
): Promise<Map<string, Map<number, RunCounts>>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<MessageCount & { runId: string; contentNumber: number }>`
    select run_id, content_number, status, reason, sum(count) as count from (
      select run_id, content_number, status, reason, count from message_counts where enterprise_id = ${enterpriseId} and run_id = any(${runIds}::uuid[])
      union all
      select run_id, content_number, status, reason, count from message_count_changes
      where enterprise_id = ${enterpriseId} and run_id = any(${runIds}::uuid[])) as both_parts
    group by run_id, content_number, status, reason having sum(count) <> 0`.execute(tx);
  const byRun = Map.groupBy(rows, (row) => row.runId);
  const countsOf = (runId: string) =>
    [...Map.groupBy(byRun.get(runId) ?? [], (row) => row.contentNumber)].map(([number, lines]) => [number, toRunCounts(lines)] as const);
  return new Map(runIds.map((runId) => [runId, new Map(countsOf(runId))]));
}
