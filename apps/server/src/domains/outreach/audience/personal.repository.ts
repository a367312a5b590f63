import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { digitsOf, type Person } from '../../../personal-data.ts';

/** Rows with a number of the person, also one that could not be read. Blanked rows name nobody. */
const theirs = (
  person: Person,
) => sql`r.enterprise_id = ${person.enterpriseId} and r.given <> '' and (r.address = any(${person.addresses}::text[])
  or right(regexp_replace(r.given, '[^0-9]', '', 'g'), 10) = any(${digitsOf(person)}::text[]))`;

/** Selects a person's rows of files of numbers, as they may read them. */
export const selectFileRowsOf = (person: Person) => sql`
    select r.file_id::text || lpad(r.number::text, 12, '0') as key, f.name, f.columns, r.number, r.given, r.cells
    from audience_rows r join audience_files f on f.enterprise_id = r.enterprise_id and f.file_id = r.file_id where ${theirs(person)}`;

export const blankFileRowsOf = (tx: Tx, person: Person, limit: number) =>
  sql`update audience_rows r set address = '', given = '', fault = 'Erased', cells = '[]'
        where (r.enterprise_id, r.file_id, r.number) in (
          select r.enterprise_id, r.file_id, r.number from audience_rows r where ${theirs(person)} limit ${limit})`.execute(tx);
