import { type ChatConfig, channelTypes, chatActionTypes, chatStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { chatQueued, chatWaitingEnded } from './chat.events.ts';
import type { ChatRecording } from './chat.record.ts';
import type { LockedChat } from './chat.repository.ts';
import { enterQueue, systemAuthor } from './chat.rules.ts';
import { offerToDepartments } from './chat.scope.ts';

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
