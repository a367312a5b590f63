import { channelTypes, fieldError, type MailReply, sameAddress, withoutRepeats } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { type DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findMailSenders } from '../../channel/door.ts';
import { type ChatLine, findListed } from '../../messaging/door.talk.ts';
import { findMailsAt } from './mail-reply.repository.ts';

type Written = { chatId: string; mail?: MailReply | undefined };
type WrittenChat = { channelId: string; line: ChatLine | null; address: string };

/** A reply by mail as it leaves, or why it does not. */
export type CheckedMail = { mail: MailReply } | { refusal: DomainError };

/**
 * Looks at subjects and recipients of replies: each person gets a mail once, the channel's own addresses get none, what is answered is a
 * mail of the chat, and nobody is written to who is blocked. Replies without them ask nothing.
 */
export async function checkMails<R extends Written>(
  ctx: EnterpriseContext,
  tx: Tx,
  replies: readonly R[],
  chats: ReadonlyMap<string, WrittenChat>,
): Promise<Map<R, CheckedMail>> {
  const { enterpriseId } = ctx;
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
  const blocked = await findBlocked(ctx, tx, written);
  const known = new Set(answered.map(({ chatId, number }) => `${chatId} ${number}`));
  return new Map(
    written.map(({ reply, chat, mail }) => {
      const lines = withoutRepeats(mail, senders.get(chat.channelId)?.own ?? []);
      const isBlocked = blocked.get(chat.channelId) ?? new Set();
      const fault =
        chat.line?.type !== channelTypes.EMAIL
          ? fieldError('mail', 'mail.not_here')
          : mail.answers && !known.has(`${reply.chatId} ${mail.answers}`)
            ? fieldError('mail.answers', 'mail.unknown')
            : lines.to.length === 0
              ? fieldError('mail.to', 'mail.own')
              : blockedFault(mail, isBlocked);
      return [reply, fault ? { refusal: invalidRequest(fault) } : { mail: { ...mail, ...lines } }];
    }),
  );
}

const lineNames = ['to', 'cc', 'bcc'] as const;
const addressesOf = (mail: MailReply): string[] => lineNames.flatMap((name) => mail[name].map(({ address }) => sameAddress(address)));

/**
 * Finds the blocked ones among all whom replies name, by channel. The gate asks about one address a message: the one whom the chat is with, whose message is
 * then in the chat with its reason.
 */
async function findBlocked(
  ctx: EnterpriseContext,
  tx: Tx,
  written: readonly { chat: WrittenChat; mail: MailReply }[],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const [channelId, some] of Map.groupBy(written, ({ chat }) => chat.channelId)) {
    const others = new Set(some.flatMap(({ mail, chat }) => addressesOf(mail).filter((address) => address !== sameAddress(chat.address))));
    if (others.size === 0) continue;
    const listed = await findListed(ctx, tx, { channelId, channelType: channelTypes.EMAIL }, [...others]);
    found.set(channelId, new Set(listed.filter(({ kind }) => kind === 'blocked').map(({ address }) => address)));
  }
  return found;
}

function blockedFault(mail: MailReply, blocked: ReadonlySet<string>) {
  for (const name of lineNames) {
    const place = mail[name].findIndex(({ address }) => blocked.has(sameAddress(address)));
    if (place !== -1) return fieldError(`mail.${name}.${place}.address`, 'mail.blocked');
  }
  return undefined;
}
