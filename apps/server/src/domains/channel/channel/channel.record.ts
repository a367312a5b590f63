import { type ChannelType, channelTypeNames, channelTypes, type VendorName, vendorFields } from '@parley/contract';
import { defineRecord, type Snapshot } from '#platform/audit/record.ts';
import type { ChannelRow } from './channel.present.ts';
import { findChannelColumns } from './channel.repository.ts';

/** Columns that an entry shows as they are; of the type it shows the name. */
const columns = ['name', 'type', 'vendor', 'contactId', 'environment', 'state', 'speedPerSecond', 'deptId'] as const;
/** Parts of the columns `config` and `data`. */
const parts = [
  'config',
  'allowedDomains',
  'title',
  'greeting',
  'colour',
  'watchesVisitors',
  'mailChannelId',
  'whatsAppChannelId',
  'whatsAppTemplateId',
  'entry',
  'botId',
] as const;
const readColumns = [...columns, 'data', 'config', 'sealedConfig', 'sealedHookSecret', 'sealedFormerHookSecret'] as const;
type ReadRow = Pick<ChannelRow, (typeof readColumns)[number]>;

/** Fields that get their former values back; type and vendor stay as long as the channel does. */
export const fieldsPutBack: readonly string[] = [...columns, ...parts].filter((field) => field !== 'type' && field !== 'vendor');

/** Keys of the vendor's form that are no secrets; of a secret `config` has the ending, which no entry needs. */
export function openKeys({ vendor, type, config }: Pick<ChannelRow, 'vendor' | 'type' | 'config'>): Record<string, string> {
  if (type === channelTypes.WEB) return {};
  const open = vendorFields(vendor as VendorName, type as ChannelType).filter(({ key, isSecret }) => !isSecret && config[key]);
  return Object.fromEntries(open.map(({ key }) => [key, config[key] ?? '']));
}

export const channelSnapshot = ({ data, ...row }: ReadRow): Snapshot => ({
  ...Object.fromEntries(columns.map((column) => [column, row[column]])),
  type: channelTypeNames[row.type as ChannelType],
  config: row.type === channelTypes.WEB ? null : openKeys(row),
  allowedDomains: data.allowedDomains,
  title: data.title,
  greeting: data.greeting,
  colour: data.colour,
  watchesVisitors: data.watchesVisitors || null,
  mailChannelId: data.mailChannelId || null,
  whatsAppChannelId: data.whatsAppChannelId || null,
  whatsAppTemplateId: data.whatsAppTemplateId || null,
  entry: data.entry,
  botId: data.botId,
  keys: row.sealedConfig,
  callback: row.sealedHookSecret,
  formerCallback: row.sealedFormerHookSecret,
});

/**
 * A channel with its vendor's form. What vendors say of its health is not in it. The sealed texts tell a changed secret, since each is
 * written anew only when what it holds is another (channel.save.ts).
 */
export const channelRecord = defineRecord({
  kind: 'channel',
  module: 'channels',
  tables: ['channels'],
  fields: {
    ...Object.fromEntries([...columns, ...parts].map((field) => [field, 'plain' as const])),
    keys: 'secret',
    callback: 'secret',
    formerCallback: 'secret',
  },
  async read(tx, enterpriseId, id) {
    const row = await findChannelColumns(tx, enterpriseId, id, readColumns);
    return row && channelSnapshot(row);
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/admin/channels/${id}`,
});
