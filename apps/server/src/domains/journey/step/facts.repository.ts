import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

type Person = {
  customerId: string;
  name: string;
  number: string;
  email: string;
  profile: { language?: string; timeZone?: string; whatsAppNumber?: string };
  data: Record<string, string>;
  groups: string[];
  labels: string[];
};

export const findPeople = async (tx: Read, enterpriseId: string, ids: readonly string[]): Promise<Map<string, Person>> => {
  const { rows } = await sql<Person>`
    select c.customer_id, c.name, c.number, c.email, c.profile, c.data,
      coalesce(array_agg(s.set_id::text) filter (where s.kind = 'group'), '{}') as groups,
      coalesce(array_agg(s.set_id::text) filter (where s.kind = 'label'), '{}') as labels
    from customers c
    left join customer_set_members m on m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id
    left join customer_sets s on s.enterprise_id = m.enterprise_id and s.set_id = m.set_id
    where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${[...ids]}::uuid[]) and c.deleted_at is null
    group by c.enterprise_id, c.customer_id`.execute(tx);
  return new Map(rows.map((row) => [row.customerId, row]));
};

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
