import { sql } from 'kysely';
import { type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';

/** A chat's conversation with its bot has the chat's id. */
const turns = ({ enterpriseId, chatIds }: Person) => sql`t.enterprise_id = ${enterpriseId} and t.session_id = any(${chatIds}::uuid[])
  and (t.text <> '' or t.reply <> '')`;

/** The turns stay with what was understood, so that the bot's reports count as they did. */
export const turnsOfPerson: PersonalData = personalRows({
  kind: 'botTurns',
  tables: ['botTurns'],
  rows: (person) =>
    sql`select t.turn_id::text as key, t.asked_at, t.text, t.reply, t.intent_name, t.emotion from bot_turns t where ${turns(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`update bot_turns t set text = '', reply = '' where (t.enterprise_id, t.turn_id, t.asked_at) in (
        select t.enterprise_id, t.turn_id, t.asked_at from bot_turns t where ${turns(person)} limit ${limit})`.execute(tx),
      limit,
    ),
});

const sessions = ({ enterpriseId, chatIds }: Person) => sql`s.enterprise_id = ${enterpriseId} and s.session_id = any(${chatIds}::uuid[])
  and (s.state <> '{}' or s.collected <> '{}' or s.sender_id <> '')`;

/** State of a bot's conversation, and the values that it has collected. */
export const sessionsOfPerson: PersonalData = personalRows({
  kind: 'botSessions',
  tables: ['botSessions'],
  rows: (person) => sql`select s.session_id::text as key, s.started_at, s.state, s.collected from bot_sessions s where ${sessions(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`update bot_sessions s set state = '{}', sender_id = '', collected = case when s.collected is null then null else '{}'::jsonb end
        where ${sessions(person)}`.execute(tx),
      limit,
    ),
});
