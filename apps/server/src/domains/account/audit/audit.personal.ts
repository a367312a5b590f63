import { sql } from 'kysely';
import { needlesOf, type PersonalData, personalRows } from '../../../personal-data.ts';

const looked = 5000;
const firstId = '00000000-0000-0000-0000-000000000000';

/** The trail's data about a person beside the entries themselves, which keep their place in the chain. */
export const auditOfPerson: PersonalData = personalRows({
  kind: 'audit',
  tables: ['auditDetails'],
  rows: ({ enterpriseId, customerIds }) => sql`
    select d.entry_id::text as key, e.at, e.actor_name as by, e.action, e.kind, d.details::jsonb as details
    from audit_details d join audit_entries e on e.enterprise_id = d.enterprise_id and e.entry_id = d.entry_id
    where d.enterprise_id = ${enterpriseId} and d.customer_id = any(${customerIds}::uuid[])`,
  async erase(_ctx, tx, person, { cursor }) {
    const { rows } = await sql<{ erased: number; last: string | null }>`
      select * from erase_audit_details(${person.customerIds}::uuid[], ${needlesOf(person)}::text[], ${cursor || firstId}, ${looked})`.execute(
      tx,
    );
    const { erased = 0, last = null } = rows[0] ?? {};
    return { erased, more: last !== null, ...(last ? { cursor: last } : {}) };
  },
});
