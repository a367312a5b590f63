import { agentStatuses, chatActionTypes, chatStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { hearsOffers } from '../../account/door.ts';
import { findAgent } from '../access/chat.people.ts';
import { relaxLeft } from '../clock/clock.repository.ts';
import { findDesk, lockDesksOf, noteMissed, setStatus } from '../desk/desk.repository.ts';
import { mostMissed } from '../desk/desk.rules.ts';
import { agentStatusChanged, chatWaitingEnded, offerMissed, offerReturned } from '../record/chat.events.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { type LockedChat, lockChats, type OfferRow } from '../record/chat.repository.ts';
import { isOpen, systemAuthor } from '../record/chat.rules.ts';
import { isConnected } from '../routing/agent.presence.ts';
import { fitChat } from '../routing/chat.fit.ts';
import { leaveToQueue } from '../routing/chat.queue.ts';
import { readChatConfig } from '../settings/settings.service.ts';
import { nothing, waitingKinds } from './chat.offer.ts';

/** An offer that nobody accepted in time. */
export async function expireOffer(ctx: EnterpriseContext, offerId: string): Promise<void> {
  const awayId = await ctx.transaction(async (tx) => {
    const due = await tx
      .selectFrom('chatOffers')
      .select('chatId')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('offerId', '=', offerId)
      .executeTakeFirst();
    if (!due) return undefined;
    // The chat's lock comes first everywhere, so an acceptance and an expiry never wait for each other.
    const [chat] = await lockChats(tx, ctx.enterpriseId, [due.chatId]);
    await lockDesksOf(tx, ctx.enterpriseId, [due.chatId]);
    const gone = await tx
      .updateTable('chatOffers')
      .set({ state: 'expired' })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('offerId', '=', offerId)
      .where('state', '=', 'waiting')
      .where('expiresAt', '<=', ctx.now())
      .returningAll()
      .executeTakeFirst();
    if (!gone || !chat) return undefined;
    await ctx.events.record(tx, offerMissed, {
      chatId: chat.chatId,
      toUserId: gone.toUserId,
      message: 'The time to accept the chat is over.',
    });
    await giveBack(ctx, tx, chat, gone, 'expired');
    return gone.kind !== 'invite' && (await countMissed(ctx, tx, gone.toUserId)) ? gone.toUserId : undefined;
  });
  // Chats are locked before desks everywhere, so this follows the commit.
  if (awayId) await ctx.transaction((tx) => relaxLeft(tx, ctx.enterpriseId, awayId, ctx.now()));
}

const storedKinds = { transferred: 'transfer', invited: 'invite', assigned: 'assign' } as const;

/** The agent who has the offer of a chat does not take it. */
export function declineOffer(ctx: Ctx, { chatId, kind }: { chatId: string; kind: keyof typeof storedKinds }): Promise<void> {
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    await lockDesksOf(tx, ctx.enterpriseId, [chatId]);
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
 * Takes back the open offers to an agent who went Offline at once, and tells both sides. The chats are locked before any desk, so this is a
 * transaction behind the one that changed the status: since then nobody offers the agent anything, and what a crash leaves expires by time.
 */
export const returnOffers = (ctx: EnterpriseContext, userId: string): Promise<void> => ctx.transaction((tx) => takeBack(ctx, tx, userId));

async function takeBack(ctx: EnterpriseContext, tx: Tx, userId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('chatOffers')
    .select('chatId')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('toUserId', '=', userId)
    .where('state', '=', 'waiting')
    .execute();
  if (waiting.length === 0) return;
  const chatIds = [...new Set(waiting.map(({ chatId }) => chatId))];
  const chats = new Map((await lockChats(tx, ctx.enterpriseId, chatIds)).map((chat) => [chat.chatId, chat]));
  await lockDesksOf(tx, ctx.enterpriseId, chatIds, [userId]);
  // They may be back meanwhile.
  if ((await findDesk(tx, ctx.enterpriseId, userId))?.status !== agentStatuses.offline) return;
  const gone = await tx
    .updateTable('chatOffers')
    .set({ state: 'expired' })
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('toUserId', '=', userId)
    .where('chatId', 'in', chatIds)
    .where('state', '=', 'waiting')
    .returningAll()
    .execute();
  for (const offer of gone) {
    const chat = chats.get(offer.chatId);
    if (!chat) continue;
    const message = 'You are Offline: the chat that was offered to you went back.';
    await ctx.events.record(tx, offerMissed, { chatId: chat.chatId, toUserId: userId, message });
    await giveBack(ctx, tx, chat, offer, 'away');
  }
}

/** The same of an agent whose last socket is gone, unless a browser has told them of the offer. */
export const returnUnheard = (ctx: EnterpriseContext, userId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    if (!(await hearsOffers(tx, ctx.enterpriseId, userId))) await takeBack(ctx, tx, userId);
  });

const returnWords = {
  declined: (name: string) => `${name} declined.`,
  expired: (name: string) => `${name} did not accept in time.`,
  away: (name: string) => `${name} went Offline.`,
};

/**
 * Nobody took the offer: its sender is told, the chat's record keeps why, and the chat stays where it was. What somebody transferred who
 * is away, or a key from them, goes back to the queue instead, since nobody would answer there.
 */
async function giveBack(
  ctx: EnterpriseContext,
  tx: Tx,
  chat: LockedChat,
  offer: OfferRow,
  returned: keyof typeof returnWords,
): Promise<void> {
  const { chatId, kind, toUserId, fromUserId } = offer;
  const agentName = (await findAgent(tx, ctx.enterpriseId, toUserId))?.name ?? 'The agent';
  const message = returnWords[returned](agentName);
  await ctx.events.record(tx, chatWaitingEnded, { chatId, kind: waitingKinds[kind], pickedBy: '', toUserId });
  if (fromUserId !== null) await ctx.events.record(tx, offerReturned, { kind, toUserId: fromUserId, chatId, message });
  await passBy(ctx, tx, chat, toUserId);
  // An assigned chat waits in the queue all the while: nobody's thread has to say that it came back.
  if (kind === 'assign' || !isOpen(chat)) return;
  const now = ctx.now();
  const recording = new ChatRecording(ctx, now);
  recording.append(chat, {
    actionType: kind === 'transfer' ? chatActionTypes.agentTransferred : chatActionTypes.agentInvited,
    author: returned === 'declined' ? { kind: 'agent', id: toUserId, name: agentName } : systemAuthor,
    detail: { returned, agentId: toUserId, agentName },
  });
  // A key transfers for the owner.
  const senderId = kind === 'transfer' ? (fromUserId ?? chat.ownerId) : null;
  const isLeft = senderId !== null && chat.ownerId === senderId && (await isAway(ctx, tx, senderId));
  if (isLeft) await leaveToQueue(ctx, tx, recording, chat, `${message} The chat is back in the queue.`);
  else await recording.save(tx);
}

/** A chat that the program gives out is offered to others first: the agent who has just not taken it is passed by for a while. */
async function passBy(ctx: EnterpriseContext, tx: Tx, chat: LockedChat, userId: string): Promise<void> {
  if (chat.handledBy !== 'queue' || chat.state !== chatStates.created || chat.fitKey === '') return;
  const config = await readChatConfig(tx, ctx.enterpriseId, chat.deptId);
  await fitChat(ctx, tx, chat, config, { passedBy: userId });
  const recording = new ChatRecording(ctx, ctx.now());
  recording.touch(chat);
  await recording.save(tx);
}

/**
 * An agent who misses offers one after the other is not there: they are Away until they say otherwise. The desk is locked.
 * @returns whether they are from now on
 */
async function countMissed(ctx: EnterpriseContext, tx: Tx, userId: string): Promise<boolean> {
  const missed = await noteMissed(tx, ctx.enterpriseId, userId);
  if (missed < mostMissed || (await findDesk(tx, ctx.enterpriseId, userId))?.status !== agentStatuses.online) return false;
  await setStatus(tx, ctx.enterpriseId, userId, { agentStatus: agentStatuses.away, reason: `Missed ${missed} offers` });
  await ctx.events.record(tx, agentStatusChanged, { uId: userId, agentStatus: agentStatuses.away });
  return true;
}

async function isAway(ctx: EnterpriseContext, tx: Tx, userId: string): Promise<boolean> {
  const sender = await findAgent(tx, ctx.enterpriseId, userId);
  return sender?.status !== agentStatuses.online || !(await isConnected(tx, ctx.enterpriseId, userId));
}
