import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { queuePushes } from '../push/push.service.ts';
import { listReaders } from './preference.repository.ts';
import { waysNow } from './preference.rules.ts';

/**
 * Tells an agent's browsers that a chat is on offer. An open console tells it by itself, and its worker is silent while it is looked at.
 * @param seconds after which the offer is over
 */
export async function pushOffer(ctx: EnterpriseContext, tx: Tx, userId: string, chatId: string, seconds: number): Promise<void> {
  const kind = 'chat_offered';
  const told = (await listReaders(tx, ctx.enterpriseId, [userId], kind)).filter(
    (reader) => reader.isActive && reader.hasBrowser && reader.hearsOfChats && waysNow(kind, reader).push,
  );
  const path = '/chat/conversation';
  await queuePushes(
    ctx,
    tx,
    told.map((reader) => reader.userId),
    { kind, cause: chatId, path },
    seconds,
  );
}
