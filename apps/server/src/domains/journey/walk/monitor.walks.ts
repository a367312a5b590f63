import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { findWithPeople } from '../../chat/door.ts';
import { type Listed, readListed } from './monitor.query.ts';

/** @property isHeld its stream is paused @property isSuspended somebody else talks with its customer */
export type Walk = Listed & { isLive: boolean; isHeld: boolean; isSuspended: boolean; isWithPeople: boolean };

/** Walks as they stand. Those that go on are held in their place until the input stands: what has ended reads nothing any more. */
export async function findWalks(tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<Walk[]> {
  const ids = instanceIds.filter(isUuid);
  await sql`select from journey_live where enterprise_id = ${enterpriseId} and instance_id = any(${ids}::uuid[]) order by instance_id for key share`.execute(
    tx,
  );
  const listed = await readListed(tx, enterpriseId, [sql`i.instance_id = any(${ids}::uuid[])`], { from: 0, limit: ids.length });
  const { rows } = await sql<{ instanceId: string; isLive: boolean; isSuspended: boolean; isHeld: boolean }>`
    select i.instance_id, l.instance_id is not null as is_live, coalesce(l.is_suspended, false) as is_suspended, coalesce(j.state = 'PAUSED', false) as is_held
    from unnest(${listed.map(({ instanceId }) => instanceId)}::uuid[], ${listed.map(({ journeyId }) => journeyId)}::uuid[]) i(instance_id, journey_id)
    left join journey_live l on l.enterprise_id = ${enterpriseId} and l.instance_id = i.instance_id
    left join journeys j on j.enterprise_id = ${enterpriseId} and j.journey_id = i.journey_id`.execute(tx);
  const standing = new Map(rows.map((row) => [row.instanceId, row]));
  const withPeople = await listWithPeople(tx, enterpriseId, listed);
  return listed.map((row) => ({
    isLive: false,
    isSuspended: false,
    isHeld: false,
    ...standing.get(row.instanceId),
    ...row,
    isWithPeople: withPeople.has(`${row.channelId} ${row.customerId}`),
  }));
}

async function listWithPeople(tx: Tx, enterpriseId: string, walks: readonly Listed[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [channelId, there] of Map.groupBy(walks, (walk) => walk.channelId)) {
    const customerIds = there.map(({ customerId }) => customerId);
    for (const customerId of await findWithPeople(tx, enterpriseId, channelId, customerIds)) found.add(`${channelId} ${customerId}`);
  }
  return found;
}
