import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { queuePushes } from '../push/push.service.ts';
import { listReaders } from './preference.repository.ts';
import { waysNow } from './preference.rules.ts';

const kind = 'chat_offered';

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
  );
  for (const { userId, chatId, seconds } of offers)
    if (told.has(userId)) await queuePushes(ctx, tx, [userId], { kind, cause: chatId, path: '/chat/conversation' }, seconds);
  return told;
}

/** Lists those agents whose browsers are told of a chat on offer, although the console is closed. */
async function listHearers(tx: Tx, enterpriseId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const readers = await listReaders(tx, enterpriseId, userIds, kind);
  const hearing = readers.filter((reader) => reader.isActive && reader.hasBrowser && reader.hearsOfChats && waysNow(kind, reader).push);
  return new Set(hearing.map(({ userId }) => userId));
}

/** Tells whether a browser of the agent's is told of a chat on offer, although the console is closed. */
export const hearsOffers = async (tx: Tx, enterpriseId: string, userId: string): Promise<boolean> =>
  (await listHearers(tx, enterpriseId, [userId])).has(userId);
