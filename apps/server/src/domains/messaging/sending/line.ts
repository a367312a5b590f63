import type { ChannelType, TemplateCategory, TemplateStatus } from '@parley/contract';
import { adapterFor, type Capabilities, type Connection, type VendorAdapter, type VendorIo } from '@parley/vendors';
import type { Selectable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChannelTable } from '#platform/db/schema.chat.ts';
import type { Deps } from '../../../deps.ts';
import { ensureRegistered, readVendorTemplates, toConnection } from '../../channel/door.ts';

/** A channel with all that sending on it needs. */
export type SendingLine = {
  row: Selectable<ChannelTable>;
  connection: Connection;
  adapter: VendorAdapter;
  capabilities: Capabilities;
  io: VendorIo;
  /** The maximum of the channel's settings */
  perSecond: number;
  /** Its vendor takes less than that, as far as is known */
  isSlowed: boolean;
};

export async function readLine(deps: Deps, tx: Tx, enterpriseId: string, channelId: string): Promise<SendingLine | undefined> {
  const row = await tx
    .selectFrom('channels')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  if (!row) return undefined;
  const connection = toConnection(deps, row);
  const adapter = adapterFor(connection.vendor, row.type as ChannelType);
  if (!adapter) return undefined;
  // Messages for the simulator wait if there is none.
  if (row.environment === 'sandbox' && !deps.simulator()) return undefined;
  if (row.environment === 'sandbox') await ensureRegistered(deps, connection, await readVendorTemplates(tx, enterpriseId, channelId));
  const capabilities = adapter.capabilities(row.type as ChannelType);
  return {
    row,
    connection,
    adapter,
    capabilities,
    io: deps.vendorIos.of(connection),
    perSecond: row.speedPerSecond ?? capabilities.speedPerSecond,
    isSlowed: false,
  };
}

/** Reads the speeds of channels in messages a second; channels that we deliver ourselves have no limit, and are absent. */
export async function readSpeeds(tx: Read, enterpriseId: string, channelIds: readonly string[]): Promise<Map<string, number>> {
  if (channelIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('channels')
    .select(['channelId', 'type', 'vendor', 'speedPerSecond'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', 'in', [...channelIds])
    .execute();
  return new Map(
    rows.flatMap(({ channelId, type, vendor, speedPerSecond }) => {
      const speed = speedPerSecond ?? adapterFor(vendor, type as ChannelType)?.capabilities(type as ChannelType).speedPerSecond;
      return speed ? [[channelId, speed] as const] : [];
    }),
  );
}

/** Reads the properties of a channel that the gate needs. */
export const readSendingChannel = (tx: Read, enterpriseId: string, channelId: string) =>
  tx
    .selectFrom('channels')
    .select(['channelId', 'type', 'vendor', 'state', 'environment'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirstOrThrow();

export type TemplateNow = { status: TemplateStatus; category: TemplateCategory };

export async function readTemplatesNow(tx: Read, enterpriseId: string, ids: readonly string[]): Promise<Map<string, TemplateNow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('templates')
    .select(['templateId', 'status', 'category', 'deletedAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ templateId, status, category, deletedAt }) => [templateId, { status: deletedAt ? 'DISABLED' : status, category }]),
  );
}
