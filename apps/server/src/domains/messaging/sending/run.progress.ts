import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/**
 * What of a run has not left yet: @property waiting may leave, @property held may not, @property onWire is being handed over;
 * @property lastMinute what left in the last minute
 */
export type RunProgress = { waiting: number; held: number; onWire: number; lastMinute: number };

/** Where the messages of a run are. Those on the wire are still QUEUED in the ledger. */
export async function findProgress(tx: Tx, enterpriseId: string, runId: string, now: Date): Promise<RunProgress> {
  const since = new Date(now.getTime() - 60_000);
  const { rows } = await sql<RunProgress>`
    select coalesce((select sum(q.size) from send_queue q where q.enterprise_id = ${enterpriseId} and q.run_id = ${runId} and not q.is_held), 0)::integer as waiting,
      coalesce((select sum(q.size) from send_queue q where q.enterprise_id = ${enterpriseId} and q.run_id = ${runId} and q.is_held), 0)::integer as held,
      (select count(*) from send_wire w where w.enterprise_id = ${enterpriseId} and w.run_id = ${runId})::integer as on_wire,
      (select count(*) from message_handovers h join messages m on m.enterprise_id = h.enterprise_id and m.message_id = h.message_id and m.created_at = h.created_at
       where h.enterprise_id = ${enterpriseId} and h.at > ${since} and h.at <= ${now} and m.resource_id = ${runId})::integer as last_minute`.execute(
    tx,
  );
  return rows[0] as RunProgress;
}

/**
 * Who of a run has refused since a time: by a word, by hand, or by what the vendor said of them; and whom somebody has blocked since.
 * What was skipped by the gate had no part in it.
 */
export async function countRefusals(
  tx: Tx,
  enterpriseId: string,
  runId: string,
  { since, channelId }: { since: Date; channelId: string },
): Promise<{ optedOut: number; blocked: number }> {
  const { rows } = await sql<{ optedOut: number; blocked: number }>`
    with newly as (
      select distinct b.address, b.kind from blacklist b
      where b.enterprise_id = ${enterpriseId} and b.removed_at is null and b.created_at >= ${since} and (b.channel_id is null or b.channel_id = ${channelId})),
    told as (
      select n.address, n.kind, bool_or(m.status = 'FAILED' and m.reason = 'OPTED_OUT') as is_refused from newly n join messages m
        on m.enterprise_id = ${enterpriseId} and m.address = n.address and m.resource_id = ${runId} and m.created_at >= ${since}
      where m.status not in ('SKIPPED', 'QUEUED') group by 1, 2),
    -- Of whom the vendor has said it, by the counts of the run: its rows are not looked through.
    refused as (
      select count from message_counts where enterprise_id = ${enterpriseId} and run_id = ${runId} and status = 'FAILED' and reason = 'OPTED_OUT'
      union all
      select count from message_count_changes where enterprise_id = ${enterpriseId} and run_id = ${runId} and status = 'FAILED' and reason = 'OPTED_OUT')
    select ((select count(*) from told where kind = 'opted_out' and not is_refused) + coalesce((select sum(count) from refused), 0))::integer as opted_out,
      (select count(*) from told where kind = 'blocked')::integer as blocked`.execute(tx);
  return rows[0] ?? { optedOut: 0, blocked: 0 };
}
