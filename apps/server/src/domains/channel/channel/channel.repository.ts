import type { WebChannelData } from '@parley/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import { seeingDeleted } from '#platform/bin/deleted-rows.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { ChannelTable } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { ChannelRow } from './channel.present.ts';

const notFound = () => new DomainError('channel.not_found', 'No such channel.', {});

export const findChannel = (tx: Read, enterpriseId: string, channelId: string): Promise<ChannelRow | undefined> =>
  tx.selectFrom('channels').selectAll().where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).executeTakeFirst();

/** @throws DomainError channel.not_found, for another enterprise's too */
export async function accessChannel(tx: Read, enterpriseId: string, channelId: string, { lock = false } = {}): Promise<ChannelRow> {
  const row = await tx
    .selectFrom('channels')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Finds the hidden channel of an encap's page, locked. */
export const findPageChannel = (tx: Tx, enterpriseId: string, pageOf: string, environment: 'sandbox' | 'production') =>
  tx
    .selectFrom('channels')
    .select(['channelId', 'name', 'deptId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('pageOf', '=', pageOf)
    .where('environment', '=', environment)
    .forUpdate()
    .executeTakeFirst();

/** Finds the channels among these that the enterprise has. */
export async function findKnownChannels(tx: Tx, enterpriseId: string, channelIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('channels')
    .select('channelId')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', 'in', channelIds)
    .execute();
  return rows.map(({ channelId }) => channelId);
}

export async function countTemplates(tx: Read, enterpriseId: string, channelId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the channels for forms and filters; all of them, since an enterprise has few. */
export const listChannelNames = (tx: Read, enterpriseId: string): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('channels')
    .select(['channelId as id', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy(sql`lower(name)`)
    .limit(500)
    .execute();

/** Lists what a vendor's calls hang on, of each channel that is no page's. */
export const listVendorChannels = (
  tx: Read,
  enterpriseId: string,
): Promise<Pick<ChannelRow, 'channelId' | 'name' | 'vendor' | 'type' | 'environment'>[]> =>
  tx
    .selectFrom('channels')
    .select(['channelId', 'name', 'vendor', 'type', 'environment'])
    .where('enterpriseId', '=', enterpriseId)
    .where('pageOf', 'is', null)
    .orderBy(sql`lower(name)`)
    .limit(500)
    .execute();

type Filter = { allowed: readonly string[]; name: string; type?: number | undefined; from: number; limit: number };

/** A page of the list of channels. @param allowed the ones that somebody may use; [] for all */
export const listChannelRows = (tx: Read, enterpriseId: string, { allowed, name, type, from, limit }: Filter): Promise<ChannelRow[]> =>
  tx
    .selectFrom('channels')
    .selectAll()
    .$if(allowed.length > 0, (query) => query.where('channelId', 'in', allowed))
    .where('enterpriseId', '=', enterpriseId)
    .where('pageOf', 'is', null)
    .$if(name !== '', (query) => query.where('name', 'ilike', containing(name)))
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 0))
    .orderBy(sql`lower(name)`)
    .orderBy('channelId')
    .$call(pageOf({ from, limit }))
    .execute();

/** Some columns of a channel, such as those that the audit trail keeps. */
export const findChannelColumns = <C extends keyof ChannelRow>(tx: Read, enterpriseId: string, channelId: string, columns: readonly C[]) =>
  tx.selectFrom('channels').select(columns).where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).executeTakeFirst();

export const insertChannel = (tx: Tx, row: Insertable<ChannelTable>): Promise<ChannelRow> =>
  tx.insertInto('channels').values(row).returningAll().executeTakeFirstOrThrow();

export const changeChannel = (tx: Tx, enterpriseId: string, channelId: string, change: Updateable<ChannelTable>): Promise<ChannelRow> =>
  tx
    .updateTable('channels')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .returningAll()
    .executeTakeFirstOrThrow();

export type WidgetChannel = { enterpriseId: string; channelId: string; name: string; data: WebChannelData };

/** The channel behind a widget's key, of any enterprise. */
export async function findByWidgetKey(db: Read, key: string): Promise<(WidgetChannel & { isActive: boolean }) | undefined> {
  const { rows } = await sql<WidgetChannel & { isActive: boolean }>`select * from find_channel_by_widget_key(${key})`.execute(db);
  return rows[0];
}

type Changed = { channelId: string; name: string; before: WebChannelData; after: WebChannelData };

/** Gives exactly these channels to a bot; a channel that it leaves goes to the agents. @returns those that have changed */
export async function giveToBot(tx: Tx, enterpriseId: string, botId: string, channelIds: readonly string[]): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with changed as (
      select channel_id, data from channels
      where enterprise_id = ${enterpriseId} and (coalesce(data->>'botId', '') = ${botId}) <> (channel_id = any (${channelIds}::uuid[]))
      order by channel_id for update)
    update channels c set version = c.version + 1,
      data = c.data || case when c.channel_id = any (${channelIds}::uuid[]) then jsonb_build_object('entry', 'bot', 'botId', ${botId}::text)
        else jsonb_build_object('entry', 'queue', 'botId', '') end
    from changed where c.enterprise_id = ${enterpriseId} and c.channel_id = changed.channel_id
    returning c.channel_id, c.name, changed.data as before, c.data as after`.execute(tx);
  return rows;
}

/** Stops a channel, if it is active. @returns its name; undefined if it was not */
export async function stopActive(tx: Tx, enterpriseId: string, channelId: string, stateReason: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('channels')
    .set({ state: 'ERROR', stateReason, failuresInRow: 0 })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('state', '=', 'ACTIVE')
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Stores the number of consecutive failed calls of the vendor. */
export async function noteFailures(tx: Tx, enterpriseId: string, channelId: string, failuresInRow: number): Promise<void> {
  await tx
    .updateTable('channels')
    .set({ failuresInRow })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .execute();
}

/** Stores the facts of callbacks about a channel. */
export async function noteTraffic(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  traffic: { lastInboundAt?: Date; lastReceiptAt?: Date; quality?: string },
): Promise<void> {
  if (Object.keys(traffic).length === 0) return;
  await tx.updateTable('channels').set(traffic).where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).execute();
}

/** Nobody reaches it from now on: queries do not see it, and what asks past them sees that it is paused. */
export const hideChannel = (tx: Tx, enterpriseId: string, channelId: string, now: Date): Promise<unknown> =>
  seeingDeleted(tx, () =>
    tx
      .updateTable('channels')
      .set({ deletedAt: now, state: 'PAUSED' })
      .where('enterpriseId', '=', enterpriseId)
      .where('channelId', '=', channelId)
      .execute(),
  );

/** A channel in the bin, locked. */
export const lockDeletedChannel = (tx: Tx, enterpriseId: string, channelId: string) =>
  seeingDeleted(tx, () =>
    tx
      .selectFrom('channels')
      .select(['data', 'version'])
      .where('enterpriseId', '=', enterpriseId)
      .where('channelId', '=', channelId)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  );

/** Takes a channel out of the bin, paused. */
export const restoreChannel = (
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  { data, version }: Pick<ChannelRow, 'data' | 'version'>,
): Promise<unknown> =>
  seeingDeleted(tx, () =>
    tx
      .updateTable('channels')
      .set({ deletedAt: null, state: 'PAUSED', stateReason: '', data: JSON.stringify(data), version })
      .where('enterpriseId', '=', enterpriseId)
      .where('channelId', '=', channelId)
      .execute(),
  );

/** Deletes a channel that lies in the bin, with its templates. */
export async function purgeChannel(tx: Tx, enterpriseId: string, channelId: string): Promise<void> {
  await tx.deleteFrom('templates').where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId).execute();
  const channels = tx.deleteFrom('channels').where('enterpriseId', '=', enterpriseId).where('channelId', '=', channelId);
  await seeingDeleted(tx, () => channels.where('deletedAt', 'is not', null).execute());
}

export async function hasChannel(tx: Read, enterpriseId: string): Promise<boolean> {
  const row = await tx.selectFrom('channels').select('channelId').where('enterpriseId', '=', enterpriseId).limit(1).executeTakeFirst();
  return row !== undefined;
}
