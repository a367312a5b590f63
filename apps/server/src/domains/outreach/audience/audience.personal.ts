import { sql } from 'kysely';
import { digitsOf, type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

/** Rows with a number of the person, also one that could not be read. Blanked rows name nobody. */
const theirs = (
  person: Person,
) => sql`r.enterprise_id = ${person.enterpriseId} and r.given <> '' and (r.address = any(${person.addresses}::text[])
  or right(regexp_replace(r.given, '[^0-9]', '', 'g'), 10) = any(${digitsOf(person)}::text[]))`;

/** Rows of files of numbers: their places stay, so that a file counts as it did; the file itself is an import's. */
export const audienceRowsOfPerson: PersonalData = personalRows({
  kind: 'audienceFiles',
  tables: ['audienceRows', 'audienceFiles'],
  rows: (person) => sql`
    select r.file_id::text || lpad(r.number::text, 12, '0') as key, f.name, f.columns, r.number, r.given, r.cells
    from audience_rows r join audience_files f on f.enterprise_id = r.enterprise_id and f.file_id = r.file_id where ${theirs(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`update audience_rows r set address = '', given = '', fault = 'Erased', cells = '[]'
        where (r.enterprise_id, r.file_id, r.number) in (
          select r.enterprise_id, r.file_id, r.number from audience_rows r where ${theirs(person)} limit ${limit})`.execute(tx),
      limit,
    ),
});
