import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { queuePushes } from '../push/push.service.ts';
import { listReaders } from './preference.repository.ts';
import { waysNow } from './preference.rules.ts';

const kind = 'chat_offered';

/**
 * Tells an agent's browsers that a chat is on offer. An open console tells it by itself, and its worker is silent while it is looked at.
 * @param seconds after which the offer is over
 * @returns whether a browser is told
 */
export async function pushOffer(ctx: EnterpriseContext, tx: Tx, userId: string, chatId: string, seconds: number): Promise<boolean> {
  const isTold = await hearsOffers(tx, ctx.enterpriseId, userId);
  await queuePushes(ctx, tx, isTold ? [userId] : [], { kind, cause: chatId, path: '/chat/conversation' }, seconds);
  return isTold;
}

/** Tells whether a browser of the agent's is told of a chat on offer, although the console is closed. */
export async function hearsOffers(tx: Tx, enterpriseId: string, userId: string): Promise<boolean> {
  const readers = await listReaders(tx, enterpriseId, [userId], kind);
  return readers.some((reader) => reader.isActive && reader.hasBrowser && reader.hearsOfChats && waysNow(kind, reader).push);
}
