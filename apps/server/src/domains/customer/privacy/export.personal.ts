import { sql } from 'kysely';
import { type Person, type PersonalData, personalRows } from '../../../personal-data.ts';
import { removeFiles } from '../../file/door.ts';

/** Files that were made of the phone book since the person is in it, and copies of their data. */
const made = ({ enterpriseId, customerIds }: Person) => sql`
  select b.bulk_id::text as key, b.file_id, b.finished_at, false as is_copy from customer_bulk_jobs b
  where b.enterprise_id = ${enterpriseId} and b.file_id is not null and b.finished_at >= (
    select min(c.created_at) from customers c where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${customerIds}::uuid[]))
  union all
  select p.copy_id::text, p.file_id, p.finished_at, true from person_copies p
  where p.enterprise_id = ${enterpriseId} and p.customer_id = any(${customerIds}::uuid[]) and p.file_id is not null`;

/** Exports are copies: they go as a whole, and users who need one make it again. */
export const exportsOfPerson: PersonalData = personalRows({
  kind: 'exports',
  tables: ['customerBulkJobs', 'personCopies'],
  rows: (person) => sql`select e.key, e.finished_at, e.is_copy from (${made(person)}) e`,
  async erase(_ctx, tx, person, { limit }) {
    const { rows } = await sql<{ key: string; fileId: string }>`select e.key, e.file_id from (${made(person)}) e limit ${limit}`.execute(
      tx,
    );
    const keys = rows.map(({ key }) => key);
    await sql`update customer_bulk_jobs b set file_id = null where b.enterprise_id = ${person.enterpriseId} and b.bulk_id = any(${keys}::uuid[])`.execute(
      tx,
    );
    await sql`update person_copies p set file_id = null where p.enterprise_id = ${person.enterpriseId} and p.copy_id = any(${keys}::uuid[])`.execute(
      tx,
    );
    await removeFiles(
      tx,
      person.enterpriseId,
      rows.map(({ fileId }) => fileId),
    );
    return { erased: rows.length, more: rows.length >= limit };
  },
});
