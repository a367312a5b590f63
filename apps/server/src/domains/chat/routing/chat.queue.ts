import { channelTypes, chatStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { offerToDepartments } from '../access/chat.scope.ts';
import { chatLeft, chatQueued, chatWaitingEnded } from '../record/chat.events.ts';
import type { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, leaveOwner } from '../record/chat.repository.ts';
import { enterQueue } from '../record/chat.rules.ts';
import { readChatSettings, type ToldSettings, tellCustomer } from '../settings/settings.told.ts';

/** Puts the chat into the queue and notifies those who may pick it up. From its first time on it keeps the settings of that moment. */
async function putInQueue(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  lastMessage: string,
  now: Date,
): Promise<ToldSettings> {
  const told = await readChatSettings(tx, chat, now);
  chat.settingsNo ??= told.lastNo;
  enterQueue(chat, told.config.missedAfterSeconds, now);
  await offerToDepartments(tx, chat);
  recording.tellVisitor(chat, '');
  await ctx.events.record(tx, chatQueued, {
    chatId: chat.chatId,
    customerName: told.customerName,
    lastMessage: (lastMessage || chat.lastMessage).slice(0, 200),
    channelType: chat.line?.type ?? channelTypes.WEB,
    offeredTo: chat.offeredTo,
  });
  return told;
}

/** The chat asks for an agent for the first time: its customer is welcomed. */
export async function queueChat(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  chat: LockedChat,
  lastMessage: string,
  now: Date,
): Promise<void> {
  const told = await putInQueue(ctx, tx, recording, chat, lastMessage, now);
  tellCustomer(recording, chat, told.say('welcome'));
  await endMissed(ctx, tx, chat);
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
  const told = await putInQueue(ctx, tx, recording, chat, '', ctx.now());
  if (type === 'youTransferredChat') tellCustomer(recording, chat, told.say('transferred'));
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
