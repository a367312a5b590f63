import { type LedgerStatus, numberSpellings } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { ActivityRow } from '../row/activity.repository.ts';

/** The outcomes of messages, by the ledger's rows of an iteration and of its fallback. */

export type FirstOutcome = {
  messageId: string;
  address: string;
  status: LedgerStatus;
  reason: string;
  contentNumber: number | null;
  name: string | null;
};

/**
 * The outcome of somebody's message in the first run.
 * @param who by the address of the first run, or by the message of it
 */
export async function findFirstOutcome(
  tx: Read,
  { enterpriseId, activityId, startedAt }: Pick<ActivityRow, 'enterpriseId' | 'activityId' | 'startedAt'>,
  who: { address: string } | { messageId: string },
): Promise<FirstOutcome | undefined> {
  // If the audience had an address twice, the row that was sent says more than the one that was skipped as its double.
  const { rows } = await sql<FirstOutcome>`
    select m.message_id, m.address, m.status, m.reason, m.content_number, c.name from messages m
      left join customers c on c.enterprise_id = m.enterprise_id and c.customer_id = m.customer_id and c.deleted_at is null
    where m.enterprise_id = ${enterpriseId} and m.resource_id = ${activityId} and m.created_at >= ${startedAt}
      and ${'address' in who ? sql`m.address = any(${numberSpellings(who.address)}::text[])` : sql`m.message_id = ${who.messageId}`}
    order by m.status = 'SKIPPED', m.number limit 1`.execute(tx);
  return rows[0];
}

export type FallbackOf = Pick<ActivityRow, 'enterpriseId' | 'activityId' | 'fallbackRunId'>;
type Outcome = { address: string | null; status: LedgerStatus | null; reason: string | null };

/** The outcome on the other channel, by the message that did not reach; its parts are null before it has a row. @returns undefined if none was tried */
export async function findOutcome(tx: Read, of: FallbackOf, messageId: string): Promise<Outcome | undefined> {
  const { rows } = await sql<Outcome>`
    select m.address, m.status, m.reason from activity_fallbacks f
      left join messages m on m.enterprise_id = f.enterprise_id and m.resource_id = ${of.fallbackRunId} and m.number = f.place
    where f.enterprise_id = ${of.enterpriseId} and f.activity_id = ${of.activityId} and f.message_id = ${messageId}`.execute(tx);
  return rows[0];
}

/** The first message of somebody whom the fallback has tried at this address. */
export async function findFirstOf(tx: Read, of: FallbackOf, address: string): Promise<string | undefined> {
  if (of.fallbackRunId === null) return undefined;
  const { rows } = await sql<{ messageId: string }>`
    select f.message_id from messages m join activity_fallbacks f
      on f.enterprise_id = m.enterprise_id and f.activity_id = ${of.activityId} and f.place = m.number
    where m.enterprise_id = ${of.enterpriseId} and m.address = any(${numberSpellings(address)}::text[]) and m.resource_id = ${of.fallbackRunId}
    order by m.status = 'SKIPPED', m.number limit 1`.execute(tx);
  return rows[0]?.messageId;
}

export type Answered = { replied: number; pressed: number; clicked: number };
/** Counts the fallbacks' messages that were answered by a button or at all, and those with an opened link, by the ids of their runs. */
export async function countAnswered(tx: Read, enterpriseId: string, runIds: readonly string[]): Promise<Map<string, Answered>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<Answered & { runId: string }>`
    with runs as (select a.activity_id, a.fallback_run_id as run_id from activities a
      where a.enterprise_id = ${enterpriseId} and a.fallback_run_id = any(${[...runIds]}::uuid[])),
    told as (
      select g.run_id, r.message_id, r.kind from runs g join activity_responses r on r.enterprise_id = ${enterpriseId} and r.activity_id = g.activity_id
      union all
      select g.run_id, k.message_id, 'click' from runs g join link_clicks k
        on k.enterprise_id = ${enterpriseId} and k.activity_id = g.activity_id and k.kind = 'person')
    select t.run_id, count(distinct t.message_id) filter (where t.kind <> 'click')::integer as replied,
      count(distinct t.message_id) filter (where t.kind = 'press')::integer as pressed,
      count(distinct t.message_id) filter (where t.kind = 'click')::integer as clicked
    from told t join messages m on m.enterprise_id = ${enterpriseId} and m.message_id = t.message_id and m.resource_id = t.run_id
    group by 1`.execute(tx);
  return new Map(rows.map(({ runId, ...counts }) => [runId, counts]));
}
