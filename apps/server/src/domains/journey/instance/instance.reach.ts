import { channelTypes } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import { addressSql } from '../../customer/door.ts';

/** On these the phone book knows where somebody is reached; on others it is known of those alone who have written. */
const known: readonly number[] = [channelTypes.SMS, channelTypes.EMAIL, channelTypes.WHATSAPP, channelTypes.RCS];

/** Where a customer called `c` is reached on a channel: where they wrote from last, else where the phone book says, unless somebody else writes from there. */
export const addressOn = ({ channelId, channelType }: { channelId: string; channelType: number }): RawBuilder<string | null> => {
  const written = sql`(select a.address from customer_addresses a
    where a.enterprise_id = c.enterprise_id and a.channel_id = ${channelId} and a.customer_id = c.customer_id
    order by a.last_inbound_at desc nulls last limit 1)`;
  if (!known.includes(channelType)) return sql<string | null>`${written}`;
  const inBook = addressSql(channelType);
  return sql<string | null>`coalesce(${written}, (select nullif(${inBook}, '') where not exists (
    select from customer_addresses o where o.enterprise_id = c.enterprise_id and o.channel_id = ${channelId} and o.address = ${inBook})))`;
};
