import { channelTypes, fieldError, type MailReply, replyLines, sameAddress, withoutRepeats } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { type DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findMailSenders } from '../../channel/door.ts';
import { type ChatLine, findListed } from '../../messaging/door.talk.ts';
import { findAnswered } from './mail-reply.repository.ts';

type Written = { chatId: string; mail?: MailReply | undefined };
type WrittenChat = { channelId: string; line: ChatLine | null; address: string };

/** A reply by mail as it leaves, or why it does not. */
export type CheckedMail = { mail: MailReply } | { refusal: DomainError };

/**
 * Looks at subjects and recipients of replies: each person gets a mail once, the channel's own addresses get none, what is answered is a
 * mail of the chat, and nobody is written to who is blocked. Replies without them ask nothing. A reply whose writer may not see addresses gets them from the
 * answered mail, without those who are blocked: its writer could not take them out.
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
  const asking = written.filter(({ mail }) => mail.answers || mail.goesTo);
  const [senders, answered] = await Promise.all([
    findMailSenders(
      tx,
      enterpriseId,
      written.map(({ chat }) => chat.channelId),
    ),
    findAnswered(
      tx,
      enterpriseId,
      asking.map(({ reply: { chatId }, mail }) => ({ chatId, number: mail.answers })),
    ),
  ]);
  const answeredBy = new Map(asking.map(({ reply }, place) => [reply, answered[place]]));
  const filled = written.map((one) => {
    const { mail, chat, reply } = one;
    const parent = answeredBy.get(reply)?.mail;
    if (!mail.goesTo) return one;
    const none = { to: [], cc: [], bcc: [] };
    const lines = parent ? replyLines(parent, senders.get(chat.channelId)?.own ?? [], mail.goesTo === 'all') : none;
    return { ...one, mail: { ...mail, ...lines } };
  });
  const blocked = await findBlocked(ctx, tx, filled);
  return new Map(
    filled.map(({ reply, chat, mail: given }) => {
      const isBlocked = blocked.get(chat.channelId) ?? new Set();
      const mail = given.goesTo ? withoutBlocked(given, isBlocked) : given;
      const lines = withoutRepeats(mail, senders.get(chat.channelId)?.own ?? []);
      const fault =
        chat.line?.type !== channelTypes.EMAIL
          ? fieldError('mail', 'mail.not_here')
          : (mail.answers || mail.goesTo) && !answeredBy.get(reply)
            ? fieldError('mail.answers', 'mail.unknown')
            : lines.to.length === 0
              ? fieldError('mail.to', given.to.length > mail.to.length ? 'mail.blocked' : 'mail.own')
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
    found.set(channelId, await blockedAmong(ctx, tx, channelId, [...others]));
  }
  return found;
}

/** @returns addresses, as `sameAddress` writes them, that may not be written to on an e-mail channel */
export async function blockedAmong(
  ctx: EnterpriseContext,
  tx: Read,
  channelId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const listed = await findListed(ctx, tx, { channelId, channelType: channelTypes.EMAIL }, addresses);
  return new Set(listed.filter(({ kind }) => kind === 'blocked').map(({ address }) => address));
}

export function withoutBlocked<T extends Pick<MailReply, 'to' | 'cc'>>(mail: T, blocked: ReadonlySet<string>): T {
  const left = (people: T['to']) => people.filter(({ address }) => !blocked.has(sameAddress(address)));
  return { ...mail, to: left(mail.to), cc: left(mail.cc) };
}

function blockedFault(mail: MailReply, blocked: ReadonlySet<string>) {
  for (const name of lineNames) {
    const place = mail[name].findIndex(({ address }) => blocked.has(sameAddress(address)));
    if (place !== -1) return fieldError(`mail.${name}.${place}.address`, 'mail.blocked');
  }
  return undefined;
}
