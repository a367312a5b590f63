import {
  channelTypes,
  fieldError,
  isTimeZone,
  type LaterMessage,
  type LaterReason,
  laterMax,
  laterMaxDays,
  replyFileLimit,
} from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { asVoice, holdFile, readAttachment } from '../../file/door.ts';
import { accessChat, chatNotFound, lockOwnChat, lockSeenChat } from '../access/chat.access.ts';
import { findAgent } from '../access/chat.people.ts';
import { refusalInside, refusalNow } from '../access/chat.reach.ts';
import { storeReplies } from '../conversation/chat.reply.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { removeUnshared } from '../record/entry.erase.ts';
import { laterChanged } from './later.events.ts';
import {
  countWrittenAfter,
  deleteLater,
  findByKey,
  findCustomer,
  findLater,
  hasFile,
  insertLater,
  type LaterRow,
  listLater,
  replanLater,
  settleLater,
} from './later.repository.ts';
import { faultOfFile, hasEnded, hasWritten, repliesOf } from './later.rules.ts';

const dayMs = 24 * 3_600_000;

/** A message that is planned in a chat that has ended is cancelled, though nobody has looked at it yet. */
const outcomeOf = ({ state, reason }: LaterRow, chat: { state: number }): Pick<LaterMessage, 'state' | 'reason'> => {
  if (state !== 'planned' && state !== 'sent') return { state, reason };
  return state === 'planned' && hasEnded(chat) ? { state: 'cancelled', reason: 'chat_ended' } : { state: 'planned', reason };
};

const present = (row: LaterRow, chat: { customerCount: number; state: number }, { fileUrl }: Pick<Ctx, 'fileUrl'>): LaterMessage => ({
  id: row.scheduledId,
  text: row.text,
  attachment: row.attachment ? { ...row.attachment, url: fileUrl(row.attachment.id) } : null,
  dueAt: row.dueAt.toISOString(),
  zone: row.zone,
  onlyIfSilent: row.onlyIfSilent,
  hasWritten: hasWritten(row, chat),
  ...outcomeOf(row, chat),
  writerId: row.writerId,
  writerName: row.writerName,
  version: row.version,
});

const laterNotFound = () => new DomainError('later.not_found', 'No such planned message: it may have left meanwhile.', {});

/** @throws DomainError chat.not_found */
export const readLater = (ctx: Ctx, chatId: string): Promise<{ messages: LaterMessage[]; customerZone: string }> =>
  ctx.read(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    const [rows, { zone }] = await Promise.all([
      listLater(tx, ctx.enterpriseId, chatId),
      findCustomer(tx, ctx.enterpriseId, chat.customerId),
    ]);
    return { messages: rows.map((row) => present(row, chat, ctx)), customerZone: isTimeZone(zone) ? zone : '' };
  });

/** @property seen the highest number on the writer's screen; left out: all was seen */
export type LaterPlan = {
  text: string;
  attachmentId?: string | undefined;
  isVoice?: boolean;
  dueAt: string;
  zone: string;
  onlyIfSilent: boolean;
  seen?: number | undefined;
};

/** @throws DomainError request.invalid */
function assertAhead({ dueAt }: LaterPlan, now: Date): Date {
  const due = new Date(dueAt);
  if (due <= now) throw invalidRequest(fieldError('dueAt', 'schedule.past'));
  if (due.getTime() > now.getTime() + laterMaxDays * dayMs)
    throw invalidRequest(fieldError('dueAt', 'schedule.too_far', { maximum: laterMaxDays }));
  return due;
}

const tell = (ctx: Ctx, tx: Tx, { chatId, agentIds }: LockedChat) => ctx.events.record(tx, laterChanged, { chatId, agentIds });

/** Messages of the customer that the writer of a plan has seen. */
async function countSeen(tx: Tx, chat: LockedChat, { seen }: LaterPlan): Promise<number> {
  const { enterpriseId, chatId, customerCount, lastNumber } = chat;
  if (seen === undefined || seen >= lastNumber) return customerCount;
  return customerCount - (await countWrittenAfter(tx, enterpriseId, chatId, seen));
}

