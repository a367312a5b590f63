import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { Heard } from '../../channel/door.ts';

/** The newest person who has written to each of these channels. */
export async function listHeard(tx: Read, enterpriseId: string, channelIds: readonly string[]): Promise<Heard[]> {
  if (channelIds.length === 0) return [];
  const { rows } = await sql<Heard>`
    select distinct on (a.channel_id) a.channel_id, a.address as "from", a.last_inbound_at as at from customer_addresses a
    where a.enterprise_id = ${enterpriseId} and a.channel_id = any(${[...channelIds]}::uuid[]) and a.last_inbound_at is not null
    order by a.channel_id, a.last_inbound_at desc`.execute(tx);
  return rows;
}

/** States of messages, by their ids. */
export async function listStates(tx: Read, enterpriseId: string, messageIds: readonly string[]): Promise<Map<string, string>> {
  if (messageIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('messages')
    .select(['messageId', 'status'])
    .where('enterpriseId', '=', enterpriseId)
    .where('messageId', 'in', [...messageIds])
    .execute();
  return new Map(rows.map(({ messageId, status }) => [messageId, status]));
}
