import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { type Channel, channelTypes, type WebChannelData } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { ChannelTable } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../context.ts';

type ChannelRow = Selectable<ChannelTable>;
export type ChannelSave = { name: string; type: number; data: WebChannelData; isActive: boolean };

const notFound = () => new DomainError('channel.not_found', 'No such channel.', {});

export const presentChannel = (row: ChannelRow): Channel => ({
  id: row.channelId,
  name: row.name,
  type: row.type,
  vendor: row.vendor,
  isActive: row.state === 'ACTIVE',
  widgetKey: row.widgetKey,
  data: row.data,
  version: row.version,
});

export function listChannels(
  ctx: EnterpriseContext,
  filter: { name: string; type?: number | undefined; from: number; perPage: number },
): Promise<{ channelConfig: Channel[]; more: boolean }> {
  const limit = filter.perPage === -1 ? 200 : filter.perPage;
  return ctx.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('channels')
      .selectAll()
      .where('enterpriseId', '=', ctx.enterpriseId)
      .$if(filter.name !== '', (query) => query.where('name', 'ilike', containing(filter.name)))
      .$if(filter.type !== undefined, (query) => query.where('type', '=', filter.type ?? 0))
      .orderBy(sql`lower(name)`)
      .orderBy('channelId')
      .$call(pageOf({ from: filter.from, limit: limit + 1 }))
      .execute();
    return { channelConfig: rows.slice(0, limit).map(presentChannel), more: rows.length > limit };
  });
}

async function accessChannel(tx: Tx, enterpriseId: string, channelId: string): Promise<ChannelRow> {
  const row = await tx
    .selectFrom('channels')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export const getChannel = (ctx: EnterpriseContext, channelId: string): Promise<Channel> =>
  ctx.transaction(async (tx) => presentChannel(await accessChannel(tx, ctx.enterpriseId, channelId)));

export const createChannel = (ctx: EnterpriseContext, save: ChannelSave): Promise<Channel> =>
  ctx.transaction((tx) => addChannel(tx, ctx.enterpriseId, save));

/** A channel in the transaction of whoever makes more than that. */
export async function addChannel(tx: Tx, enterpriseId: string, save: ChannelSave): Promise<Channel> {
  const row = await tx
    .insertInto('channels')
    .values({
      enterpriseId,
      channelId: randomUUIDv7(),
      type: channelTypes.WEB,
      name: save.name,
      state: save.isActive ? 'ACTIVE' : 'PAUSED',
      widgetKey: randomBytes(18).toString('base64url'),
      data: JSON.stringify(save.data),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentChannel(row);
}

export function updateChannel(ctx: EnterpriseContext, channelId: string, save: ChannelSave & { version: number }): Promise<Channel> {
  return ctx.transaction(async (tx) => {
    const before = await accessChannel(tx, ctx.enterpriseId, channelId);
    if (before.version !== save.version)
      throw new DomainError('record.changed', 'Somebody else has changed this channel. Please reload.', { changedBy: '', changedAt: '' });
    const row = await tx
      .updateTable('channels')
      .set({ name: save.name, state: save.isActive ? 'ACTIVE' : 'PAUSED', data: JSON.stringify(save.data), version: before.version + 1 })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('channelId', '=', channelId)
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentChannel(row);
  });
}

export function deleteChannel(ctx: EnterpriseContext, channelId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await accessChannel(tx, ctx.enterpriseId, channelId);
    const { count } = await tx
      .selectFrom('chats')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('channelId', '=', channelId)
      .executeTakeFirstOrThrow();
    if (count > 0)
      throw new DomainError('channel.in_use', `${count} ${count === 1 ? 'chat' : 'chats'} came by this channel; switch it off instead.`, {
        chatCount: count,
      });
    await tx.deleteFrom('customerAddresses').where('enterpriseId', '=', ctx.enterpriseId).where('channelId', '=', channelId).execute();
    await tx.deleteFrom('channels').where('enterpriseId', '=', ctx.enterpriseId).where('channelId', '=', channelId).execute();
  });
}

export type WidgetChannel = { enterpriseId: string; channelId: string; name: string; data: WebChannelData };

/** The active channel behind a widget's key, of whatever enterprise. */
export async function findWidgetChannel(db: Db, key: string): Promise<WidgetChannel | undefined> {
  if (key === '' || key.length > 64) return undefined;
  const { rows } = await sql<WidgetChannel & { isActive: boolean }>`select * from find_channel_by_widget_key(${key})`.execute(db);
  return rows[0]?.isActive ? rows[0] : undefined;
}
