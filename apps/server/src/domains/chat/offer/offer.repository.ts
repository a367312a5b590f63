import type { Insertable } from 'kysely';
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
