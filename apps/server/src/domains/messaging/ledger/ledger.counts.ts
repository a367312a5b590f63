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

export type Unreceipted = { channelId: string; count: number; handedOver: number; oldestDay: string };

/**
 * Channels with messages of these days that the vendor took and that have no receipt, with how many it took at all. Read from the counts, so
 * that it costs the same however many messages there are.
 * @param channelIds none: of every channel
 */
export async function countUnreceipted(
  tx: Read,
  enterpriseId: string,
  { fromDay, toDay, channelIds }: { fromDay: string; toDay: string; channelIds: readonly string[] },
): Promise<Unreceipted[]> {
  const where = sql`enterprise_id = ${enterpriseId} and day between ${fromDay}::date and ${toDay}::date and direction = 'out'
    and status in ('SENT', 'DELIVERED', 'READ') ${channelIds.length === 0 ? sql`` : sql`and channel_id = any(${[...channelIds]}::uuid[])`}`;
  const { rows } = await sql<Unreceipted>`
    select d.channel_id, sum(d.sent)::bigint as count, sum(d.count)::bigint as handed_over, (min(d.day) filter (where d.sent > 0))::text as oldest_day from (
      select channel_id, day, sum(count) as count, coalesce(sum(count) filter (where status = 'SENT'), 0) as sent from (
        select channel_id, day, status, count from message_counts where ${where}
        union all
        select channel_id, day, status, count from message_count_changes where ${where}) as both_parts
      group by 1, 2) d
    group by 1 having sum(d.sent) > 0 order by 2 desc, 1`.execute(tx);
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
