import type { ChatMark, SideAct } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { chatNotFound, lockSeenChat } from '../access/chat.access.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { answerHappenings, hasRule } from '../record/chat.rule.port.ts';
import { isOpen } from '../record/chat.rules.ts';
import { deleteMarks, insertMarks, type Marked, readMarked, updateFirstLabel, updatePriority } from '../record/mark.repository.ts';
import { chatMarked } from '../side/side.events.ts';
import { writeSide } from '../side/side.write.ts';
import { refuseLabel } from './label.choice.ts';
import { findLabel, listOffered } from './label.repository.ts';

/** Names of a chat's labels, or the words of its agent. */
export const namesOf = ({ labels, tag }: Pick<Marked, 'labels' | 'tag'>): string[] => [
  ...labels.map(({ name }) => name),
  ...(tag ? [tag] : []),
];

/** Notes in the second record who has changed what, and tells the chat's people what holds now. */
export async function tellMarked(ctx: Ctx, tx: Tx, chat: LockedChat, act: SideAct): Promise<Marked> {
  const { chatId, agentIds } = chat;
  await writeSide(ctx, tx, chat, { kind: 'act', act });
  const now = await readMarked(tx, ctx.enterpriseId, chatId);
  const { labels, priority, tag, labelName, labelColour } = now;
  await ctx.events.record(tx, chatMarked, { chatId, agentIds, labels, priority, tag: labelName ?? tag, tagColour: labelColour ?? '' });
  return now;
}

/** Tells the change of names; nothing where none has changed. */
export async function tellLabels(ctx: Ctx, tx: Tx, chat: LockedChat, before: readonly string[]): Promise<ChatMark[]> {
  const now = await readMarked(tx, ctx.enterpriseId, chat.chatId);
  const names = namesOf(now);
  const added = names.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !names.includes(name));
  if (added.length > 0 || removed.length > 0) await tellMarked(ctx, tx, chat, { act: 'labels', added, removed });
  if (added.length === 0 || !hasRule(chat, 'labelled')) return now.labels;
  await answerHappenings(ctx, tx, [{ chat, event: 'labelled', text: '' }]);
  return (await readMarked(tx, ctx.enterpriseId, chat.chatId)).labels;
}

/**
 * Gives a chat exactly these labels. The first one stays first while it is among them; else the oldest of them becomes first.
 * @throws DomainError chat.not_found, chat_label.not_found or chat_label.unknown
 */
export function saveLabels(ctx: Ctx, chatId: string, labelIds: readonly string[]): Promise<ChatMark[]> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    const { chat, seen } = await lockSeenChat(ctx, tx, chatId);
    // A key takes part in no chat.
    if (!seen.participation && !actor.key) throw chatNotFound();
    const wanted = [...new Set(labelIds)];
    const before = await readMarked(tx, enterpriseId, chatId);
    const had = before.labels.map(({ id }) => id);
    const added = wanted.filter((id) => !had.includes(id));
    const offered = await listOffered(tx, enterpriseId, chat.deptId);
    for (const id of added) {
      if (offered.some(({ labelId }) => labelId === id)) continue;
      if (!(await findLabel(tx, enterpriseId, id))) throw new DomainError('chat_label.not_found', 'No such chat label.', {});
      throw refuseLabel(offered);
    }
    await deleteMarks(
      tx,
      enterpriseId,
      chatId,
      had.filter((id) => !wanted.includes(id)),
    );
    await insertMarks(tx, enterpriseId, chatId, added, { userId: actor.key ? null : actor.userId, at: ctx.now() });
    const [first = null] = [...had.filter((id) => wanted.includes(id)), ...added];
    if (first !== before.labelId || before.tag !== '') await updateFirstLabel(tx, enterpriseId, chatId, { labelId: first, tag: '' });
    return tellLabels(ctx, tx, chat, namesOf(before));
  });
}

/** @throws DomainError chat.not_found or chat.state_invalid */
export function savePriority(ctx: Ctx, chatId: string, priority: number): Promise<{ priority: number }> {
  return ctx.transaction(async (tx) => {
    const { chat } = await lockSeenChat(ctx, tx, chatId);
    if (!isOpen(chat)) throw new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
    if (chat.priority === priority) return { priority };
    await updatePriority(tx, ctx.enterpriseId, chatId, priority);
    await tellMarked(ctx, tx, chat, { act: 'priority', from: chat.priority, to: priority });
    return { priority };
  });
}
