import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** Launches of an encap, the newest first. */
export async function listLaunchNames(
  tx: Read,
  enterpriseId: string,
  encapId: string,
): Promise<{ id: string; name: string; state: number }[]> {
  const rows = await tx
    .selectFrom('encapLaunches')
    .select(['launchId as id', 'name', 'state'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', encapId)
    .where('state', '<>', 5)
    .orderBy('launchId', 'desc')
    .limit(500)
    .execute();
  return rows;
}

/** Launches that are neither over nor deleted. */
export async function countGoingLaunches(tx: Read, enterpriseId: string, encapId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('encapLaunches')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', encapId)
    .where('state', 'in', [1, 2, 3])
    .executeTakeFirstOrThrow();
  return count;
}

/** Forms that the draft of an encap names. */
export async function listFormsNamed(tx: Read, enterpriseId: string, encapId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.form_id as id, f.name from journey_refs r
    join forms f on f.enterprise_id = r.enterprise_id and f.form_id::text = r.ref_id and f.deleted_at is null
    where r.enterprise_id = ${enterpriseId} and r.journey_id = ${encapId} and r.version = 0 and r.kind = 'form'
    order by lower(f.name), f.form_id`.execute(tx);
  return rows;
}

/** Walks in production that have reached each milestone, whatever their version. */
export async function countMilestones(tx: Read, enterpriseId: string, encapId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select m.milestone_id as id, count(*)::int as count from journey_milestones m
    join journey_instances i on i.enterprise_id = m.enterprise_id and i.instance_id = m.instance_id and i.environment = 'production'
    where m.enterprise_id = ${enterpriseId} and m.journey_id = ${encapId} group by 1`.execute(tx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
