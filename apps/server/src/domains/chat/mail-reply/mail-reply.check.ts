import { channelTypes, fieldError, type MailReply, withoutRepeats } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { type DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { findMailSenders } from '../../channel/door.ts';
import type { ChatLine } from '../../messaging/door.talk.ts';
import { findMailsAt } from './mail-reply.repository.ts';

type Written = { chatId: string; mail?: MailReply | undefined };
type WrittenChat = { channelId: string; line: ChatLine | null };

/** A reply by mail as it leaves, or why it does not. */
export type CheckedMail = { mail: MailReply } | { refusal: DomainError };

/**
 * Looks at subjects and recipients of replies: each person gets a mail once, the channel's own addresses get none, and what is answered is a
 * mail of the chat. Replies without them ask nothing.
 */
export async function checkMails<R extends Written>(
  tx: Tx,
  enterpriseId: string,
  replies: readonly R[],
  chats: ReadonlyMap<string, WrittenChat>,
): Promise<Map<R, CheckedMail>> {
  const written = replies.flatMap((reply) => {
    const chat = chats.get(reply.chatId);
    return reply.mail && chat ? [{ reply, chat, mail: reply.mail }] : [];
  });
  if (written.length === 0) return new Map();
  const places = written.flatMap(({ reply: { chatId }, mail: { answers } }) => (answers ? [{ chatId, number: answers }] : []));
  const [senders, answered] = await Promise.all([
    findMailSenders(
      tx,
      enterpriseId,
      written.map(({ chat }) => chat.channelId),
    ),
    findMailsAt(tx, enterpriseId, places),
  ]);
  const known = new Set(answered.map(({ chatId, number }) => `${chatId} ${number}`));
  return new Map(
    written.map(({ reply, chat, mail }) => {
      const lines = withoutRepeats(mail, senders.get(chat.channelId)?.own ?? []);
      const fault =
        chat.line?.type !== channelTypes.EMAIL
          ? fieldError('mail', 'mail.not_here')
          : mail.answers && !known.has(`${reply.chatId} ${mail.answers}`)
            ? fieldError('mail.answers', 'mail.unknown')
            : lines.to.length === 0
              ? fieldError('mail.to', 'mail.own')
              : undefined;
      return [reply, fault ? { refusal: invalidRequest(fault) } : { mail: { ...mail, ...lines } }];
    }),
  );
}
