import type { Ctx } from '../../../context.ts';
import { accessChat, chatNotFound } from '../access/chat.access.ts';
import { chooseLabel } from './label.choice.ts';

/**
 * Sets label and note; users who take, or took, part may do so, after the end as well.
 * @throws DomainError chat.not_found or chat_label.unknown
 */
export function setTag(ctx: Ctx, chatId: string, { tag, note }: { tag: string; note: string }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    if (!chat.participation) throw chatNotFound();
    const change = { ...(await chooseLabel(tx, chat, tag.trim())), note };
    await tx.updateTable('chats').set(change).where('enterpriseId', '=', ctx.enterpriseId).where('chatId', '=', chatId).execute();
  });
}

export function setPin(ctx: Ctx, chatId: string, isPinned: boolean): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('chatParticipants')
      .set({ isPinned })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('chatId', '=', chatId)
      .where('userId', '=', ctx.actor.userId)
      .where('kind', '<>', 'left')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw chatNotFound();
  });
}
