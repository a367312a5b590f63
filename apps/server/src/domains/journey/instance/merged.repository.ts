import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { CountedWalk } from '../merge/merged.rules.ts';
import type { InstanceRow } from '../row/instance.repository.ts';

/** Walks that end with the merge. @property into the walk of the same stream that goes on instead; null: another stream talks there */
export async function findRivals(
  tx: Read,
  enterpriseId: string,
  from: string,
  to: string,
): Promise<{ instanceId: string; into: string | null }[]> {
  const { rows } = await sql<{ instanceId: string; into: string | null }>`
    select l.instance_id, min(k.instance_id::text) filter (where k.journey_id = l.journey_id and k.entry_key = l.entry_key) as "into"
    from journey_live l join journey_live k on k.enterprise_id = l.enterprise_id and k.customer_id = ${to}
      and ((k.journey_id = l.journey_id and k.entry_key = l.entry_key) or (k.channel_id = l.channel_id and k.holds and l.holds))
    where l.enterprise_id = ${enterpriseId} and l.customer_id = ${from} group by 1 order by 1`.execute(tx);
  return rows;
}

/** Most walks of one person that are checked; of a person with more, the newest are. */
const mostLookedAt = 1000;

/** Walks of streams that both have been in, with what their versions say about coming back. */
export async function findCounted(tx: Read, enterpriseId: string, from: string, to: string): Promise<CountedWalk[]> {
  const { rows } = await sql<CountedWalk>`
    select i.instance_id, i.journey_id, i.environment, i.started_at, i.ended_at, i.state, i.customer_id = ${to} as is_kept,
      coalesce(v.document #>> '{settings,reentry}', 'one') as reentry, coalesce((v.document #>> '{settings,reentryDays}')::int, 30) as reentry_days
    from journey_instances i
    join journey_versions v on v.enterprise_id = i.enterprise_id and v.journey_id = i.journey_id and v.version = i.version
    where i.enterprise_id = ${enterpriseId} and i.customer_id in (${from}, ${to}) and i.merged_into is null
      and exists (select from journey_instances o where o.enterprise_id = i.enterprise_id and o.journey_id = i.journey_id
        and o.customer_id = case when i.customer_id = ${to} then ${from}::uuid else ${to}::uuid end)
    order by i.started_at desc limit ${mostLookedAt}`.execute(tx);
  return rows;
}

export const findWalks = (tx: Read, enterpriseId: string, instanceIds: readonly string[]): Promise<InstanceRow[]> =>
  tx
    .selectFrom('journeyInstances')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`instance_id = any(${instanceIds}::uuid[])`)
    .orderBy('instanceId')
    .execute();

/** Writes which walk goes on instead of each of these, and of those that each of them stood for. */
export async function nameFollower(tx: Tx, enterpriseId: string, lost: readonly string[], into: readonly string[]): Promise<void> {
  await sql`
    update journey_instances i set merged_into = g."into" from unnest(${lost}::uuid[], ${into}::uuid[]) g(lost, "into")
    where i.enterprise_id = ${enterpriseId} and (i.instance_id = g.lost or i.merged_into = g.lost)`.execute(tx);
}

/** Gives milestones to the walks that go on, each as it was reached first, and takes them from the others. */
export async function giveMilestones(tx: Tx, enterpriseId: string, lost: readonly string[], into: readonly string[]): Promise<void> {
  await sql`
    insert into journey_milestones (enterprise_id, instance_id, milestone_id, journey_id, version, customer_id, at)
    select distinct on (g."into", m.milestone_id) m.enterprise_id, g."into", m.milestone_id, m.journey_id, m.version, m.customer_id, m.at
    from journey_milestones m join unnest(${lost}::uuid[], ${into}::uuid[]) g(lost, "into") on m.instance_id = g.lost
    where m.enterprise_id = ${enterpriseId} order by g."into", m.milestone_id, m.at
    on conflict (enterprise_id, instance_id, milestone_id) do nothing`.execute(tx);
  await tx
    .deleteFrom('journeyMilestones')
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`instance_id = any(${lost}::uuid[])`)
    .execute();
}

/** Gives the walks of one customer, and what they have reached, to another. */
export async function giveWalks(tx: Tx, enterpriseId: string, from: string, to: string): Promise<void> {
  for (const table of ['journeyInstances', 'journeyLive', 'journeyMilestones'] as const)
    await tx.updateTable(table).set({ customerId: to }).where('enterpriseId', '=', enterpriseId).where('customerId', '=', from).execute();
}
