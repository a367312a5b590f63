import type { Ctx } from '../../../context.ts';
import { chatNotFound, lockSeenChat } from '../access/chat.access.ts';
import { updateFirstLabel } from '../record/mark.repository.ts';
import { namesOf, tellLabels } from './chat.marks.ts';
import { chooseLabel } from './label.choice.ts';

/**
 * Sets the first label and the note; users who take, or took, part may do so, after the end as well.
 * @throws DomainError chat.not_found or chat_label.unknown
 */
export function setTag(ctx: Ctx, chatId: string, { tag, note }: { tag: string; note: string }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { chat, seen } = await lockSeenChat(ctx, tx, chatId);
    if (!seen.participation) throw chatNotFound();
    const chosen = await chooseLabel(tx, seen, tag.trim());
    // The next label becomes first where the first one goes.
    const next = seen.labels.find(({ id }) => id !== seen.labelId)?.id ?? null;
    const labelId = chosen.labelId ?? (chosen.tag === '' ? next : null);
    await updateFirstLabel(tx, ctx.enterpriseId, chatId, { ...chosen, labelId, note });
    await tellLabels(ctx, tx, chat, namesOf(seen));
  });
}

/** Sets the label alone; the note stays. @throws DomainError chat.not_found or chat_label.unknown */
export function setLabel(ctx: Ctx, chatId: string, tag: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { chat, seen } = await lockSeenChat(ctx, tx, chatId);
    if (!seen.participation) throw chatNotFound();
    await updateFirstLabel(tx, ctx.enterpriseId, chatId, await chooseLabel(tx, seen, tag.trim()));
    await tellLabels(ctx, tx, chat, namesOf(seen));
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
