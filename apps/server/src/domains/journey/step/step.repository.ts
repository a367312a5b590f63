import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { JourneyMilestoneTable } from '#platform/db/schema.journey.ts';
import type { InstanceRow } from '../row/instance.repository.ts';

export async function findStates(tx: Read, enterpriseId: string, journeyIds: readonly string[]): Promise<Map<string, string>> {
  if (journeyIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('journeys')
    .select(['journeyId', 'state'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', 'in', [...journeyIds])
    .execute();
  return new Map(rows.map(({ journeyId, state }) => [journeyId, state]));
}

/** Finds the walks that talk now with these customers on these channels. */
export const findHolders = (tx: Read, enterpriseId: string, rows: readonly InstanceRow[]) =>
  tx
    .selectFrom('journeyLive')
    .select(['instanceId', 'channelId', 'customerId', 'priority'])
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`channel_id = any(${[...new Set(rows.map(({ channelId }) => channelId))]}::uuid[])`)
    .where(sql<boolean>`customer_id = any(${rows.map(({ customerId }) => customerId)}::uuid[])`)
    .where('holds', '=', true)
    .execute();

/** @property input, visits traces as JSON, masked where they are sensitive */
export type TracedTurn = { instanceId: string; turn: number; input: string; visits: string };

/** Adds the turns of a batch of walks. */
export async function insertTurns(tx: Tx, enterpriseId: string, turns: readonly TracedTurn[], now: Date): Promise<void> {
  await sql`
    insert into journey_turns (enterprise_id, instance_id, turn, at, input, visits)
    select ${enterpriseId}, t.instance_id, t.turn, ${now}, t.input, t.visits
    from unnest(${turns.map(({ instanceId }) => instanceId)}::uuid[], ${turns.map(({ turn }) => turn)}::integer[],
      ${turns.map(({ input }) => input)}::jsonb[], ${turns.map(({ visits }) => visits)}::jsonb[]) t(instance_id, turn, input, visits)`.execute(
    tx,
  );
}

/** Notes that a walk has reached a milestone, once. @returns false: it had before */
export async function insertMilestone(tx: Tx, milestone: Insertable<JourneyMilestoneTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('journeyMilestones')
    .values(milestone)
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'instanceId', 'milestoneId']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Notes failures by their keys, in the order that is given. @returns the keys that were not noted before */
export async function insertFailures(tx: Tx, enterpriseId: string, keys: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ requestKey: string }>`
    insert into journey_requests (enterprise_id, request_key, result, at)
    select ${enterpriseId}, k.key, '{}', ${now} from unnest(${keys}::text[]) k(key)
    on conflict do nothing returning request_key`.execute(tx);
  return rows.map(({ requestKey }) => requestKey);
}

/** Keeps plans for any keys: planning the statements of each batch anew takes a quarter of its time. */
export async function planForAnyKeys(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
}

/** Finds the walks of a customer that are under way. */
export async function findLiveOf(tx: Read, enterpriseId: string, customerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('journeyLive')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}
