import {
  type Channel,
  type ChannelData,
  type ChannelKey,
  type ChannelType,
  channelTypes,
  type VendorName,
  vendorFields,
} from '@parley/contract';
import type { Selectable } from 'kysely';
import type { ChannelTable } from '#platform/db/schema.chat.ts';

export type ChannelRow = Selectable<ChannelTable>;

/** The keys of the vendor's form; of a secret only that it is set, and how it ends. */
function presentKeys(row: ChannelRow): Partial<Record<ChannelKey, ChannelData[ChannelKey]>> {
  const fields = vendorFields(row.vendor as VendorName, row.type as ChannelType).filter(({ key }) => row.config[key] !== undefined);
  return Object.fromEntries(
    fields.map(({ key, isSecret }) => [key, isSecret ? { isSet: true, last4: row.config[key] ?? '' } : row.config[key]]),
  );
}

export const presentChannel = (row: ChannelRow): Channel => ({
  _id: { $oid: row.channelId },
  id: row.channelId,
  name: row.name,
  type: row.type,
  vendor: row.vendor,
  contactId: row.contactId,
  deptId: row.deptId ?? '',
  environment: row.environment,
  state: row.state,
  stateReason: row.stateReason,
  isActive: row.state === 'ACTIVE',
  widgetKey: row.widgetKey,
  speedPerSecond: row.speedPerSecond,
  data: row.type === channelTypes.WEB ? row.data : { entry: row.data.entry, botId: row.data.botId, ...presentKeys(row) },
  version: row.version,
  createdAt: row.createdAt.toISOString(),
});
