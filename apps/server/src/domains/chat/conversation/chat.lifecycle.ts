import { type ChatConfig, chatActionTypes, chatStates, fieldError, missedReasons, mostSuspendedDays } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { findClosed } from '../../account/door.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { lockDesksOf } from '../desk/desk.repository.ts';
import { withdraw } from '../offer/chat.offer.ts';
import { chatStateChanged, chatWaitingEnded } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { end, isRatingLate, resume, suspend } from '../record/chat.rules.ts';
import { returnToStream, tellEnd } from '../record/chat.stream.port.ts';
import { endMissed } from '../routing/chat.missed.ts';
import { readChatSettings, tellCustomer, tellWithAct } from '../settings/settings.told.ts';

const agentOf = (ctx: Ctx) => ({ kind: 'agent' as const, id: ctx.actor.userId, name: ctx.actor.name });

export function closeChat(ctx: Ctx, chatId: string, feedback: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, chatId, 'owner');
    await lockDesksOf(tx, ctx.enterpriseId, [chatId]);
    const now = ctx.now();
    const { config, say } = await readChatSettings(tx, chat, now);
    assertMayClose(chat, config);
    const recording = new ChatRecording(ctx, now);
    const message = tellWithAct(recording, chat, say('closing', { agentName: ctx.actor.name }));
    // Stars are given in the widget alone.
    if (config.ratingEnabled && !chat.line) tellCustomer(recording, chat, say('rating', { agentName: ctx.actor.name }));
    end(chat, chatStates.closed, now);
    chat.asksRating = config.ratingEnabled;
    chat.feedback = feedback;
    recording.append(chat, { actionType: chatActionTypes.agentClosedChat, author: agentOf(ctx), message, detail: { feedback } });
    recording.tellVisitor(chat, ctx.actor.name, config.ratingCommentEnabled);
    await returnToStream(ctx, tx, chat, 'returned');
    await tellEnd(ctx, tx, chat);
    await recording.save(tx);
    await withdraw(ctx, tx, chatId, ['transfer', 'invite', 'assign']);
  });
}

/** @throws DomainError chat.label_needed or chat.note_needed */
function assertMayClose({ labelId, tag, note }: LockedChat, { closeNeedsLabel, closeNeedsNote }: ChatConfig): void {
  if (closeNeedsLabel && labelId === null && tag === '')
    throw new DomainError('chat.label_needed', 'Give the chat a label before you close it.', {});
  if (closeNeedsNote && note.trim() === '') throw new DomainError('chat.note_needed', 'Write a note before you close the chat.', {});
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

export const resumeChat = (ctx: Ctx, chatId: string): Promise<void> => changeState(ctx, chatId, [chatStates.suspended], resume);

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
    const wakeAt = chat.clocks.get('wake')?.dueAt.toISOString() ?? null;
    await ctx.events.record(tx, chatStateChanged, { chatId, agentIds: chat.agentIds, state: chat.state, wakeAt, isWoken: false });
  });
}

/** Suspended chats whose time has come go on, and their agents are told. Others whose clock was found late stay as they are. */
export async function wakeChats(ctx: EnterpriseContext, tx: Tx, chats: readonly LockedChat[]): Promise<void> {
  const recording = new ChatRecording(ctx, ctx.now());
  const woken = chats.filter(({ state }) => state === chatStates.suspended);
  for (const chat of woken) {
    resume(chat);
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
