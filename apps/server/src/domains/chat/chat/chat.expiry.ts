import { agentStatuses } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readChatConfig } from './chat.config.ts';
import { chatLeft, chatWaitingEnded, offerExpired } from './chat.events.ts';
import { waitingKinds } from './chat.offer.ts';
import { findAgent } from './chat.people.ts';
import { requeueChat } from './chat.queue.ts';
import { ChatRecording } from './chat.record.ts';
import { leaveOwner, lockChats, type OfferRow } from './chat.repository.ts';
import { isOpen } from './chat.rules.ts';

/**
 * An offer that nobody accepted in time: both are told, and the chat stays where it was. What somebody transferred who is away goes
 * back to the queue instead, since nobody would answer there.
 */
export function expireOffer(ctx: EnterpriseContext, offerId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const due = await tx
      .selectFrom('chatOffers')
      .select('chatId')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('offerId', '=', offerId)
      .executeTakeFirst();
    if (!due) return;
    // The chat's lock comes first everywhere, so an acceptance and an expiry never wait for each other.
    await lockChats(tx, ctx.enterpriseId, [due.chatId]);
    const gone = await tx
      .updateTable('chatOffers')
      .set({ state: 'expired' })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('offerId', '=', offerId)
      .where('state', '=', 'waiting')
      .where('expiresAt', '<=', ctx.now())
      .returningAll()
      .executeTakeFirst();
    if (!gone) return;
    const { chatId, kind, toUserId, fromUserId } = gone;
    await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: waitingKinds[kind], pickedBy: '', toUserId });
    const agent = await findAgent(tx, ctx.enterpriseId, toUserId);
    const message = `${agent?.name ?? 'The agent'} did not accept in time.`;
    await ctx.events.record(tx, offerExpired, { kind, toUserId: fromUserId, chatId, message });
    if (kind === 'transfer') await leaveAway(ctx, tx, gone, message);
  });
}

async function leaveAway(ctx: EnterpriseContext, tx: Tx, { chatId, fromUserId }: OfferRow, message: string): Promise<void> {
  const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
  if (!chat || !isOpen(chat) || chat.ownerId !== fromUserId) return;
  const sender = await findAgent(tx, ctx.enterpriseId, fromUserId);
  if (sender && sender.agentStatus !== agentStatuses.away) return;
  const now = ctx.now();
  await leaveOwner(tx, ctx.enterpriseId, chatId);
  chat.agentIds = chat.agentIds.filter((userId) => userId !== fromUserId);
  const recording = new ChatRecording(ctx, now);
  await requeueChat(ctx, tx, recording, chat, await readChatConfig(tx, ctx.enterpriseId), now);
  await recording.save(tx);
  await ctx.events.record(tx, chatLeft, {
    type: 'youLeftChat',
    userId: fromUserId,
    chatId,
    message: `${message} The chat is back in the queue.`,
  });
}
