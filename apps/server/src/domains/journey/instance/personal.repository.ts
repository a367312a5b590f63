import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Person } from '../../../personal-data.ts';

/** Erased walks hold no personal data any more. */
const instances = ({ enterpriseId, customerIds }: Person) => sql`i.enterprise_id = ${enterpriseId}
  and i.customer_id = any(${customerIds}::uuid[]) and i.instance <> '{}'`;

/** Selects the walks of a person, with what was answered and found there. */
export const rowsOfPerson = (
  person: Person,
) => sql`select i.instance_id::text as key, i.started_at, j.name as stream, i.version, i.state, i.outcome,
      jsonb_path_query_array(i.instance, '$.frames[*].variables') as variables,
      (select jsonb_agg(jsonb_build_object('at', t.at, 'input', t.input) order by t.turn) from journey_turns t
        where t.enterprise_id = i.enterprise_id and t.instance_id = i.instance_id) as turns
    from journey_instances i left join journeys j on j.enterprise_id = i.enterprise_id and j.journey_id = i.journey_id where ${instances(person)}`;

/** Deletes the walks of a person that wait to begin. */
export async function deletePersonStarts(tx: Tx, { enterpriseId, customerIds }: Person): Promise<void> {
  await tx
    .deleteFrom('journeyStarts')
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`customer_id = any(${[...customerIds]}::uuid[])`)
    .execute();
}

/** Locks the next walks of a person that hold personal data. */
export async function lockWalks(tx: Tx, person: Person, most: number): Promise<string[]> {
  const { rows } = await sql<{ instanceId: string }>`
    select i.instance_id from journey_instances i where ${instances(person)} order by i.instance_id limit ${most} for update`.execute(tx);
  return rows.map(({ instanceId }) => instanceId);
}

/** Deletes the turns, inputs and calls of walks. */
export async function deleteTraces(tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<void> {
  for (const table of ['journeyTurns', 'journeyInputs', 'journeyPastInputs', 'journeyCalls'] as const)
    await tx.deleteFrom(table).where('enterpriseId', '=', enterpriseId).where('instanceId', 'in', instanceIds).execute();
}

/** Empties walks of everything that is personal. */
export async function blank(tx: Tx, enterpriseId: string, instanceIds: readonly string[], now: Date): Promise<void> {
  await sql`update journey_instances i set instance = '{}', address = '', last_error = '', changed_at = ${now}
    where i.enterprise_id = ${enterpriseId} and i.instance_id = any(${instanceIds}::uuid[])`.execute(tx);
}
