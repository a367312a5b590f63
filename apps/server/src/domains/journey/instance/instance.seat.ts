import { entryKeyOf, type Settings, type Value } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';

/** A walk that is to be among those that are not over. */
export type Seat = {
  enterpriseId: string;
  instanceId: string;
  startedAt: Date;
  journeyId: string;
  version: number;
  customerId: string;
  channelId: string;
  chatId: string;
};

/** What tells walks of one person apart, where a stream lets them have several. */
export const seatKeyOf = ({ reentry, entryKey }: Settings, entry: Value, startedAt: Date): string =>
  reentry === 'many' ? entryKeyOf(entryKey, entry, startedAt.getTime()) : '';

/** Takes a seat among the walks that are not over. @returns false where the person is in the stream already, by that key */
export async function takeSeat(tx: Tx, seat: Seat, { priority }: Settings, entryKey: string): Promise<boolean> {
  const { enterpriseId, instanceId, startedAt, journeyId, version, customerId, channelId, chatId } = seat;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('journeyLive')
    .values({ enterpriseId, instanceId, startedAt, journeyId, version, customerId, channelId, chatId, entryKey, priority })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'journeyId', 'customerId', 'entryKey']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}
