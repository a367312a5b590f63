import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** @param pausedBy as JSON; null: people paused it, or nothing does */
export async function updateState(
  tx: Tx,
  enterpriseId: string,
  journeyId: string,
  { state, pausedBy }: { state: 'PUBLISHED' | 'PAUSED'; pausedBy: string | null },
): Promise<void> {
  await tx
    .updateTable('journeys')
    .set({ state, pausedBy })
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .execute();
}

/** Locks a stream, be it in the bin. @returns its state */
export async function lockState(tx: Tx, enterpriseId: string, journeyId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('journeys')
    .select('state')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .forUpdate()
    .executeTakeFirst();
  return row?.state;
}

/** Locks those of these streams that are published and not paused. */
export const lockRunning = (tx: Tx, enterpriseId: string, journeyIds: readonly string[]) =>
  tx
    .selectFrom('journeys')
    .select(['journeyId', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', 'in', journeyIds)
    .where('state', '=', 'PUBLISHED')
    .orderBy('journeyId')
    .forUpdate()
    .execute();

/** Makes the inputs of a stream due now that came while it was paused. @returns their walks */
export async function releaseInside(tx: Tx, enterpriseId: string, journeyId: string): Promise<string[]> {
  const { rows } = await sql<{ instanceId: string }>`
    with locked as (
      select i.input_id from journey_inputs i
      join journey_live l on l.enterprise_id = i.enterprise_id and l.instance_id = i.instance_id
      where i.enterprise_id = ${enterpriseId} and l.journey_id = ${journeyId} and not l.is_suspended order by i.input_id for update of i)
    update journey_inputs i set is_kept = false from locked where i.enterprise_id = ${enterpriseId} and i.input_id = locked.input_id
    returning i.instance_id`.execute(tx);
  return rows.map(({ instanceId }) => instanceId);
}

/** Locks the rows in the order of their ids, as turns write them: otherwise both could wait for each other. */
export const holdWaits = (tx: Tx, enterpriseId: string, journeyId: string, isHeld: boolean) =>
  sql`
    with locked as (
      select instance_id from journey_waits w where enterprise_id = ${enterpriseId} and journey_id = ${journeyId} and not exists (
        select from journey_live l where l.enterprise_id = w.enterprise_id and l.instance_id = w.instance_id and l.is_suspended)
      order by instance_id for update)
    update journey_waits w set is_held = ${isHeld} from locked where w.enterprise_id = ${enterpriseId} and w.instance_id = locked.instance_id`.execute(
    tx,
  );
