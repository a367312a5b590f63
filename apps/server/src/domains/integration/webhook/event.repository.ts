import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { needlesOf, type Person } from '../../../personal-data.ts';

type NewEvent = { eventId: string; type: string; body: string };
type NewDelivery = { deliveryId: string; webhookId: string; eventId: string; orderKey: string };

/** Writes events with their deliveries, in the order of these; webhooks that are gone by now get none. */
export const insertEvents = (tx: Tx, enterpriseId: string, events: readonly NewEvent[], deliveries: readonly NewDelivery[], at: Date) =>
  sql`with written as (
      insert into webhook_events (enterprise_id, event_id, type, body, created_at)
      select ${enterpriseId}, g.event_id, g.type, g.body, ${at}
      from unnest(${events.map(({ eventId }) => eventId)}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ body }) => body)}::text[]) as g(event_id, type, body)
      returning event_id)
    insert into webhook_deliveries (enterprise_id, delivery_id, webhook_id, event_id, order_key, due_at, created_at)
    select ${enterpriseId}, g.delivery_id, g.webhook_id, g.event_id, g.order_key, ${at}, ${at}
    from unnest(${deliveries.map(({ deliveryId }) => deliveryId)}::uuid[], ${deliveries.map(({ webhookId }) => webhookId)}::uuid[],
      ${deliveries.map(({ eventId }) => eventId)}::uuid[], ${deliveries.map(({ orderKey }) => orderKey)}::text[])
      with ordinality as g(delivery_id, webhook_id, event_id, order_key, place)
    where exists (select from webhooks w where w.enterprise_id = ${enterpriseId} and w.webhook_id = g.webhook_id)
      and exists (select from written n where n.event_id = g.event_id)
    order by g.place`.execute(tx);

const looked = 5000;
/** An event names its chat and customer, or the address that a message went to. */
const wordsOf = (person: Person) => [...person.customerIds, ...person.chatIds, ...needlesOf(person)];
const naming = (person: Person) => sql`exists (select from unnest(${wordsOf(person)}::text[]) n where position(n in e.body) > 0)`;

/** Selects the events that name a person, as they may read them. */
export const selectEventsOf = (
  person: Person,
) => sql`select e.event_id::text as key, e.type, e.body::jsonb as body, e.created_at from webhook_events e
    where e.enterprise_id = ${person.enterpriseId} and ${naming(person)}`;

/** Looks through a page of events and deletes those that name the person. @returns `last`: the last event of a full page */
export async function deleteEventsOf(tx: Tx, person: Person, after: string): Promise<{ erased: number; last: string | null }> {
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
