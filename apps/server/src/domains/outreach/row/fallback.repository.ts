import { activityStates } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import { uuids } from '#platform/db/arrays.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { firstIdAt } from '#platform/db/id-at.ts';

/** Messages of first runs that did not reach, and what became of their people on the other channel. */

export type Unreached = { activityId: string; messageId: string; number: number };

/**
 * Conditions for unreached messages, on rows of the ledger called `m`. People skipped by the gate were never meant to get it, and people
 * who want no marketing want none by another channel either.
 */
const hasFailed = sql<boolean>`(m.status = 'FAILED' and m.reason <> 'OPTED_OUT')`;
const isUndelivered = sql<boolean>`(m.status in ('SENT', 'UNKNOWN') or ${hasFailed})`;

/** @property since no row of the first run is older */
type Open = { enterpriseId: string; activityId: string; since: Date };

/** Failures as they are told; those of runs without an open fallback are nobody's. */
export async function addFailed(tx: Tx, enterpriseId: string, failed: readonly Unreached[], now: Date): Promise<void> {
  await sql`
    insert into activity_fallbacks (enterprise_id, activity_id, message_id, number, created_at)
    select a.enterprise_id, a.activity_id, g.message_id, g.number, ${now}
    from unnest(${uuids(failed, ({ activityId }) => activityId)}::uuid[], ${uuids(failed, ({ messageId }) => messageId)}::uuid[],
      ${failed.map(({ number }) => number)}::integer[]) as g(activity_id, message_id, number)
    join activities a on a.enterprise_id = ${enterpriseId} and a.activity_id = g.activity_id
      and a.fallback_run_id is not null and a.fallback_closed_at is null and a.state = ${sql.lit(activityStates.started)}
    order by g.message_id on conflict do nothing`.execute(tx);
}

const addRows = (rows: RawBuilder<unknown>, { enterpriseId, activityId }: Open, where: RawBuilder<boolean>, now: Date) => sql`
  insert into activity_fallbacks (enterprise_id, activity_id, message_id, number, created_at)
  select ${enterpriseId}, ${activityId}, m.message_id, m.number, ${now} from (${rows}) m where ${where}
  order by m.message_id on conflict do nothing`;

/** Selects rows of a run that were handed over behind `from` and up to `to`, however many runs there are: no other row is read. */
const leftBetween = ({ enterpriseId, activityId, since }: Open, { from, to }: { from: Date; to: Date }): RawBuilder<unknown> => sql`
  select m.* from message_handovers h join messages m
    on m.enterprise_id = h.enterprise_id and m.message_id = h.message_id and m.created_at = h.created_at
  where h.enterprise_id = ${enterpriseId} and h.at > ${from} and h.at <= ${to} and h.message_id >= ${firstIdAt(since)}
    and m.created_at >= ${since} and m.resource_id = ${activityId} and m.direction = 'out'`;

/** Adds messages that left after `from` and up to `to` and were not delivered. A second sweep adds nobody twice. */
export async function addUndelivered(tx: Tx, open: Open, { from, to }: { from: Date; to: Date }, now: Date): Promise<void> {
  await addRows(leftBetween(open, { from, to }), open, isUndelivered, now).execute(tx);
  await tx
    .updateTable('activities')
    .set({ fallbackSweptTo: to })
    .where('enterpriseId', '=', open.enterpriseId)
    .where('activityId', '=', open.activityId)
    .execute();
}

/** Adds all unreached people of the run: the last look, once. */
export async function addAllUnreached(tx: Tx, open: Open, on: 'failed' | 'not_delivered', now: Date): Promise<void> {
  const rows = sql`select * from messages m where m.enterprise_id = ${open.enterpriseId} and m.resource_id = ${open.activityId}
    and m.created_at >= ${open.since} and m.direction = 'out'`;
  await addRows(rows, open, on === 'failed' ? hasFailed : isUndelivered, now).execute(tx);
}

export async function hasWaiting(tx: Tx, { enterpriseId, activityId }: Pick<Open, 'enterpriseId' | 'activityId'>): Promise<boolean> {
  const { rows } = await sql`select from activity_fallbacks
    where enterprise_id = ${enterpriseId} and activity_id = ${activityId} and place is null limit 1`.execute(tx);
  return rows.length > 0;
}

/** Counts the people who wait for their rows. */
export async function countWaiting(tx: Read, enterpriseId: string, activityId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from activity_fallbacks
    where enterprise_id = ${enterpriseId} and activity_id = ${activityId} and place is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export type FallbackPerson = {
  messageId: string;
  customerId: string | null;
  /** The address on the first channel */
  address: string;
  /** The columns of the first run's file, if the person came by one */
  names: string[] | null;
  cells: string[] | null;
};

/**
 * Takes the next people who wait, in the order of the first run: their places in the fallback's run are those behind `frozenUpTo`. People
 * who were reached after all, or are not in the ledger any more, leave the list.
 */
export async function takeWaiting(
  tx: Tx,
  { enterpriseId, activityId }: Pick<Open, 'enterpriseId' | 'activityId'>,
  { frozenUpTo, limit }: { frozenUpTo: number; limit: number },
): Promise<{ people: FallbackPerson[]; isLast: boolean }> {
  const { rows } = await sql<FallbackPerson & { isReached: boolean }>`
    select f.message_id, m.customer_id, m.address, coalesce(m.status in ('DELIVERED', 'READ'), true) as is_reached, u.columns as names, w.cells
    from (select message_id, number from activity_fallbacks
      where enterprise_id = ${enterpriseId} and activity_id = ${activityId} and place is null order by number limit ${limit}) f
      join activities a on a.enterprise_id = ${enterpriseId} and a.activity_id = ${activityId}
      left join messages m on m.enterprise_id = ${enterpriseId} and m.message_id = f.message_id and m.resource_id = ${activityId}
        and m.created_at >= a.started_at - interval '1 hour'
      left join audience_files u on u.enterprise_id = ${enterpriseId}
        and u.file_id = coalesce(a.given_file_id, nullif(a.plan #>> '{audience,fileId}', '')::uuid)
      left join lateral (select cells from audience_rows w
        where w.enterprise_id = ${enterpriseId} and w.file_id = u.file_id and w.address = m.address and w.address <> ''
        order by w.number limit 1) w on true
    order by f.number`.execute(tx);
  const reached = rows.filter(({ isReached }) => isReached);
  if (reached.length > 0) {
    await sql`delete from activity_fallbacks where enterprise_id = ${enterpriseId} and activity_id = ${activityId}
      and message_id = any(${uuids(reached, ({ messageId }) => messageId)}::uuid[])`.execute(tx);
    // Others take their places, so that a batch has as many as its money is for.
    if (rows.length === limit) return takeWaiting(tx, { enterpriseId, activityId }, { frozenUpTo, limit });
  }
  const people = rows.filter(({ isReached }) => !isReached);
  if (people.length > 0)
    await sql`update activity_fallbacks f set place = ${frozenUpTo} + g.place
      from unnest(${uuids(people, ({ messageId }) => messageId)}::uuid[]) with ordinality as g(message_id, place)
      where f.enterprise_id = ${enterpriseId} and f.activity_id = ${activityId} and f.message_id = g.message_id`.execute(tx);
  return { people, isLast: rows.length < limit };
}
