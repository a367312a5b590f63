import type { Settings } from '@parley/journey';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyInstanceTable } from '#platform/db/schema.journey.ts';

/** A version of a stream on a channel, into which people come. */
export type Stream = { journeyId: string; version: number; channelId: string };

export type Opened = { settings: Settings; environment: 'sandbox' | 'production' };

type Seated = { customerId: string; entryKey: string };

export const seatOf = ({ customerId, entryKey }: Seated): string => `${customerId} ${entryKey}`;

export async function findOpened(tx: Read, enterpriseId: string, { journeyId, version, channelId }: Stream): Promise<Opened | undefined> {
  const { rows } = await sql<Opened>`
    select v.document->'settings' as settings, c.environment from journey_versions v
    join channels c on c.enterprise_id = v.enterprise_id and c.channel_id = ${channelId}
    where v.enterprise_id = ${enterpriseId} and v.journey_id = ${journeyId} and v.version = ${version}`.execute(tx);
  return rows[0];
}

/** Lists the customers that have been in the stream since then. */
export async function listEntered(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
  customerIds: readonly string[],
  since: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from unnest(${[...customerIds]}::uuid[]) c (customer_id)
    where exists (select from journey_instances i where i.enterprise_id = ${enterpriseId} and i.customer_id = c.customer_id
      and i.journey_id = ${journeyId} and i.started_at >= ${since})`.execute(tx);
  return new Set(rows.map(({ customerId }) => customerId));
}

/** The walks that sit there now, by their seats. */
export async function listSeated(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
  seats: readonly Seated[],
): Promise<Map<string, string>> {
  const { rows } = await sql<Seated & { instanceId: string }>`
    select l.customer_id, l.entry_key, l.instance_id from journey_live l
    join unnest(${seats.map(({ customerId }) => customerId)}::uuid[], ${seats.map(({ entryKey }) => entryKey)}::text[]) s (customer_id, entry_key)
      on l.customer_id = s.customer_id and l.entry_key = s.entry_key
    where l.enterprise_id = ${enterpriseId} and l.journey_id = ${journeyId}`.execute(tx);
  return new Map(rows.map((row) => [seatOf(row), row.instanceId]));
}

/** Adds walks that have just begun. */
export async function insertBegun(tx: Tx, walks: readonly Insertable<JourneyInstanceTable>[]): Promise<void> {
  await tx.insertInto('journeyInstances').values(walks).execute();
}

/** Ends running walks, and counts each at the quarter of an hour of its start. @returns the ids of those that were running */
export async function stopRunning(
  tx: Tx,
  enterpriseId: string,
  instanceIds: readonly string[],
  reason: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ instanceId: string }>`
    with stopped as (
      update journey_instances i set state = 'STOPPED', reason = ${reason}, ended_at = ${now}, changed_at = ${now}
      from journey_live l
      where l.enterprise_id = ${enterpriseId} and l.instance_id = any(${[...instanceIds]}::uuid[])
        and i.enterprise_id = l.enterprise_id and i.instance_id = l.instance_id and i.started_at = l.started_at
        and i.state in ('RUNNING', 'WAITING') returning i.*),
    -- The page behind such a walk is over too.
    ended_links as (
      update encap_links k set state = 'ENDED', ended_at = ${now} from stopped
      where k.enterprise_id = stopped.enterprise_id and k.instance_id = stopped.instance_id and k.state in ('BEGUN', 'HANDED_OVER')),
    counted as (
      insert into journey_count_changes (enterprise_id, journey_id, version, hour, channel_id, environment, what, exit, count)
      select enterprise_id, journey_id, version, date_bin('15 minutes', started_at, 'epoch'), channel_id, environment, 'ended', 'STOPPED', 1 from stopped
      union all
      -- One that has not taken its first step yet has not been counted as started.
      select enterprise_id, journey_id, version, date_bin('15 minutes', started_at, 'epoch'), channel_id, environment, 'started', '', 1 from stopped where turn = 0)
    select instance_id from stopped`.execute(tx);
  return rows.map(({ instanceId }) => instanceId);
}
