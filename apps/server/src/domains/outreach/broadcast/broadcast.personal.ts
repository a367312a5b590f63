import { sql } from 'kysely';
import { digitsOf, type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

/** Tells whether a typed number, or e-mail address, is the person's. */
const theirs = (person: Person) => sql`(right(regexp_replace(v.value, '[^0-9]', '', 'g'), 10) = any(${digitsOf(person)}::text[])
  or lower(btrim(v.value)) = any(${person.addresses.map((address) => address.toLowerCase())}::text[]))`;
const typed = (person: Person) => sql`b.enterprise_id = ${person.enterpriseId}
  and exists (select from jsonb_array_elements_text(b.phone_numbers) v where ${theirs(person)})`;

/** Numbers that were typed into a broadcast: their places stay, so that the audience counts as it did. */
export const broadcastsOfPerson: PersonalData = personalRows({
  kind: 'broadcasts',
  tables: ['broadcasts'],
  rows: (person) => sql`select b.broadcast_id::text as key, b.broadcast_id, b.name, b.created_at from broadcasts b where ${typed(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`update broadcasts b set phone_numbers = (
          select jsonb_agg(case when ${theirs(person)} then to_jsonb(''::text) else to_jsonb(v.value) end order by v.place)
          from jsonb_array_elements_text(b.phone_numbers) with ordinality as v(value, place))
        where ${typed(person)}`.execute(tx),
      limit,
    ),
});
