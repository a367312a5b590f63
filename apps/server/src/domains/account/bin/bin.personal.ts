import { sql } from 'kysely';
import { type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

const entries = ({ enterpriseId, customerIds }: Person) => sql`b.enterprise_id = ${enterpriseId} and b.kind = 'customer'
  and b.record_id = any(${customerIds}::text[]) and b.name <> ''`;

/** An entry of the bin is gone for good with the customer that waited there. */
export const binOfPerson: PersonalData = personalRows({
  kind: 'bin',
  tables: ['binEntries'],
  rows: (person) =>
    sql`select b.entry_id::text as key, b.name, b.reason, b.deleted_at, b.state from bin_entries b where ${entries(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`update bin_entries b set state = 'purged', name = '', reason = '', packed = null where ${entries(person)}`.execute(tx),
      limit,
    ),
});
