import { sql } from 'kysely';
import { times, uuids } from '#platform/db/arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { OfferRow } from '../record/chat.repository.ts';

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

export type Assigned = Pick<OfferRow, 'chatId' | 'toUserId' | 'weight' | 'createdAt' | 'expiresAt'>;

/** Writes offers of the program, whose text is the same for any number of them. The desks on which they count are locked. */
export async function insertAssignments(tx: Tx, enterpriseId: string, offers: readonly Assigned[]): Promise<void> {
  await sql`insert into chat_offers (enterprise_id, offer_id, chat_id, kind, to_user_id, note, weight, created_at, expires_at)
    select ${enterpriseId}, o.offer_id, o.chat_id, 'assign', o.to_user_id, '', o.weight, o.created_at, o.expires_at from unnest(
      ${uuids(offers, newId)}::uuid[], ${uuids(offers, ({ chatId }) => chatId)}::uuid[], ${uuids(offers, ({ toUserId }) => toUserId)}::uuid[],
      ${offers.map(({ weight }) => weight)}::smallint[], ${times(offers, ({ createdAt }) => createdAt)}::timestamptz[],
      ${times(offers, ({ expiresAt }) => expiresAt)}::timestamptz[]) as o (offer_id, chat_id, to_user_id, weight, created_at, expires_at)`.execute(
    tx,
  );
}

/** Counts an offer in the chat's route: an act of a supervisor who saw the chat before it is refused. The chat is locked. */
export const countOffer = (tx: Tx, enterpriseId: string, chatId: string): Promise<unknown> =>
  sql`update chats set route_no = route_no + 1 where enterprise_id = ${enterpriseId} and chat_id = ${chatId}`.execute(tx);
