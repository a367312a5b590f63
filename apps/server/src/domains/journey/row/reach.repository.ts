import { channelTypes } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import { addressSql } from '../../customer/door.sql.ts';

/** Channel types with the customer's address in the phone book; on others only a customer's own message gives it. */
const known: readonly number[] = [channelTypes.SMS, channelTypes.EMAIL, channelTypes.WHATSAPP, channelTypes.RCS];

/**
 * Returns the address of a customer `c` on a channel: the one they wrote from last, else the phone book's, unless somebody else writes from
 * there.
 */
export const addressOn = ({ channelId, channelType }: { channelId: string; channelType: number }): RawBuilder<string | null> => {
  const written = sql`(select a.address from customer_addresses a
    where a.enterprise_id = c.enterprise_id and a.channel_id = ${channelId} and a.customer_id = c.customer_id
    order by a.last_inbound_at desc nulls last limit 1)`;
  if (!known.includes(channelType)) return sql<string | null>`${written}`;
  const inBook = addressSql(channelType);
  return sql<string | null>`coalesce(${written}, (select nullif(${inBook}, '') where not exists (
    select from customer_addresses o where o.enterprise_id = c.enterprise_id and o.channel_id = ${channelId} and o.customer_id <> c.customer_id
      and o.address = any(number_spellings(${inBook})))))`;
};
