import { chatActionTypes } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ActionRow } from '../record/chat.repository.ts';

/**
 * The mark of an entry that a mail or a message of WhatsApp has carried. @property reason why the gate has refused it; '': it has left
 * @property waits the visitor was told of it, and its words follow their first message
 */
export type Mailed = { address: string; at: string; messageId: string; reason: string; by?: 'whatsApp'; waits?: true };

const mostAnswers = 50;

/** Answers of people in a chat behind a number that went in no mail yet, oldest first; of many the newest. */
export async function findUnmailed(tx: Read, enterpriseId: string, chatId: string, after: number): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select * from chat_actions where enterprise_id = ${enterpriseId} and chat_id = ${chatId} and number > ${after}
      and action_type = ${sql.lit(chatActionTypes.agentReply)} and author_kind = 'agent' and not detail ?| array['mailed', 'revoked']
    order by number desc limit ${mostAnswers}`.execute(tx);
  return rows.reverse();
}

/** Message-IDs of the mails that have carried answers of a chat, oldest first. */
export async function findMailedIds(tx: Read, enterpriseId: string, chatId: string): Promise<string[]> {
  const { rows } = await sql<{ messageId: string }>`
    select detail->'mailed'->>'messageId' as message_id, min(number) as first from chat_actions
    where enterprise_id = ${enterpriseId} and chat_id = ${chatId} and detail ? 'mailed' and detail->'mailed'->>'reason' = ''
    group by 1 order by 2`.execute(tx);
  return rows.map(({ messageId }) => messageId);
}

export async function noteMailed(tx: Tx, enterpriseId: string, chatId: string, numbers: readonly number[], mailed: Mailed): Promise<void> {
  await sql`update chat_actions set detail = detail || ${JSON.stringify({ mailed })}::jsonb
    where enterprise_id = ${enterpriseId} and chat_id = ${chatId} and number = any(${[...numbers]}::integer[])`.execute(tx);
}

/** A mail of this address that answers ours joins the chat. */
export async function keepRoute(
  tx: Tx,
  route: { enterpriseId: string; chatId: string; address: string; channelId: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('mailRoutes')
    .values(route)
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'chatId', 'address']).doUpdateSet({ channelId: route.channelId }))
    .execute();
}
