import { chatActionTypes } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { ActionRow } from '../record/chat.repository.ts';

const mostAnswers = 50;

/** Answers of people and bots behind a number, and those that did not leave yet, oldest first; of many the newest. */
export async function findUnsaid(tx: Read, enterpriseId: string, chatId: string, after: number): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select * from chat_actions where enterprise_id = ${enterpriseId} and chat_id = ${chatId} and number > ${after}
      and action_type = ${sql.lit(chatActionTypes.agentReply)} and author_kind in ('agent', 'bot') and not detail ?| array['mailed', 'revoked']
    order by number desc limit ${mostAnswers}`.execute(tx);
  return rows.reverse();
}

/** Answers that wait for the visitor's first word on WhatsApp, oldest first. */
export async function findWaiting(tx: Read, enterpriseId: string, chatId: string): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select * from chat_actions where enterprise_id = ${enterpriseId} and chat_id = ${chatId}
      and action_type = ${sql.lit(chatActionTypes.agentReply)} and author_kind = 'agent'
      and detail @> '{"mailed": {"waits": true}}' and not detail ? 'revoked'
    order by number desc limit ${mostAnswers}`.execute(tx);
  return rows.reverse();
}
