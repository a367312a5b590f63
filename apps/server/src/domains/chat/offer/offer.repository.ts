import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { ChatOfferTable } from '#platform/db/schema.chat.ts';

/** Tells whether a chat waits for this agent to take it over. */
export async function isOnOffer(tx: Tx, enterpriseId: string, chatId: string, userId: string, now: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('chatOffers')
    .select('offerId')
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('toUserId', '=', userId)
    .where('kind', '<>', 'invite')
    .where('state', '=', 'waiting')
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Writes offers in the order of their agents, whose desks they count on. */
export async function insertOffers(tx: Tx, offers: readonly Insertable<ChatOfferTable>[]): Promise<void> {
  await tx
    .insertInto('chatOffers')
    .values(offers.toSorted((one, other) => (one.toUserId < other.toUserId ? -1 : 1)))
    .execute();
}

/** Counts an offer in the chat's route: an act of a supervisor who saw the chat before it is refused. The chat is locked. */
export const countOffer = (tx: Tx, enterpriseId: string, chatId: string): Promise<unknown> =>
  sql`update chats set route_no = route_no + 1 where enterprise_id = ${enterpriseId} and chat_id = ${chatId}`.execute(tx);
