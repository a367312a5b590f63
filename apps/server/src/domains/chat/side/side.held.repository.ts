import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Person, type PersonalData, personalRows, retentionText, stepOf } from '../../../personal-data.ts';

const own = ({ enterpriseId, chatIds }: Person) => sql`c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[])`;

/** Notes about a person, and who has changed labels and priority of their chats. An erasure takes the lines, mentions with them. */
export const sidesHeld: PersonalData = personalRows({
  kind: 'sides',
  tables: ['chatSides', 'chatMentions'],
  rows: (person) => sql`
    select c.chat_id::text || lpad(c.side_no::text, 10, '0') as key, c.chat_id, c.side_no as number, c.at, c.kind, c.author_name, c.text, c.mentions,
      c.detail
    from chat_sides c where ${own(person)}`,
  async erase(_ctx, tx, person, { limit }) {
    await sql`delete from chat_mentions c where ${own(person)}`.execute(tx);
    return stepOf(
      await sql`delete from chat_sides c where (c.enterprise_id, c.chat_id, c.side_no, c.at) in (
        select c.enterprise_id, c.chat_id, c.side_no, c.at from chat_sides c where ${own(person)} limit ${limit})`.execute(tx),
      limit,
    );
  },
});

/** Lines of chats that are past their time: who wrote them and when stays, their words go. Which draft a reply began with says nothing of a person. */
export async function emptySides(tx: Tx, enterpriseId: string, chatIds: readonly string[]): Promise<void> {
  await sql`delete from chat_mentions c where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${[...chatIds]}::uuid[])`.execute(tx);
  await sql`update chat_sides c set text = case when c.text = '' and not c.detail ? 'whisper' then '' else ${retentionText} end, mentions = '[]', side_key = '',
      detail = case when c.detail ? 'assist' then c.detail else '{}' end
    where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${[...chatIds]}::uuid[])`.execute(tx);
}
