import { sql } from 'kysely';
import { type Person, type PersonalData, personalRows } from '../../../personal-data.ts';
import { stopNow } from '../start/instance.stop.ts';

/** Erased walks hold no personal data any more. */
const instances = ({ enterpriseId, customerIds }: Person) => sql`i.enterprise_id = ${enterpriseId}
  and i.customer_id = any(${customerIds}::uuid[]) and i.instance <> '{}'`;

/** Walks through streams, with what was answered and found there; the counts of reports stay. */
export const instancesOfPerson: PersonalData = personalRows({
  kind: 'journeys',
  // An event is nobody's until a walk hears it, and is gone within a day.
  tables: ['journeyStarts', 'journeyInstances', 'journeyTurns', 'journeyInputs', 'journeyPastInputs', 'journeyCalls', 'journeyEvents'],
  rows: (person) => sql`select i.instance_id::text as key, i.started_at, j.name as stream, i.version, i.state, i.outcome,
      jsonb_path_query_array(i.instance, '$.frames[*].variables') as variables,
      (select jsonb_agg(jsonb_build_object('at', t.at, 'input', t.input) order by t.turn) from journey_turns t
        where t.enterprise_id = i.enterprise_id and t.instance_id = i.instance_id) as turns
    from journey_instances i left join journeys j on j.enterprise_id = i.enterprise_id and j.journey_id = i.journey_id where ${instances(person)}`,
  async erase(ctx, tx, person, { limit }) {
    await tx
      .deleteFrom('journeyStarts')
      .where('enterpriseId', '=', person.enterpriseId)
      .where(sql<boolean>`customer_id = any(${[...person.customerIds]}::uuid[])`)
      .execute();
    const { rows } = await sql<{ instanceId: string }>`
      select i.instance_id from journey_instances i where ${instances(person)} order by i.instance_id limit ${limit} for update`.execute(
      tx,
    );
    const ids = rows.map(({ instanceId }) => instanceId);
    if (ids.length === 0) return { erased: 0, more: false };
    await stopNow({ enterpriseId: person.enterpriseId, now: ctx.now }, tx, ids, 'ERASED');
    for (const table of ['journeyTurns', 'journeyInputs', 'journeyPastInputs', 'journeyCalls'] as const)
      await tx.deleteFrom(table).where('enterpriseId', '=', person.enterpriseId).where('instanceId', 'in', ids).execute();
    await sql`update journey_instances i set instance = '{}', address = '', last_error = '', changed_at = ${ctx.now()}
      where i.enterprise_id = ${person.enterpriseId} and i.instance_id = any(${ids}::uuid[])`.execute(tx);
    return { erased: ids.length, more: ids.length >= limit };
  },
});
