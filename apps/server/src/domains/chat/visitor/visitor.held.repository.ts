import { sql } from 'kysely';
import { type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';
import type { CustomerTrace } from '../../customer/door.sql.ts';
import { moveVisits } from './visitor.repository.ts';

const own = ({ enterpriseId, customerIds, addresses }: Person) =>
  sql`c.enterprise_id = ${enterpriseId} and (c.customer_id = any(${customerIds}::uuid[]) or c.address = any(${addresses}::text[]))`;

const asked = ({ enterpriseId, chatIds }: Person) => sql`c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[])`;

/** Events that a page told, greetings that were shown, uses of signed statements, and addresses for the own conversation. */
export const visitsHeld: PersonalData = personalRows({
  kind: 'siteVisits',
  tables: ['visitorEvents', 'siteRuleShows', 'identityUses', 'transcriptAsks'],
  rows: (person) => sql`
    select 'e' || c.event_id::text as key, c.at, c.name, c.data, c.page_url, 'event' as what from visitor_events c where ${own(person)}
    union all
    select 's' || c.show_id::text, c.at, coalesce(r.name, c.greeting), '{}', c.page_url, 'greeting' from site_rule_shows c
      left join site_rules r on r.enterprise_id = c.enterprise_id and r.rule_id = c.rule_id where ${own(person)}
    union all
    select 'u' || c.channel_id::text || c.jti, c.expires_at, '', '{}', '', 'statement' from identity_uses c
      where c.enterprise_id = ${person.enterpriseId} and c.address = any(${person.addresses}::text[])
    union all
    select 't' || c.ask_id::text, c.created_at, c.email, '{}', '', 'transcript' from transcript_asks c where ${asked(person)}`,
  async erase(_ctx, tx, person, { limit }) {
    const events = await sql`delete from visitor_events c where (c.enterprise_id, c.event_id) in (
      select c.enterprise_id, c.event_id from visitor_events c where ${own(person)} limit ${limit})`.execute(tx);
    const shows = await sql`delete from site_rule_shows c where (c.enterprise_id, c.show_id) in (
      select c.enterprise_id, c.show_id from site_rule_shows c where ${own(person)} limit ${limit})`.execute(tx);
    const uses = await sql`delete from identity_uses c where c.enterprise_id = ${person.enterpriseId}
      and c.address = any(${person.addresses}::text[])`.execute(tx);
    const asks = await sql`delete from transcript_asks c where ${asked(person)}`.execute(tx);
    const steps = [events, shows].map((rows) => stepOf(rows, limit));
    return {
      erased: steps.reduce((sum, { erased }) => sum + erased, Number(uses.numAffectedRows ?? 0) + Number(asks.numAffectedRows ?? 0)),
      more: steps.some(({ more }) => more),
    };
  },
});

export const visitsOfCustomer: CustomerTrace = { move: moveVisits };
