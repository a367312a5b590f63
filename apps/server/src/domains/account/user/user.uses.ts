import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** How many open chats somebody would leave behind. */
export const openChatCounts = defineExtensionPoint<(tx: Tx, enterpriseId: string, userId: string) => Promise<number>>('user.openChats');

export async function countOpenChatsOf({ enterpriseId, extensions }: EnterpriseContext, tx: Tx, userId: string): Promise<number> {
  const counts = await Promise.all(extensions.of(openChatCounts).map((count) => count(tx, enterpriseId, userId)));
  return counts.reduce((total, count) => total + count, 0);
}
