import { chatStates } from '@parley/contract';
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatMailTable } from '#platform/db/schema.chat.ts';

/** A chat that a mail names. @property isRouted it is continued by mail with the address */
export type NamedChat = { chatId: string; channelId: string; customerId: string; address: string; state: number; isRouted: boolean };

/** Keeps the ids and pages of mails beside the entries that hold their words. */
export async function insertMails(tx: Tx, rows: readonly Insertable<ChatMailTable>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('chatMails')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds the newest entries that hold mails, by their Message-IDs. */
export async function findMails(
  tx: Read,
  enterpriseId: string,
  messageIds: readonly string[],
): Promise<Map<string, { chatId: string; number: number }>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<{ messageId: string; chatId: string; number: number }>`
    select distinct on (m.message_id) m.message_id, m.chat_id, m.number from chat_mails m
    where m.enterprise_id = ${enterpriseId} and m.message_id = any(${[...messageIds]}::text[])
    order by m.message_id, m.created_at desc`.execute(tx);
  return new Map(rows.map(({ messageId, chatId, number }) => [messageId, { chatId, number }]));
}

/** Finds the page of one mail; undefined: the entry holds none. */
export const findPage = (tx: Read, enterpriseId: string, chatId: string, number: number): Promise<{ page: string } | undefined> =>
  tx
    .selectFrom('chatMails')
    .select('page')
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('number', '=', number)
    .executeTakeFirst();

/**
 * Chats that go on by a number of a channel, the newest of each number. Who talks on that channel itself goes on there.
 * @param addresses as the vendor writes them
 */
export async function findChatsOfNumbers(
  tx: Read,
  enterpriseId: string,
  channelId: string,
  addresses: readonly string[],
): Promise<Map<string, NamedChat & { lastNumber: number }>> {
  const { rows } = await sql<NamedChat & { asker: string; lastNumber: number }>`
    select distinct on (r.address) r.address as asker, c.chat_id, c.channel_id, c.customer_id, c.address, c.state, c.last_number, true as is_routed
    from mail_routes r join chats c on c.enterprise_id = r.enterprise_id and c.chat_id = r.chat_id
    where r.enterprise_id = ${enterpriseId} and r.channel_id = ${channelId} and r.address = any(${[...new Set(addresses)]}::text[])
      and c.state not in (${sql.lit(chatStates.closed)}, ${sql.lit(chatStates.missed)})
      and not exists (select from chats o where o.enterprise_id = r.enterprise_id and o.channel_id = r.channel_id and o.address = r.address
        and o.state not in (${sql.lit(chatStates.closed)}, ${sql.lit(chatStates.missed)}))
    order by r.address, r.created_at desc`.execute(tx);
  return new Map(rows.map(({ asker, ...chat }) => [asker, chat]));
}

/** Reads chats with the question whether each is continued by mail with an address. */
export async function findNamedChats(
  tx: Read,
  enterpriseId: string,
  asked: readonly { chatId: string; address: string; channelId: string }[],
): Promise<Map<string, NamedChat>> {
  if (asked.length === 0) return new Map();
  const { rows } = await sql<NamedChat & { asker: string }>`
    select a.address as asker, c.chat_id, c.channel_id, c.customer_id, c.address, c.state,
      exists (select from mail_routes r where r.enterprise_id = c.enterprise_id and r.chat_id = c.chat_id and r.address = a.address
        and r.channel_id = a.channel_id) as is_routed
    from unnest(${asked.map(({ chatId }) => chatId)}::uuid[], ${asked.map(({ address }) => address.toLowerCase())}::text[],
      ${asked.map(({ channelId }) => channelId)}::uuid[]) as a(chat_id, address, channel_id)
    join chats c on c.enterprise_id = ${enterpriseId} and c.chat_id = a.chat_id`.execute(tx);
  return new Map(rows.map(({ asker, ...chat }) => [`${chat.chatId} ${asker}`, chat]));
}
