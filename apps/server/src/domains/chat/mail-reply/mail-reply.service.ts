import { channelTypes, type ReplyingMail } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { findMailSenders } from '../../channel/door.ts';
import { accessChat } from '../access/chat.access.ts';
import { signatureOf } from './mail-reply.signature.ts';

/** Reads the parts of which the caller's replies in a chat are made; in chats that are none by mail there are none. @throws DomainError chat.not_found */
export function readReplyingMail(ctx: Ctx, chatId: string): Promise<ReplyingMail> {
  const { enterpriseId, actor } = ctx;
  return ctx.read(async (tx) => {
    const chat = await accessChat(tx, actor, chatId);
    if (chat.line?.type !== channelTypes.EMAIL) return { from: { name: '', address: '' }, own: [], signature: '' };
    const senders = await findMailSenders(tx, enterpriseId, [chat.channelId]);
    const { from, own } = senders.get(chat.channelId) ?? { from: { name: '', address: '' }, own: [] };
    return { from, own, signature: await signatureOf(tx, chat, actor.name, ctx.now()) };
  });
}
