import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { needlesOf, type Person, type PersonalData, personalRows } from '../../../personal-data.ts';

const looked = 5000;
const firstId = '00000000-0000-0000-0000-000000000000';
/** An event names its chat and customer, or the address that a message went to. */
const wordsOf = (person: Person) => [...person.customerIds, ...person.chatIds, ...needlesOf(person)];
const naming = (person: Person) => sql`exists (select from unnest(${wordsOf(person)}::text[]) n where position(n in e.body) > 0)`;

async function erase(tx: Tx, person: Person, after: string): Promise<{ erased: number; last: string | null }> {
  const { rows } = await sql<{ erased: number; looked: number; last: string | null }>`
    with page as materialized (
      select e.event_id from webhook_events e where e.enterprise_id = ${person.enterpriseId} and e.event_id > ${after} order by e.event_id limit ${looked}
    ), gone as (
      delete from webhook_events e using page p where e.enterprise_id = ${person.enterpriseId} and e.event_id = p.event_id and ${naming(person)}
      returning 1
    )
    select (select count(*) from gone)::integer as erased, (select count(*) from page)::integer as looked,
      (select max(p.event_id::text) from page p) as last`.execute(tx);
  const [row] = rows;
  return { erased: row?.erased ?? 0, last: row && row.looked >= looked ? row.last : null };
}

/** Events for own systems, delivered or waiting: the event goes with its deliveries and attempts. */
export const webhookEventsOfPerson: PersonalData = personalRows({
  kind: 'webhookEvents',
  tables: ['webhookEvents', 'webhookDeliveries', 'webhookAttempts'],
  rows: (person) => sql`select e.event_id::text as key, e.type, e.body::jsonb as body, e.created_at from webhook_events e
    where e.enterprise_id = ${person.enterpriseId} and ${naming(person)}`,
  async erase(_ctx, tx, person, { cursor }) {
    const { erased, last } = await erase(tx, person, cursor || firstId);
    return { erased, more: last !== null, ...(last ? { cursor: last } : {}) };
  },
});
