import { type ChatConfig, chatActionTypes, chatStates, missedReasons } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { withdraw } from '../offer/chat.offer.ts';
import { chatMissed, chatStateChanged, chatWaitingEnded } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { end, isRatingLate, systemAuthor } from '../record/chat.rules.ts';
import { returnToStream, tellEnd } from '../record/chat.stream.port.ts';
import { readChatSettings, tellCustomer, tellWithAct } from '../settings/settings.told.ts';

const agentOf = (ctx: Ctx) => ({ kind: 'agent' as const, id: ctx.actor.userId, name: ctx.actor.name });

export function closeChat(ctx: Ctx, chatId: string, feedback: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, chatId, 'owner');
    const now = ctx.now();
    const { config, say } = await readChatSettings(tx, chat, now);
    assertMayClose(chat, config);
    const recording = new ChatRecording(ctx, now);
    const message = tellWithAct(recording, chat, say('closing', ctx.actor.name));
    // Stars are given in the widget alone.
    if (config.ratingEnabled && !chat.line) tellCustomer(recording, chat, say('rating', ctx.actor.name));
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

export const suspendChat = (ctx: Ctx, chatId: string): Promise<void> =>
  changeState(ctx, chatId, [chatStates.started, chatStates.ongoing], () => chatStates.suspended);

export const resumeChat = (ctx: Ctx, chatId: string): Promise<void> =>
  changeState(ctx, chatId, [chatStates.suspended], (chat) => (chat.firstReplyAt ? chatStates.ongoing : chatStates.started));

function changeState(ctx: Ctx, chatId: string, from: readonly number[], to: (chat: LockedChat) => number): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, chatId, 'owner');
    if (!from.includes(chat.state))
      throw new DomainError('chat.state_invalid', "This is not possible in the chat's present state.", { state: chat.state });
    chat.state = to(chat);
    const recording = new ChatRecording(ctx, ctx.now());
    recording.touch(chat);
    await recording.save(tx);
    await ctx.events.record(tx, chatStateChanged, { chatId, agentIds: chat.agentIds, state: chat.state });
  });
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
    const { say, customerName } = await readChatSettings(tx, chat, now);
    const recording = new ChatRecording(ctx, now);
    const message = tellWithAct(recording, chat, say('missed'));
    end(chat, chatStates.missed, now);
    chat.asksRating = false;
    chat.missedReason = missedReasons.timedOut;
    chat.missedAt = now;
    recording.append(chat, {
      actionType: chatActionTypes.agentMissedChat,
      author: systemAuthor,
      message,
      detail: { reason: missedReasons.timedOut },
    });
    recording.tellVisitor(chat, '');
    await returnToStream(ctx, tx, chat, 'missed');
    await recording.save(tx);
    await withdraw(ctx, tx, chatId, ['assign']);
    await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: '', offeredTo: chat.offeredTo });
    await ctx.events.record(tx, chatMissed, { chatId, customerName, offeredTo: chat.offeredTo });
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
