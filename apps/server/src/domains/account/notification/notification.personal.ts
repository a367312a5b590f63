import { sql } from 'kysely';
import { type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

/** Notices that name the person, or are of one of their chats. Texts of earlier versions of the product are whole sentences. */
const about = ({ enterpriseId, name, customerIds, chatIds }: Person) => sql`n.enterprise_id = ${enterpriseId} and (
  n.cause = any(${[...customerIds, ...chatIds]}::text[])
  or exists (select from unnest(${customerIds}::text[]) i where position(i in n.link) > 0)
  or (${name} <> '' and (exists (select from jsonb_each_text(n.values) v where v.value = ${name}) or position(${name} in n.text) > 0)))`;

export const notificationsOfPerson: PersonalData = personalRows({
  kind: 'notifications',
  tables: ['notifications'],
  rows: (person) => sql`
    select n.notification_id::text as key, n.kind, n.title, n.text, n.values, n.created_at from notifications n where ${about(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`delete from notifications n where (n.enterprise_id, n.notification_id) in (
        select n.enterprise_id, n.notification_id from notifications n where ${about(person)} limit ${limit})`.execute(tx),
      limit,
    ),
});
