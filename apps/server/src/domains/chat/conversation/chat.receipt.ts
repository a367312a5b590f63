import { chatActionTypes, deliveryStatuses, messageStatuses } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { advanceLedger } from '../../messaging/door.talk.ts';
import { chatNotFound } from '../access/chat.access.ts';
import { putOffAnswers } from '../clock/clock.repository.ts';
import { chatStatusChanged, type StatusEvent, visitorTopic } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, lockChats } from '../record/chat.repository.ts';
import { awayMs } from '../record/chat.rules.ts';

async function tellStatus(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  change: Pick<StatusEvent, 'upTo' | 'author' | 'status' | 'deliveryStatus' | 'readBy' | 'unread'>,
): Promise<void> {
  await ctx.events.record(tx, chatStatusChanged, {
    chatId: chat.chatId,
    agentIds: chat.agentIds,
    visitor: visitorTopic(chat.channelId, chat.address),
    ...change,
  });
}

/** The widget has, or the visitor read, our entries up to a number. Late and repeated receipts move nothing back. */
export function noteCustomerReceipt(
  ctx: EnterpriseContext,
  receipt: { chatId: string; customerId: string; upTo: number; isRead: boolean },
): Promise<void> {
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [receipt.chatId]);
    if (!chat || chat.customerId !== receipt.customerId) return;
    const upTo = Math.min(receipt.upTo, chat.lastNumber);
    if (upTo <= (receipt.isRead ? chat.customerReadNumber : chat.customerReceivedNumber)) return;
    if (receipt.isRead) chat.customerReadNumber = upTo;
    chat.customerReceivedNumber = Math.max(chat.customerReceivedNumber, upTo);
    const recording = new ChatRecording(ctx, ctx.now());
    recording.touch(chat);
    await recording.save(tx);
    await advanceLedger(tx, ctx.enterpriseId, chat.chatId, upTo, receipt.isRead ? 'READ' : 'DELIVERED', ctx.now());
    await tellStatus(ctx, tx, chat, {
      upTo,
      author: 'agent',
      status: receipt.isRead ? messageStatuses.read : messageStatuses.sent,
      deliveryStatus: receipt.isRead ? deliveryStatuses.read : deliveryStatuses.delivered,
    });
  });
}

/** The page of a visitor shows answers that they have not read: as long as it does, these do not go on by e-mail or WhatsApp. */
export function noteLooking(ctx: EnterpriseContext, chat: { chatId: string; customerId: string }): Promise<void> {
  return ctx.transaction((tx) => putOffAnswers(tx, ctx.enterpriseId, chat, new Date(ctx.now().getTime() + awayMs)));
}

/** An agent read the customer's messages (chatMessageStatus): the own unread count falls, and the visitor sees the read tick. */
export function noteAgentRead(ctx: Ctx, chatId: string, actionIds: readonly string[]): Promise<void> {
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (!chat?.agentIds.includes(ctx.actor.userId)) throw chatNotFound();
    if (actionIds.length === 0) return;
    const newest = await tx
      .selectFrom('chatActions')
      .select((eb) => eb.fn.max('number').as('number'))
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('chatId', '=', chatId)
      .where('actionId', 'in', actionIds)
      .executeTakeFirst();
    const upTo = newest?.number ?? 0;
    if (upTo === 0) return;
    const unread = await noteOwnRead(ctx, tx, chat, upTo);
    const read = {
      author: 'customer',
      status: messageStatuses.read,
      deliveryStatus: deliveryStatuses.read,
      readBy: ctx.actor.userId,
    } as const;
    if (upTo <= chat.agentReadNumber) {
      // A colleague was first: the tick is there, and only this user's other windows have something to count.
      if (unread === undefined) return;
      const own = { chatId, agentIds: [ctx.actor.userId], upTo: chat.agentReadNumber, ...read, unread };
      return ctx.events.record(tx, chatStatusChanged, own);
    }
    chat.agentReadNumber = upTo;
    const recording = new ChatRecording(ctx, ctx.now());
    recording.touch(chat);
    await recording.save(tx);
    await tellStatus(ctx, tx, chat, { upTo, ...read, unread: unread ?? 0 });
  });
}

/** @returns how many of the customer's messages this user has not read; undefined where nothing has changed */
async function noteOwnRead(ctx: Ctx, tx: Tx, chat: LockedChat, upTo: number): Promise<number | undefined> {
  // The customer's messages above the number are those that stay unread; a page of the newest is enough to count them.
  const { unread } = await tx
    .selectFrom('chatActions')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('chatId', '=', chat.chatId)
    .where('number', '>', upTo)
    .where('actionType', '=', chatActionTypes.customerReply)
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await tx
    .updateTable('chatParticipants')
    .set({ readNumber: upTo, readCount: chat.customerCount - unread })
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('chatId', '=', chat.chatId)
    .where('userId', '=', ctx.actor.userId)
    .where('readNumber', '<', upTo)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? Number(unread) : undefined;
}
