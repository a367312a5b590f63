import { type ChatConfig, channelTypes, chatActionTypes, chatStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readChatConfig } from '../access/chat.config.ts';
import { offerToDepartments } from '../access/chat.scope.ts';
import { chatLeft, chatQueued, chatWaitingEnded } from '../record/chat.events.ts';
import type { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, leaveOwner } from '../record/chat.repository.ts';
import { enterQueue, systemAuthor } from '../record/chat.rules.ts';

type Arrival = { customerName: string; lastMessage: string; config: ChatConfig };

/** Puts the chat into the queue and notifies those who may pick it up. */
async function putInQueue(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  arrival: Arrival,
  now: Date,
): Promise<void> {
  enterQueue(chat, arrival.config.missedAfterSeconds, now);
  await offerToDepartments(tx, chat);
  recording.tellVisitor(chat, '');
  await ctx.events.record(tx, chatQueued, {
    chatId: chat.chatId,
    customerName: arrival.customerName,
    lastMessage: (arrival.lastMessage || chat.lastMessage).slice(0, 200),
    channelType: chat.line?.type ?? channelTypes.WEB,
    offeredTo: chat.offeredTo,
  });
}

/** The chat asks for an agent for the first time: its customer is welcomed. */
export async function queueChat(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  arrival: Arrival,
  now: Date,
): Promise<void> {
  await putInQueue(ctx, tx, recording, chat, arrival, now);
  if (arrival.config.welcomeMessage)
    recording.append(chat, { actionType: chatActionTypes.agentReply, author: systemAuthor, message: arrival.config.welcomeMessage });
  await endMissed(ctx, tx, chat);
}

/** The chat asks for another agent. */
export async function requeueChat(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  config: ChatConfig,
  now: Date,
): Promise<void> {
  const customer = await tx
    .selectFrom('customers')
    .select('name')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('customerId', '=', chat.customerId)
    .executeTakeFirstOrThrow();
  await putInQueue(ctx, tx, recording, chat, { customerName: customer.name, lastMessage: '', config }, now);
}

/** The chat asks for another agent since its owner is away or gone, or wants it so: their list loses it. @param message what the owner is told, as `type` */
export async function leaveToQueue(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  message: string,
  type: 'youLeftChat' | 'youTransferredChat' = 'youLeftChat',
): Promise<void> {
  const { chatId, ownerId } = chat;
  await leaveOwner(tx, ctx.enterpriseId, chatId);
  chat.agentIds = chat.agentIds.filter((userId) => userId !== ownerId);
  await requeueChat(ctx, tx, recording, chat, await readChatConfig(tx, ctx.enterpriseId), ctx.now());
  await recording.save(tx);
  if (ownerId) await ctx.events.record(tx, chatLeft, { type, userId: ownerId, chatId, message });
}

/** A customer who comes back after a missed chat is served in the new one: the missed one waits no longer. */
async function endMissed(ctx: EnterpriseContext, tx: Tx, { previousChatId }: LockedChat): Promise<void> {
  if (!previousChatId) return;
  const { state, offeredTo } = await tx
    .selectFrom('chats')
    .select(['state', 'offeredTo'])
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('chatId', '=', previousChatId)
    .executeTakeFirstOrThrow();
  if (state === chatStates.missed)
    await ctx.events.record(tx, chatWaitingEnded, { chatId: previousChatId, kind: 'missed', pickedBy: '', offeredTo });
}
