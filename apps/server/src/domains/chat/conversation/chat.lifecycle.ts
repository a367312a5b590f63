import { type ChatConfig, chatActionTypes, chatStates, fieldError, missedReasons, mostSuspendedDays } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { findClosed, findUserNames } from '../../account/door.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { lockDesksOf, wrapUp } from '../desk/desk.repository.ts';
import { listFilled, listMissing } from '../field/field.repository.ts';
import { withdraw } from '../offer/chat.offer.ts';
import { chatStateChanged, chatWaitingEnded } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { type Author, authorOf, end, isOpen, isRatingLate, resume, suspend, wakesAt } from '../record/chat.rules.ts';
import { returnToStream, tellEnd } from '../record/chat.stream.port.ts';
import { endMissed } from '../routing/chat.missed.ts';
import { readChatSettings, type ToldSettings, tellCustomer, tellWithAct } from '../settings/settings.told.ts';
import { writeSide } from '../side/side.write.ts';

/** The name by which a customer knows who closes their chat: of a key, its agent's. */
async function nameTold({ enterpriseId, actor }: Ctx, tx: Tx, { ownerId }: LockedChat): Promise<string> {
  if (!actor.key) return actor.name;
  const [name = ''] = ownerId ? await findUserNames(tx, enterpriseId, [ownerId]) : [];
  return name;
}

export function closeChat(ctx: Ctx, chatId: string, feedback: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, chatId, 'owner');
    await lockDesksOf(tx, ctx.enterpriseId, [chatId]);
    const told = await readChatSettings(tx, chat, ctx.now());
    assertMayClose(chat, told.config);
    await assertFieldsFilled(tx, chat);
    const agentName = await nameTold(ctx, tx, chat);
    await endServed(ctx, tx, chat, told, { author: authorOf(ctx.actor), agentName, feedback });
    // A key closes waiting chats too: they are gone from the lists of those who saw them.
    if (chat.handledBy === 'queue')
      await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: '', offeredTo: chat.offeredTo });
  });
}

/**
 * Closes a chat that an agent has, or that waits for one. Chat and desks are locked.
 * @param ending.author the agent, or the system where the time does it
 */
export async function endServed(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  { config, say }: ToldSettings,
  { author, agentName, feedback }: { author: Author; agentName: string; feedback: string },
): Promise<void> {
  const now = ctx.now();
  const { ownerId } = chat;
  const recording = new ChatRecording(ctx, now);
  const message = tellWithAct(recording, chat, say('closing', { agentName }));
  // Nobody has served the customer of a chat that waits.
  const asksRating = config.ratingEnabled && ownerId !== null;
  // Stars are given in the widget alone.
  if (asksRating && !chat.line) tellCustomer(recording, chat, say('rating', { agentName }));
  end(chat, chatStates.closed, author.kind, now);
  chat.asksRating = asksRating;
  chat.feedback = feedback;
  const fields = Object.keys(chat.fields).length > 0 ? await listFilled(tx, ctx.enterpriseId, chat.chatId) : [];
  const detail = { feedback, ...(fields.length > 0 ? { fields } : {}) };
  recording.append(chat, { actionType: chatActionTypes.agentClosedChat, author, message, detail });
  recording.tellVisitor(chat, agentName, config.ratingCommentEnabled);
  await returnToStream(ctx, tx, chat, 'returned');
  await tellEnd(ctx, tx, chat);
  await recording.save(tx);
  if (config.wrapUpSeconds > 0 && ownerId !== null)
    await wrapUp(tx, ctx.enterpriseId, ownerId, new Date(now.getTime() + config.wrapUpSeconds * 1000));
  await withdraw(ctx, tx, chat.chatId, ['transfer', 'invite', 'assign']);
}

/** The customer ends their own chat. One that a stream has is the stream's to end. @throws DomainError chat.not_found or chat.state_invalid */
export function endByCustomer(ctx: EnterpriseContext, { chatId, customerId }: { chatId: string; customerId: string }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (!chat || chat.customerId !== customerId) throw new DomainError('chat.not_found', 'No such chat.', {});
    const wasQueued = chat.handledBy === 'queue';
    if (!isOpen(chat) || chat.handledBy === 'stream')
      throw new DomainError('chat.state_invalid', "This is not possible in the chat's present state.", { state: chat.state });
    await lockDesksOf(tx, ctx.enterpriseId, [chatId]);
    const told = await readChatSettings(tx, chat, ctx.now());
    const [agentName = ''] = chat.ownerId ? await findUserNames(tx, ctx.enterpriseId, [chat.ownerId]) : [];
    const author: Author = { kind: 'customer', id: customerId, name: told.customerName };
    await endServed(ctx, tx, chat, told, { author, agentName, feedback: '' });
    if (wasQueued) await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: '', offeredTo: chat.offeredTo });
  });
}

/** @throws DomainError chat.label_needed or chat.note_needed */
function assertMayClose({ labelId, tag, note }: LockedChat, { closeNeedsLabel, closeNeedsNote }: ChatConfig): void {
  if (closeNeedsLabel && labelId === null && tag === '')
    throw new DomainError('chat.label_needed', 'Give the chat a label before you close it.', {});
  if (closeNeedsNote && note.trim() === '') throw new DomainError('chat.note_needed', 'Write a note before you close the chat.', {});
}

