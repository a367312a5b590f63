import { sql } from 'kysely';
import { type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

const own = ({ enterpriseId, chatIds }: Person) => sql`c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[])`;

/** Acts on messages of a person's chats. Those that have not left have words of their own; of settled ones the chat's record holds them. */
export const actsOfPerson: PersonalData = personalRows({
  kind: 'messageActs',
  tables: ['messageActs'],
  rows: (person) => sql`select c.act_id::text as key, c.chat_id, c.number, c.kind, c.address, c.value, c.state, c.author_name, c.created_at
    from message_acts c where ${own(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`delete from message_acts c where (c.enterprise_id, c.act_id) in (
        select c.enterprise_id, c.act_id from message_acts c where ${own(person)} limit ${limit})`.execute(tx),
      limit,
    ),
});
