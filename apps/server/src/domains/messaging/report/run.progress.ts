import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/**
 * The part of a run that has not left yet: @property waiting may leave, @property held may not, @property onWire is being handed over.
 * @property quiet what waits for the end of quiet hours, of both; @property quietUntil when the first of it may leave
 */
export type RunProgress = { waiting: number; held: number; onWire: number; quiet: number; quietUntil: Date | null };

/** The messages of a run that wait for the end of quiet hours, as screens show them. */
export const quietOf = ({ quiet, quietUntil }: Pick<RunProgress, 'quiet' | 'quietUntil'>) =>
  quietUntil ? { count: quiet, until: new Date(quietUntil).toISOString() } : null;

/** Counts the messages of a run by their place. Those on the wire are still QUEUED in the ledger. */
export async function findProgress(tx: Read, enterpriseId: string, runId: string, now: Date): Promise<RunProgress> {
  const { rows } = await sql<RunProgress>`
    select coalesce((select sum(q.size) from send_queue q where q.enterprise_id = ${enterpriseId} and q.run_id = ${runId} and not q.is_held), 0)::integer as waiting,
      coalesce((select sum(q.size) from send_queue q where q.enterprise_id = ${enterpriseId} and q.run_id = ${runId} and q.is_held), 0)::integer as held,
      coalesce((select sum(q.size) from send_queue q where q.enterprise_id = ${enterpriseId} and q.run_id = ${runId} and q.is_quiet and q.due_at > ${now}), 0)::integer as quiet,
      (select min(q.due_at) from send_queue q where q.enterprise_id = ${enterpriseId} and q.run_id = ${runId} and q.is_quiet and q.due_at > ${now}) as quiet_until,
      (select count(*) from send_wire w where w.enterprise_id = ${enterpriseId} and w.run_id = ${runId})::integer as on_wire`.execute(tx);
  return rows[0] as RunProgress;
}

/**
 * Counts what a run handed over in the last minute. Looks at every hand-over of that minute, whosever it was: at 1,000 a second that is 60,000
 * rows, so it is asked for one screen, and never by what sends.
 */
export async function countLastMinute(tx: Read, enterpriseId: string, runId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - 60_000);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from message_handovers h
      join messages m on m.enterprise_id = h.enterprise_id and m.message_id = h.message_id and m.created_at = h.created_at
    where h.enterprise_id = ${enterpriseId} and h.at > ${since} and h.at <= ${now} and m.resource_id = ${runId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** A run, from when its refusals count, and the channel whose blacklist counts. */
export type RefusedRun = { runId: string; since: Date; channelId: string | null };
export type Refusals = { optedOut: number; blocked: number };

/**
 * Counts each run's refusals since a time: by a word, by hand, or by the vendor's report; and the people blocked since. Excludes people
 * whom the gate skipped. One query for any number of runs.
 */
export async function countRefusals(tx: Read, enterpriseId: string, runs: readonly RefusedRun[]): Promise<Map<string, Refusals>> {
  if (runs.length === 0) return new Map();
  const ids = runs.map(({ runId }) => runId);
  const { rows } = await sql<Refusals & { runId: string }>`
    with asked as (
      select * from unnest(${ids}::uuid[], ${runs.map(({ since }) => since)}::timestamptz[], ${runs.map(({ channelId }) => channelId)}::uuid[])
        as r(run_id, since, channel_id)),
    newly as (
      select distinct a.run_id, a.since, s.address, b.kind from asked a join blacklist b on b.enterprise_id = ${enterpriseId} and b.removed_at is null
        and b.created_at >= a.since and (b.channel_id is null or b.channel_id = a.channel_id)
        cross join unnest(number_spellings(b.address)) as s (address)),
    told as (
      select n.run_id, n.address, n.kind, bool_or(m.status = 'FAILED' and m.reason = 'OPTED_OUT') as is_refused from newly n join messages m
        on m.enterprise_id = ${enterpriseId} and m.address = n.address and m.resource_id = n.run_id and m.created_at >= n.since
      where m.status not in ('SKIPPED', 'QUEUED') group by 1, 2, 3),
    -- Of whom the vendor has said it, by the counts of the run: its rows are not looked through.
    refused as (
      select run_id, count from message_counts
      where enterprise_id = ${enterpriseId} and run_id = any(${ids}::uuid[]) and status = 'FAILED' and reason = 'OPTED_OUT'
      union all
      select run_id, count from message_count_changes
      where enterprise_id = ${enterpriseId} and run_id = any(${ids}::uuid[]) and status = 'FAILED' and reason = 'OPTED_OUT')
    select a.run_id,
      (coalesce(t.opted_out, 0) + coalesce((select sum(count) from refused r where r.run_id = a.run_id), 0))::integer as opted_out,
      coalesce(t.blocked, 0)::integer as blocked
    from asked a left join (
      select run_id, count(*) filter (where kind = 'opted_out' and not is_refused) as opted_out, count(*) filter (where kind = 'blocked') as blocked
      from told group by 1) t on t.run_id = a.run_id`.execute(tx);
  return new Map(rows.map(({ runId, ...refusals }) => [runId, refusals]));
}
