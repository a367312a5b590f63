import type { MailReply } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { ChatActionTable, ChatTable } from '#platform/db/schema.chat.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { ChatMessage } from '../../messaging/door.talk.ts';

type Entry = Selectable<ChatActionTable>;

/**
 * A message that leaves a chat as a mail, and is not stored yet: its place in the thread is written into `message.mail` and `row.detail.mail`.
 * @property reply what an agent has said about subject and recipients; undefined: nobody has
 * @property entries of the same transaction, of this chat and others, oldest first
 */
export type LeavingMail = {
  chat: Selectable<ChatTable>;
  row: Entry;
  message: ChatMessage;
  reply: MailReply | undefined;
  entries: readonly Entry[];
};

/** Extension point for the thread of mails: called before the gate, in the transaction that stores the entries. */
export const mailThreads =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, leaving: readonly LeavingMail[]) => Promise<void>>('chat.mails');

/** Gives mails of chats their places among the mails before them. */
export async function threadMails(ctx: EnterpriseContext, tx: Tx, leaving: readonly LeavingMail[]): Promise<void> {
  for (const part of ctx.extensions.of(mailThreads)) await part(ctx, tx, leaving);
}
