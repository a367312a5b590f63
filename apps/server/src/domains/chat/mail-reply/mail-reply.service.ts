import { channelTypes, type EntryMail, type ReplyingMail, replyLines } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { findMailSenders } from '../../channel/door.ts';
import { accessChat, viewerOf } from '../access/chat.access.ts';
import { nameWithoutAddress } from '../access/entry.reading.ts';
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
    return { ...hidden, lines: answered ? linesOf(answered.mail, own) : { sender: nobody, all: nobody } };
  });
}

const nobody = { to: [], cc: [] };

function linesOf(mail: EntryMail, own: readonly string[]): NonNullable<ReplyingMail['lines']> {
  const named = (isToAll: boolean) => {
    const { to, cc } = replyLines(mail, own, isToAll);
    return { to: to.map(nameWithoutAddress), cc: cc.map(nameWithoutAddress) };
  };
  return { sender: named(false), all: named(true) };
}
