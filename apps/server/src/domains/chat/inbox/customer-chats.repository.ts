import { chatStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { SummaryRow } from '../record/chat.summary.repository.ts';

/** More channels than one person writes on at once. */
const most = 20;

/** Ids of the other open chats of a chat's customer, latest first. @param channelIds none: of every channel */
export async function listOpenOfCustomer(
  tx: Read,
  { enterpriseId, customerId, chatId }: Pick<SummaryRow, 'enterpriseId' | 'customerId' | 'chatId'>,
  channelIds: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('chats')
    .select('chatId')
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .where('chatId', '<>', chatId)
    .where(sql<boolean>`state not in (${sql.lit(chatStates.closed)}, ${sql.lit(chatStates.missed)})`)
    .$if(channelIds.length > 0, (query) => query.where('channelId', 'in', channelIds))
    .orderBy('lastActivityAt', 'desc')
    .orderBy('chatId')
    .limit(most)
    .execute();
  return rows.map((row) => row.chatId);
}
