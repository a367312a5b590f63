import { chatActionTypes, chatStates, missedReasons } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { lockOwnChat } from '../access/chat.access.ts';
import { readChatConfig } from '../access/chat.config.ts';
import { withdraw } from '../offer/chat.offer.ts';
import { chatMissed, chatStateChanged, chatWaitingEnded } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { end, systemAuthor } from '../record/chat.rules.ts';
import { returnToStream, tellEnd } from '../record/chat.stream.port.ts';

const agentOf = (ctx: Ctx) => ({ kind: 'agent' as const, id: ctx.actor.userId, name: ctx.actor.name });

export function closeChat(ctx: Ctx, chatId: string, feedback: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const chat = await lockOwnChat(tx, ctx.actor, chatId, 'owner');
    const now = ctx.now();
    const { closingMessage } = await readChatConfig(tx, ctx.enterpriseId);
    end(chat, chatStates.closed, now);
    chat.feedback = feedback;
    const recording = new ChatRecording(ctx, now);
    recording.append(chat, {
      actionType: chatActionTypes.agentClosedChat,
      author: agentOf(ctx),
      message: closingMessage,
      detail: { feedback },
    });
    recording.tellVisitor(chat, ctx.actor.name);
    await returnToStream(ctx, tx, chat, 'returned');
    await tellEnd(ctx, tx, chat);
    await recording.save(tx);
    await withdraw(ctx, tx, chatId, ['transfer', 'invite', 'assign']);
  });
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
    const { missedMessage } = await readChatConfig(tx, ctx.enterpriseId);
    const customer = await tx
      .selectFrom('customers')
      .select('name')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('customerId', '=', chat.customerId)
      .executeTakeFirstOrThrow();
    end(chat, chatStates.missed, now);
    chat.missedReason = missedReasons.timedOut;
    chat.missedAt = now;
    const recording = new ChatRecording(ctx, now);
    recording.append(chat, {
      actionType: chatActionTypes.agentMissedChat,
      author: systemAuthor,
      message: missedMessage,
      detail: { reason: missedReasons.timedOut },
    });
    recording.tellVisitor(chat, '');
    await returnToStream(ctx, tx, chat, 'missed');
    await recording.save(tx);
    await withdraw(ctx, tx, chatId, ['assign']);
    await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: 'new', pickedBy: '', offeredTo: chat.offeredTo });
    await ctx.events.record(tx, chatMissed, { chatId, customerName: customer.name, offeredTo: chat.offeredTo });
    await notifyMissed(tx, { chatId, customerName: customer.name });
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
    if ((!chat.pickedUpAt && !chat.asksRating) || chat.state !== chatStates.closed)
      throw new DomainError('chat.state_invalid', 'This chat cannot be rated.', { state: chat.state });
    chat.rating = rating.stars;
    chat.ratingComment = rating.comment;
    const customer = await tx
      .selectFrom('customers')
      .select('name')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('customerId', '=', chat.customerId)
      .executeTakeFirstOrThrow();
    const recording = new ChatRecording(ctx, ctx.now());
    recording.append(chat, {
      actionType: chatActionTypes.customerRating,
      author: { kind: 'customer', id: chat.customerId, name: customer.name },
      message: rating.comment,
      detail: { stars: rating.stars },
    });
    recording.tellVisitor(chat, '');
    await recording.save(tx);
  });
}