/** A file that the actor has uploaded, if the channel takes it. @throws DomainError file.not_found or request.invalid */
async function takeFile(
  { enterpriseId, actor }: Ctx,
  tx: Tx,
  chat: LockedChat,
  { attachmentId = '', isVoice = false }: Pick<LaterPlan, 'attachmentId' | 'isVoice'>,
): Promise<StoredAttachment | null> {
  if (attachmentId === '') return null;
  await holdFile(tx, enterpriseId, attachmentId);
  const attachment = asVoice(await readAttachment(tx, enterpriseId, attachmentId, { userId: actor.userId }), isVoice);
  const fault = faultOfFile({ attachment }, chat);
  if (fault === 'no_files') throw invalidRequest(fieldError('attachmentId', 'chat.no_files'));
  if (fault === 'too_large') {
    const limit = Math.floor(replyFileLimit(chat.line?.type ?? channelTypes.WEB, attachment.type) / 1024 / 1024);
    throw invalidRequest(fieldError('attachmentId', 'file.too_large', { limit }));
  }
  return attachment;
}

/** The file of a message that goes is removed where nothing else names it. */
const releaseFile = (ctx: Ctx, tx: Tx, { attachment }: LaterRow): Promise<void> =>
  removeUnshared(ctx, tx, ctx.enterpriseId, [{ fileId: attachment?.id ?? null }]);

/** Plans a message of the actor's. @throws DomainError chat.not_found, chat.state_invalid, request.invalid or later.too_many */
export function planLater(ctx: Ctx, chatId: string, { requestKey, ...plan }: LaterPlan & { requestKey: string }): Promise<LaterMessage> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    // A repeat may come when the chat has ended, or has left the actor; two at once meet at the lock.
    const known = await findByKey(tx, enterpriseId, actor.userId, requestKey);
    if (known && known.chatId !== chatId) throw chatNotFound();
    if (known) return present(known, await accessChat(tx, actor, chatId), ctx);
    const chat = await lockOwnChat(tx, actor, chatId, 'participant');
    const repeat = await findByKey(tx, enterpriseId, actor.userId, requestKey);
    if (repeat && repeat.chatId !== chatId) throw chatNotFound();
    if (repeat) return present(repeat, chat, ctx);
    const dueAt = assertAhead(plan, ctx.now());
    if ((await listLater(tx, enterpriseId, chatId)).length >= laterMax)
      throw new DomainError('later.too_many', `At most ${laterMax} messages of a chat can be planned.`, { maximum: laterMax });
    const attachment = await takeFile(ctx, tx, chat, plan);
    const scheduledId = newId();
    const { text, zone, onlyIfSilent } = plan;
    const by = { writerId: actor.userId, writerName: actor.name, customerCount: await countSeen(tx, chat, plan) };
    await insertLater(tx, {
      enterpriseId,
      scheduledId,
      chatId,
      ...by,
      text: text.trim(),
      attachment,
      dueAt,
      zone,
      onlyIfSilent,
      requestKey,
    });
    await tell(ctx, tx, chat);
    return present((await findLater(tx, enterpriseId, chatId, scheduledId)) as LaterRow, chat, ctx);
  });
}

/** A message that has not left, in a chat of the actor's, as the caller has read it. */
async function lockLater(ctx: Ctx, tx: Tx, chatId: string, laterId: string, version: number): Promise<{ chat: LockedChat; row: LaterRow }> {
  const chat = await lockOwnChat(tx, ctx.actor, chatId, 'participant');
  const row = await findLater(tx, ctx.enterpriseId, chatId, laterId);
  if (!row) throw laterNotFound();
  if (row.version !== version) throw new DomainError('later.changed', 'The planned message was changed meanwhile. Look at it again.', {});
  return { chat, row };
}

