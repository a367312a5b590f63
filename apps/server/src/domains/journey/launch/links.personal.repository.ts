import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { digitsOf, type Person } from '../../../personal-data.ts';

const own = (person: Person) => sql`l.enterprise_id = ${person.enterpriseId}
  and (l.customer_id = any(${person.customerIds}::uuid[]) or (l.phone <> '' and right(l.phone, 10) = any(${digitsOf(person)}::text[]))
    or (l.reach <> '' and right(l.reach, 10) = any(${digitsOf(person)}::text[])))
  and (l.phone <> '' or l.reach <> '' or l.name <> '' or l.entry <> '' or l.customer_id is not null)`;

/** Selects the pages that were made for a person or that they have opened, and how far they came. */
export const linksOfPerson = (person: Person) => sql`
  select l.link_id::text as key, j.name as page, coalesce(nullif(l.phone, ''), l.reach) as number, l.name, l.state, l.opens, l.opened_at, l.begun_at, l.ended_at, l.created_at
  from encap_links l join journeys j on j.enterprise_id = l.enterprise_id and j.journey_id = l.journey_id where ${own(person)}`;

/** Blanks the next links of a person: rows, states and counts stay, open ones are closed, and their addresses and proofs lead nowhere. */
export async function blankLinks(tx: Tx, person: Person, limit: number, at: Date) {
  const mine = sql`(enterprise_id, link_id) in (select l.enterprise_id, l.link_id from encap_links l where ${own(person)} order by l.link_id limit ${limit})`;
  await sql`delete from page_codes where ${mine}`.execute(tx);
  await sql`delete from page_sessions where ${mine}`.execute(tx);
  return sql`
  update encap_links set phone = '', reach = '', remind_at = null, name = '', entry = '', customer_id = null, code = substr(md5(random()::text || link_id::text), 1, 16),
    ended_at = coalesce(ended_at, ${at}), state = case when state in ('UNSENT', 'MADE', 'OPENED', 'BEGUN', 'HANDED_OVER') then 'CLOSED' else state end
  where ${mine}`.execute(tx);
}

/** Pages of one customer are another one's from now on. */
export async function giveLinks(tx: Tx, enterpriseId: string, from: string, to: string): Promise<void> {
  await tx
    .updateTable('encapLinks')
    .set({ customerId: to })
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', from)
    .execute();
}
