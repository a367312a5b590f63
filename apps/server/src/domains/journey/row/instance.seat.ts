import { entryKeyOf, type Settings, type Value } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';

/** A walk that is to be among those that are not over. */
export type LiveWalk = {
  enterpriseId: string;
  instanceId: string;
  startedAt: Date;
  journeyId: string;
  version: number;
  customerId: string;
  channelId: string;
  chatId: string;
};

/** Returns the key that separates walks of one person, where a stream lets them have several. */
export const seatKeyOf = ({ reentry, entryKey }: Settings, entry: Value, startedAt: Date): string =>
  reentry === 'many' ? entryKeyOf(entryKey, entry, startedAt.getTime()) : '';

type Taking = LiveWalk & { settings: Pick<Settings, 'priority'>; entryKey: string };

/** Takes seats among the walks that are not over. @returns the walks that have one; the others' people are in the stream already, by that key */
export async function takeSeats(tx: Tx, seats: readonly Taking[]): Promise<Set<string>> {
  if (seats.length === 0) return new Set();
  const rows = await tx
    .insertInto('journeyLive')
    .values(
      seats.map(({ enterpriseId, instanceId, startedAt, journeyId, version, customerId, channelId, chatId, entryKey, settings }) => ({
        enterpriseId,
        instanceId,
        startedAt,
        journeyId,
        version,
        customerId,
        channelId,
        chatId,
        entryKey,
        priority: settings.priority,
      })),
    )
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'journeyId', 'customerId', 'entryKey']).doNothing())
    .returning('instanceId')
    .execute();
  return new Set(rows.map(({ instanceId }) => instanceId));
}
