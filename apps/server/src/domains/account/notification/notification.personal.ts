import { type RawBuilder, sql } from 'kysely';
import { type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

/**
 * Matches notifications that name the person, or belong or lead to one of their chats: those keep a name that the person bore then. @param said texts of earlier versions of the product are
 * whole sentences
 */
const about = (
  { enterpriseId, name, customerIds, chatIds }: Person,
  said: RawBuilder<unknown>,
) => sql`n.enterprise_id = ${enterpriseId} and (
  n.cause = any(${[...customerIds, ...chatIds]}::text[])
  or exists (select from unnest(${[...customerIds, ...chatIds]}::text[]) i where position(i in n.link) > 0)
  or (${name} <> '' and (exists (select from jsonb_each_text(n.values) v where v.value = ${name}) or position(${name} in ${said}) > 0)))`;
const listed = (person: Person) => about(person, sql`n.text`);
const mailed = (person: Person) => about(person, sql`''`);

/** Notices in the lists of users, and those that go out by mail. */
export const notificationsOfPerson: PersonalData = personalRows({
  kind: 'notifications',
  tables: ['notifications', 'notificationMails'],
  rows: (person) => sql`
    select n.notification_id::text as key, n.kind, n.title, n.text, n.values, n.created_at from notifications n where ${listed(person)}
    union all
    select n.mail_id::text, n.kind, '', '', n.values, n.created_at from notification_mails n where ${mailed(person)}`,
  async erase(_ctx, tx, person, { limit }) {
    await sql`delete from notification_mails n where ${mailed(person)}`.execute(tx);
    return stepOf(
      await sql`delete from notifications n where (n.enterprise_id, n.notification_id) in (
        select n.enterprise_id, n.notification_id from notifications n where ${listed(person)} limit ${limit})`.execute(tx),
      limit,
    );
  },
});
