import { agentStatuses, chatActionTypes } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readChatConfig } from './chat.config.ts';
import { chatLeft, chatWaitingEnded, offerMissed, offerReturned } from './chat.events.ts';
import { waitingKinds } from './chat.offer.ts';
import { findAgent } from './chat.people.ts';
import { nothing } from './chat.pickup.ts';
import { requeueChat } from './chat.queue.ts';
import { ChatRecording } from './chat.record.ts';
import { type LockedChat, leaveOwner, lockChats, type OfferRow } from './chat.repository.ts';
import { isOpen, systemAuthor } from './chat.rules.ts';

/** An offer that nobody accepted in time. */
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
    const [chat] = await lockChats(tx, ctx.enterpriseId, [due.chatId]);
    const gone = await tx
      .updateTable('chatOffers')
      .set({ state: 'expired' })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('offerId', '=', offerId)
      .where('state', '=', 'waiting')
      .where('expiresAt', '<=', ctx.now())
      .returningAll()
      .executeTakeFirst();
    if (!gone || !chat) return;
    await ctx.events.record(tx, offerMissed, { chatId: chat.chatId, toUserId: gone.toUserId });
    await giveBack(ctx, tx, chat, gone, 'expired');
  });
}

const storedKinds = { transferred: 'transfer', invited: 'invite', assigned: 'assign' } as const;

/** The agent to whom a chat was offered does not take it. */
export function declineOffer(ctx: Ctx, { chatId, kind }: { chatId: string; kind: keyof typeof storedKinds }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    const gone = await tx
      .updateTable('chatOffers')
      .set({ state: 'declined' })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('chatId', '=', chatId)
      .where('toUserId', '=', ctx.actor.userId)
      .where('kind', '=', storedKinds[kind])
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
    if (!gone || !chat) throw nothing(kind);
    await giveBack(ctx, tx, chat, gone, 'declined');
  });
}

/**
 * Nobody took the offer: its sender is told, the chat's record keeps why, and the chat stays where it was. What somebody transferred who
 * is away goes back to the queue instead, since nobody would answer there.
 */
async function giveBack(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  offer: OfferRow,
  returned: 'declined' | 'expired',
): Promise<void> {
  const { chatId, kind, toUserId, fromUserId } = offer;
  const agentName = (await findAgent(tx, ctx.enterpriseId, toUserId))?.name ?? 'The agent';
  const message = returned === 'declined' ? `${agentName} declined.` : `${agentName} did not accept in time.`;
  await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: waitingKinds[kind], pickedBy: '', toUserId });
  await ctx.events.record(tx, offerReturned, { kind, toUserId: fromUserId, chatId, message });
  // An assigned chat waits in the queue all the while: nobody's thread has to say that it came back.
  if (kind === 'assign' || !isOpen(chat)) return;
  const now = ctx.now();
  const recording = new ChatRecording(ctx, now);
  recording.append(chat, {
    actionType: kind === 'transfer' ? chatActionTypes.agentTransferred : chatActionTypes.agentInvited,
    author: returned === 'declined' ? { kind: 'agent', id: toUserId, name: agentName } : systemAuthor,
    detail: { returned, agentId: toUserId, agentName },
  });
  const isLeft = kind === 'transfer' && chat.ownerId === fromUserId && (await isAway(ctx, tx, fromUserId));
  if (isLeft) {
    await leaveOwner(tx, ctx.enterpriseId, chatId);
    chat.agentIds = chat.agentIds.filter((userId) => userId !== fromUserId);
    await requeueChat(ctx, tx, recording, chat, await readChatConfig(tx, ctx.enterpriseId), now);
  }
  await recording.save(tx);
  if (isLeft)
    await ctx.events.record(tx, chatLeft, {
      type: 'youLeftChat',
      userId: fromUserId,
      chatId,
      message: `${message} The chat is back in the queue.`,
    });
}

async function isAway(ctx: EnterpriseContext, tx: Tx, userId: string): Promise<boolean> {
  const sender = await findAgent(tx, ctx.enterpriseId, userId);
  return !sender || sender.agentStatus === agentStatuses.away;
}
