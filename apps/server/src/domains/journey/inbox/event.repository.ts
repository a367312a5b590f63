import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyEventTable } from '#platform/db/schema.journey.ts';

/**
 * An event looks for waiting walks, and a walk that comes to a wait looks for events. They run one after the other for each key, or neither
 * would see the other's row.
 */
export async function lockEvents(tx: Tx, enterpriseId: string, wakeKeys: readonly string[]): Promise<void> {
  if (wakeKeys.length === 0) return;
  const keys = [...new Set(wakeKeys)].sort().map((key) => `${enterpriseId} ${key}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(k.key, 0)) from unnest(${keys}::text[]) with ordinality k(key, place) order by place`.execute(
    tx,
  );
}

export type EventWait = { instanceId: string; startedAt: Date; wakeKey: string };
type EarlyEvent = { instanceId: string; eventId: string; event: string; key: string; data: unknown };

/** Finds for each of these walks the first event that it waits for and that has come since it began. */
export async function findEarlyEvents(tx: Read, enterpriseId: string, waits: readonly EventWait[]): Promise<EarlyEvent[]> {
  const { rows } = await sql<EarlyEvent>`
    select w.instance_id, e.event_id, e.event, e.key, e.data
    from unnest(${waits.map(({ instanceId }) => instanceId)}::uuid[], ${waits.map(({ startedAt }) => startedAt)}::timestamptz[], ${waits.map(({ wakeKey }) => wakeKey)}::text[])
      w(instance_id, started_at, wake_key)
    cross join lateral (
      select * from journey_events e where e.enterprise_id = ${enterpriseId} and e.wake_key = w.wake_key and e.at >= w.started_at order by e.at limit 1) e`.execute(
    tx,
  );
  return rows;
}

export async function insertEvent(tx: Tx, event: Insertable<JourneyEventTable>): Promise<void> {
  await tx.insertInto('journeyEvents').values(event).execute();
}

/** Finds the walks that wait for an event by this key. */
export async function findWaitingFor(tx: Read, enterpriseId: string, wakeKey: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('journeyWaits')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('wakeKey', '=', wakeKey)
    .orderBy('instanceId')
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}
