import { sql } from 'kysely';
import { type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

const theirs = ({ enterpriseId, customerIds, addresses }: Person) => sql`r.enterprise_id = ${enterpriseId} and (
  (r.kind = 'contact' and (r.record_id = any(${customerIds}::uuid[]) or (r.number <> '' and r.number = any(${addresses}::text[]))
    or (r.email <> '' and lower(r.email) = any(${addresses.map((address) => address.toLowerCase())}::text[]))))
  or (r.outcome = 'drop' and exists (select from unnest(${addresses.filter((address) => address.length > 5)}::text[]) a where position(a in r.data ->> 'sample') > 0)))`;

/** Contacts as another product has them, and samples of records that were dropped. */
export const moveRecordsOfPerson: PersonalData = personalRows({
  kind: 'moveRecords',
  tables: ['moveRecords'],
  rows: (person) => sql`
    select r.move_id::text || r.kind || r.key as key, r.kind, r.key as number_there, r.name, r.number, r.email, r.external_id, r.data, r.outcome
    from move_records r where ${theirs(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`delete from move_records r where (r.enterprise_id, r.move_id, r.kind, r.key) in (
        select r.enterprise_id, r.move_id, r.kind, r.key from move_records r where ${theirs(person)} limit ${limit})`.execute(tx),
      limit,
    ),
});
