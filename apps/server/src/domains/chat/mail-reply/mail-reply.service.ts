import { channelTypes, type EntryMail, type ReplyingMail, replyLines, sameAddress } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { findMailSenders } from '../../channel/door.ts';
import { accessChat, viewerOf } from '../access/chat.access.ts';
import { nameWithoutAddress } from '../access/entry.reading.ts';
import { blockedAmong, withoutBlocked } from './mail-reply.check.ts';
import { findAnswered } from './mail-reply.repository.ts';
import { signatureOf } from './mail-reply.signature.ts';

const nothing: ReplyingMail = { from: { name: '', address: '' }, own: [], signature: '', lines: null };

/**
 * Reads the parts of which the caller's replies in a chat are made; in chats that are none by mail there are none. Users who may not see addresses get
 * the names of those whom the server writes to for them.
 * @param answers number of the mail that is answered; null: the newest one
 * @throws DomainError chat.not_found
 */
export function readReplyingMail(ctx: Ctx, chatId: string, answers: number | null): Promise<ReplyingMail> {
  const { enterpriseId, actor } = ctx;
  return ctx.read(async (tx) => {
    const chat = await accessChat(tx, actor, chatId);
    if (chat.line?.type !== channelTypes.EMAIL) return nothing;
    const senders = await findMailSenders(tx, enterpriseId, [chat.channelId]);
    const { from, own } = senders.get(chat.channelId) ?? nothing;
    const signature = await signatureOf(tx, chat, actor.name, ctx.now());
    if (viewerOf(actor).canSeeEmails) return { from, own, signature, lines: null };
    const [answered] = await findAnswered(tx, enterpriseId, [{ chatId, number: answers }]);
    const hidden = { from: { name: nameWithoutAddress(from), address: '' }, own: [], signature };
    if (!answered) return { ...hidden, lines: { sender: nobody, all: nobody } };
    const { to, cc } = replyLines(answered.mail, own, true);
    const others = [...to, ...cc].map(({ address }) => sameAddress(address)).filter((address) => address !== sameAddress(chat.address));
    const blocked = await blockedAmong(ctx, tx, chat.channelId, others);
    return { ...hidden, lines: linesOf(answered.mail, own, blocked) };
  });
}

const nobody = { to: [], cc: [] };

function linesOf(mail: EntryMail, own: readonly string[], blocked: ReadonlySet<string>): NonNullable<ReplyingMail['lines']> {
  const named = (isToAll: boolean) => {
    const { to, cc } = withoutBlocked(replyLines(mail, own, isToAll), blocked);
    return { to: to.map(nameWithoutAddress), cc: cc.map(nameWithoutAddress) };
  };
  return { sender: named(false), all: named(true) };
}
