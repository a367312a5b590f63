import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { queuePushes } from '../push/push.service.ts';
import { listReaders } from './preference.repository.ts';
import { waysNow } from './preference.rules.ts';

/** Time after which news of a message are of no use on a locked screen. */
const messageSeconds = 3600;

/** A chat on offer to an agent, and the seconds after which the offer is over. */
export type PushedOffer = { userId: string; chatId: string; seconds: number };

/**
 * Tells the browsers of agents that chats are on offer. An open console tells it by itself, and its worker is silent while it is looked at.
 * @returns the agents of whom a browser is told
 */
export async function pushOffers(ctx: EnterpriseContext, tx: Tx, offers: readonly PushedOffer[]): Promise<ReadonlySet<string>> {
  const told = await listHearers(
    tx,
    ctx.enterpriseId,
    offers.map(({ userId }) => userId),
    'chat_offered',
  );
  for (const { userId, chatId, seconds } of offers)
    if (told.has(userId))
      await queuePushes(ctx, tx, [userId], { kind: 'chat_offered', cause: chatId, path: '/chat/conversation' }, seconds);
  return told;
}

/** A message in a chat whose owner has no console open. */
export type PushedMessage = { userId: string; chatId: string };

/** Tells the browsers of owners of chats that a customer has written, without a word of it. */
export async function pushMessages(ctx: EnterpriseContext, tx: Tx, messages: readonly PushedMessage[]): Promise<void> {
  const userIds = messages.map(({ userId }) => userId);
  const told = await listHearers(tx, ctx.enterpriseId, userIds, 'chat_message');
  for (const { userId, chatId } of messages) {
    const push = { kind: 'chat_message', cause: chatId, path: `/chat/conversation?chatId=${chatId}` };
    if (told.has(userId)) await queuePushes(ctx, tx, [userId], push, messageSeconds);
  }
}

/** Time after which a chat that waits is of no use on a locked screen: somebody has taken it, or it is missed. */
const waitingSeconds = 900;

/** An agent without an open console, and how many chats wait that they may take. */
export type PushedWait = { userId: string; count: number };

/** Tells the browsers of agents that chats wait which they may take: one notification, with how many they are. */
export async function pushWaiting(ctx: EnterpriseContext, tx: Tx, waits: readonly PushedWait[]): Promise<void> {
  const userIds = waits.map(({ userId }) => userId);
  const told = await listHearers(tx, ctx.enterpriseId, userIds, 'chat_waiting');
  for (const { userId, count } of waits) {
    const push = { kind: 'chat_waiting', cause: '', path: '/chat/conversation', count };
    if (told.has(userId)) await queuePushes(ctx, tx, [userId], push, waitingSeconds);
  }
}

/** Lists those agents whose browsers are told of chats, although the console is closed. */
async function listHearers(
  tx: Tx,
  enterpriseId: string,
  userIds: readonly string[],
  kind: 'chat_offered' | 'chat_message' | 'chat_waiting',
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const readers = await listReaders(tx, enterpriseId, userIds, kind);
  const hearing = readers.filter((reader) => reader.isActive && reader.hasBrowser && reader.hearsOfChats && waysNow(kind, reader).push);
  return new Set(hearing.map(({ userId }) => userId));
}

/** Tells whether a browser of the agent's is told of a chat on offer, although the console is closed. */
export const hearsOffers = async (tx: Tx, enterpriseId: string, userId: string): Promise<boolean> =>
  (await listHearers(tx, enterpriseId, [userId], 'chat_offered')).has(userId);
