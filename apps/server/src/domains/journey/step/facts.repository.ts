import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** The channels of a batch, and the addresses that its customers have on them. */
export async function findChannelsAndAddresses(tx: Read, enterpriseId: string, ids: readonly string[], customerIds: readonly string[]) {
  const channels = await tx
    .selectFrom('channels')
    .select(['channelId', 'name', 'type', 'environment', 'vendor'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', 'in', [...ids])
    .execute();
  const addresses = await tx
    .selectFrom('customerAddresses')
    .select(['channelId', 'customerId', 'address'])
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`channel_id = any(${[...ids]}::uuid[])`)
    .where(sql<boolean>`customer_id = any(${[...customerIds]}::uuid[])`)
    // The map below keeps the row with the latest message, where several match.
    .orderBy('lastInboundAt', (order) => order.asc().nullsFirst())
    .execute();
  return {
    channels: new Map(channels.map((channel) => [channel.channelId, channel])),
    known: new Map(addresses.map(({ channelId, customerId, address }) => [`${channelId} ${customerId}`, address])),
  };
}
