import { type ChatMention, type ChatSide, mostMentions, showChatNumber } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { listUserRights, markNotificationsRead, notify } from '../../account/door.ts';
import { accessChat, lockSeenChat, mayRead } from '../access/chat.access.ts';
import { authorOf } from '../record/chat.rules.ts';
import type { SummaryRow } from '../record/chat.summary.repository.ts';
import { mentionsChanged } from '../side/side.events.ts';
import { findNote, presentSide, type SideRow } from '../side/side.repository.ts';
import { writeSide } from '../side/side.write.ts';
import { countMentions, deleteMentions, insertMentions, listMentions, listParticipants } from './mention.repository.ts';

const previewLength = 200;
/** Names of a choice; more words narrow it. */
const mostOffered = 20;
/** Users whose rights are asked for one choice. */
const mostAsked = 500;

export type Note = { chatId: string; key: string; text: string; mentions: readonly string[] };

/**
 * Writes a note into a chat that the actor may see, after its end too. A repeat under the same key is the same note.
 * @throws DomainError chat.not_found, chat.state_invalid once its texts were removed, chat.empty_message, user.not_found or chat.mention_unseen
 */
export function writeNote(ctx: Ctx, { chatId, key, text, mentions }: Note): Promise<ChatSide> {
  return ctx.transaction(async (tx) => {
    const { chat, seen } = await lockSeenChat(ctx, tx, chatId);
    const repeat = await findNote(tx, ctx.enterpriseId, chatId, authorOf(ctx.actor).id, key);
    if (repeat) return presentSide(repeat);
    // The rule of retention has been here, and would not come back for a later note.
    if (chat.textsErasedAt) throw new DomainError('chat.state_invalid', 'The texts of this chat were removed.', { state: chat.state });
    if (text.trim() === '') throw new DomainError('chat.empty_message', 'Please write a message.', {});
    const mentioned = await findMentioned(ctx, tx, seen, mentions);
    const row = await writeSide(ctx, tx, chat, { kind: 'note', text, mentions: mentioned, key });
    await tellMentioned(ctx, tx, row, seen);
    return presentSide(row);
  });
}

type Named = { uId: string; name: string };

/** Users who may see the chat, of those whose ids are given or whose name fits. */
async function listSeers(
  ctx: Ctx,
  tx: Parameters<typeof listUserRights>[1],
  chat: SummaryRow,
  wanted: { userIds?: readonly string[]; name?: string },
) {
  const [users, participants] = await Promise.all([
    listUserRights(ctx, tx, { permission: 'CHAT.HANDLE', ...wanted, limit: mostAsked }),
    listParticipants(tx, ctx.enterpriseId, chat.chatId),
  ]);
  const sees = (user: (typeof users)[number]) =>
    mayRead(user, { ...chat, participation: participants.has(user.userId) ? 'invited' : null });
  return { seers: users.filter(sees).map(({ userId, name }): Named => ({ uId: userId, name })), users };
}

async function findMentioned(ctx: Ctx, tx: Tx, chat: SummaryRow, mentions: readonly string[]): Promise<Named[]> {
  const userIds = [...new Set(mentions)].slice(0, mostMentions);
  if (userIds.length === 0) return [];
  const { seers, users } = await listSeers(ctx, tx, chat, { userIds });
  if (users.length < userIds.length) throw new DomainError('user.not_found', 'No such agent.', {});
  const unseen = users.filter(({ userId }) => !seers.some(({ uId }) => uId === userId)).map(({ name }) => name);
  if (unseen.length > 0) {
    const names = unseen.join(', ');
    throw new DomainError('chat.mention_unseen', `${names} may not see this chat, and so cannot be mentioned in it.`, { names });
  }
  return seers;
}

export const mentionLink = (chatId: string): string => `/chat/conversation?chatId=${chatId}`;

/** The mentioned find it in their list and in the bell, which says nothing of the note's words. */
async function tellMentioned(ctx: Ctx, tx: Tx, row: SideRow, chat: SummaryRow): Promise<void> {
  const { enterpriseId, chatId, sideNo, at } = row;
  const others = row.mentions.map(({ uId }) => uId).filter((userId) => userId !== row.authorId);
  if (others.length === 0) return;
  await insertMentions(
    tx,
    others.map((userId) => ({ enterpriseId, userId, mentionId: idAt(at), chatId, sideNo, at })),
  );
  await ctx.events.record(tx, mentionsChanged, ...others.map((userId) => ({ userId, chatId })));
  await notify(ctx, tx, others, {
    kind: 'chat_mention',
    code: 'chat.mentioned',
    values: { by: row.authorName, customer: chat.customerName },
    link: mentionLink(chatId),
    cause: `chat_mention:${chatId}`,
  });
}

/** Users who may be mentioned in the chat. @throws DomainError chat.not_found */
export const listMentionable = (ctx: Ctx, chatId: string, name: string): Promise<Named[]> =>
  ctx.read(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    const { seers } = await listSeers(ctx, tx, chat, { name: name.trim() });
    return seers.filter(({ uId }) => uId !== ctx.actor.userId).slice(0, mostOffered);
  });

type Page = { before?: string | undefined; perPage: number };

export const readMentionList = (ctx: Ctx, { before, perPage }: Page): Promise<{ mentions: ChatMention[]; total: number; more: boolean }> =>
  ctx.read(async (tx) => {
    const rows = await listMentions(tx, ctx.actor, { before, limit: perPage + 1 });
    const mentions = rows.slice(0, perPage).map((row) => ({
      id: row.mentionId,
      chatId: row.chatId,
      sideNumber: row.sideNo,
      at: row.at.toISOString(),
      by: row.authorName,
      customerName: row.customerName,
      chatNumber: showChatNumber(row.chatNo),
      text: row.text.slice(0, previewLength),
    }));
    return { mentions, total: await countMentions(tx, ctx.actor), more: rows.length > perPage };
  });

/** Marks the actor's mentions of a chat as read, and the bell's notification of them; other tabs of theirs are told. @throws DomainError chat.not_found */
export async function markMentionsRead(ctx: Ctx, chatId: string, upTo: number): Promise<{ read: number }> {
  const answer = await ctx.transaction(async (tx) => {
    await accessChat(tx, ctx.actor, chatId);
    const read = await deleteMentions(tx, ctx.actor, chatId, upTo);
    if (read > 0) await ctx.events.record(tx, mentionsChanged, { userId: ctx.actor.userId, chatId });
    return { read };
  });
  if (answer.read > 0) await markNotificationsRead(ctx, { link: mentionLink(chatId) });
  return answer;
}