/** @throws DomainError chat.field_needed, with the names of all that lack a value */
async function assertFieldsFilled(tx: Tx, { enterpriseId, chatId }: LockedChat): Promise<void> {
  const name = (await listMissing(tx, enterpriseId, chatId)).join(', ');
  if (name !== '') throw new DomainError('chat.field_needed', `Fill in ${name} before you close the chat.`, { name });
}

const dayMs = 24 * 3_600_000;

/** @param wakeAt when it goes on by itself. @throws DomainError chat.state_invalid, request.invalid */
export function suspendChat(ctx: Ctx, chatId: string, wakeAt: Date | null): Promise<void> {
  return changeState(ctx, chatId, [chatStates.started, chatStates.ongoing], (chat) => {
    const now = ctx.now();
    if (wakeAt && wakeAt <= now) throw invalidRequest(fieldError('wakeAt', 'schedule.past'));
    if (wakeAt && wakeAt.getTime() > now.getTime() + mostSuspendedDays * dayMs)
      throw invalidRequest(fieldError('wakeAt', 'schedule.too_far', { maximum: mostSuspendedDays }));
    suspend(chat, wakeAt, now);
  });
}

export const resumeChat = (ctx: Ctx, chatId: string): Promise<void> =>
  changeState(ctx, chatId, [chatStates.suspended], (chat) => resume(chat, ctx.now()));

function changeState(ctx: Ctx, chatId: string, from: readonly number[], change: (chat: LockedChat) => void): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, chatId, 'owner');
    if (!from.includes(chat.state))
      throw new DomainError('chat.state_invalid', "This is not possible in the chat's present state.", { state: chat.state });
    await lockDesksOf(tx, ctx.enterpriseId, [chatId]);
    change(chat);
    const recording = new ChatRecording(ctx, ctx.now());
    recording.touch(chat);
    await recording.save(tx);
    const wakeAt = wakesAt(chat);
    // Agents do it with their own chats; of a key they want to know.
    if (ctx.actor.key)
      await writeSide(ctx, tx, chat, {
        kind: 'act',
        act: chat.state === chatStates.suspended ? { act: 'suspended', until: wakeAt } : { act: 'resumed' },
      });
    await ctx.events.record(tx, chatStateChanged, { chatId, agentIds: chat.agentIds, state: chat.state, wakeAt, isWoken: false });
  });
}

/** Suspended chats whose time has come go on, and their agents are told. Others whose clock was found late stay as they are. */
export async function wakeChats(ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[]): Promise<void> {
  const now = ctx.now();
  const recording = new ChatRecording(ctx, now);
  const woken = chats.filter(({ state }) => state === chatStates.suspended);
  for (const chat of woken) {
    resume(chat, now);
    recording.touch(chat);
  }
  await recording.save(tx);
  await ctx.events.record(
    tx,
    chatStateChanged,
    ...woken.map(({ chatId, agentIds, state }) => ({ chatId, agentIds, state, wakeAt: null, isWoken: true })),
  );
}

/** Nobody picked the chat up in time. The sweep may find it twice; its lock and its deadline decide once. */
export function missChat(
  ctx: EnterpriseContext,
  chatId: string,
  notifyMissed: (tx: Tx, chat: { chatId: string; customerName: string }) => Promise<void>,
): Promise<void> {
  return ctx.transaction(async (tx) => {
    const now = ctx.now();
    const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (!chat?.deadlineAt || chat.deadlineAt > now || chat.handledBy !== 'queue') return;
    await lockDesksOf(tx, ctx.enterpriseId, [chatId]);
    const [{ say, customerName }, closed] = await Promise.all([
      readChatSettings(tx, chat, now),
      findClosed(tx, ctx.enterpriseId, chat.deptId, now),
    ]);
    const recording = new ChatRecording(ctx, now);
    const missed = closed
      ? { text: say('outOfHours', closed), reason: closed.reason }
      : { text: say('missed'), reason: missedReasons.timedOut };
    await endMissed(ctx, tx, recording, chat, { customerName, ...missed });
    await recording.save(tx);
    await withdraw(ctx, tx, chatId, ['assign']);
    await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: '', offeredTo: chat.offeredTo });
    await notifyMissed(tx, { chatId, customerName });
  });
}

/** The customer's rating of an ended chat; the last word counts. */
export function rateChat(
  ctx: EnterpriseContext,
  rating: { chatId: string; customerId: string; stars: number; comment: string },
): Promise<void> {
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [rating.chatId]);
    if (!chat || chat.customerId !== rating.customerId) throw new DomainError('chat.not_found', 'No such chat.', {});
    const now = ctx.now();
    const { config, customerName } = await readChatSettings(tx, chat, now);
    if (!chat.asksRating || chat.state !== chatStates.closed || isRatingLate(chat, config.ratingWithinHours, now))
      throw new DomainError('chat.state_invalid', 'This chat cannot be rated.', { state: chat.state });
    chat.rating = rating.stars;
    chat.ratingComment = config.ratingCommentEnabled ? rating.comment : '';
    const recording = new ChatRecording(ctx, now);
    recording.append(chat, {
      actionType: chatActionTypes.customerRating,
      author: { kind: 'customer', id: chat.customerId, name: customerName },
      message: chat.ratingComment,
      detail: { stars: rating.stars },
    });
    recording.tellVisitor(chat, '');
    await recording.save(tx);
  });
}