/**
 * Changes a message, and plans it anew: what the customer has written by now holds it no more. Other words are the actor's, and so is a
 * message of somebody who handles chats no more: it would not leave in their name.
 * @throws DomainError chat.not_found, chat.state_invalid, later.not_found, later.changed or request.invalid
 */
export function changeLater(
  ctx: Ctx,
  { chatId, laterId }: { chatId: string; laterId: string },
  { version, ...plan }: LaterPlan & { version: number },
): Promise<LaterMessage> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    const { chat, row } = await lockLater(ctx, tx, chatId, laterId, version);
    const dueAt = assertAhead(plan, ctx.now());
    const text = plan.text.trim();
    const { zone, onlyIfSilent } = plan;
    const { attachmentId = row.attachment?.id ?? '' } = plan;
    const isSameFile = attachmentId === (row.attachment?.id ?? '');
    const attachment = isSameFile ? row.attachment : await takeFile(ctx, tx, chat, plan);
    if (text === '' && !attachment) throw invalidRequest(fieldError('text', 'field.mandatory'));
    const isOthers = text !== row.text || !isSameFile || !(await findAgent(tx, enterpriseId, row.writerId));
    const { writerId, writerName } = isOthers ? { writerId: actor.userId, writerName: actor.name } : row;
    const customerCount = await countSeen(tx, chat, plan);
    const next = { writerId, writerName, text, attachment, dueAt, zone, onlyIfSilent, customerCount, version: row.version + 1 };
    await replanLater(tx, enterpriseId, laterId, next);
    if (!isSameFile) await releaseFile(ctx, tx, row);
    await tell(ctx, tx, chat);
    return present((await findLater(tx, enterpriseId, chatId, laterId)) as LaterRow, chat, ctx);
  });
}

const laterRefused = (reason: LaterReason) => new DomainError('later.refused', 'The channel does not take this message now.', { reason });

/**
 * Sends a message now as a reply of the actor's, who has read it.
 * @throws DomainError chat.not_found, chat.state_invalid, later.not_found, later.changed, later.refused or chat.answered_meanwhile
 */
export function sendLater(
  ctx: Ctx,
  { chatId, laterId }: { chatId: string; laterId: string },
  { version, seen, force }: { version: number; seen: number; force: boolean },
): Promise<void> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    const { chat, row } = await lockLater(ctx, tx, chatId, laterId, version);
    if (faultOfFile(row, chat) !== '' || !(await hasFile(tx, row))) throw laterRefused('file_refused');
    const reason = await refusalNow(ctx, tx, chat);
    if (reason !== '') throw laterRefused(reason);
    const by = { enterpriseId, agentId: actor.userId, agentName: actor.name };
    const replies = repliesOf(row, chat).map((reply) => ({ ...by, chatId, ...reply, seen, force }));
    for (const outcome of await storeReplies(ctx, tx, replies)) {
      if ('refusal' in outcome) throw outcome.refusal;
      const inside = refusalInside(outcome.action);
      if (inside !== '') throw laterRefused(inside);
    }
    await settleLater(tx, enterpriseId, [{ scheduledId: laterId, state: 'sent', reason: '' }], ctx.now());
    await tell(ctx, tx, chat);
  });
}

/** Those who take part take a message back, and its writer wherever the chat is now. @throws DomainError chat.not_found or later.not_found */
export const cancelLater = (ctx: Ctx, chatId: string, laterId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { actor } = ctx;
    const { chat } = await lockSeenChat(ctx, tx, chatId);
    const row = await findLater(tx, ctx.enterpriseId, chatId, laterId);
    if (!actor.key && !chat.agentIds.includes(actor.userId) && row?.writerId !== actor.userId) throw chatNotFound();
    if (!row) throw laterNotFound();
    await deleteLater(tx, ctx.enterpriseId, laterId);
    await releaseFile(ctx, tx, row);
    await tell(ctx, tx, chat);
  });
