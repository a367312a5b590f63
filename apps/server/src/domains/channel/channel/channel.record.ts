import { type ChannelType, channelTypeNames, channelTypes, type VendorName, vendorFields } from '@parley/contract';
import { defineRecord, type Snapshot } from '#platform/audit/record.ts';
import type { ChannelRow } from './channel.present.ts';
import { findChannelRecord } from './channel.repository.ts';

type ReadRow = Pick<
  ChannelRow,
  | 'name'
  | 'type'
  | 'vendor'
  | 'contactId'
  | 'environment'
  | 'state'
  | 'speedPerSecond'
  | 'deptId'
  | 'data'
  | 'config'
  | 'sealedConfig'
  | 'sealedHookSecret'
  | 'sealedFormerHookSecret'
>;

/** Keys of the vendor's form that are no secrets; of a secret `config` has the ending, which no entry needs. */
export function openKeys({ vendor, type, config }: Pick<ChannelRow, 'vendor' | 'type' | 'config'>): Record<string, string> {
  if (type === channelTypes.WEB) return {};
  const open = vendorFields(vendor as VendorName, type as ChannelType).filter(({ key, isSecret }) => !isSecret && config[key]);
  return Object.fromEntries(open.map(({ key }) => [key, config[key] ?? '']));
}

export const channelSnapshot = ({ data, ...row }: ReadRow): Snapshot => ({
  name: row.name,
  type: channelTypeNames[row.type as ChannelType],
  vendor: row.vendor,
  contactId: row.contactId,
  environment: row.environment,
  state: row.state,
  speedPerSecond: row.speedPerSecond,
  deptId: row.deptId,
  config: row.type === channelTypes.WEB ? null : openKeys(row),
  allowedDomains: data.allowedDomains,
  title: data.title,
  greeting: data.greeting,
  colour: data.colour,
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
    name: 'plain',
    type: 'plain',
    vendor: 'plain',
    contactId: 'plain',
    environment: 'plain',
    state: 'plain',
    speedPerSecond: 'plain',
    deptId: 'plain',
    config: 'plain',
    allowedDomains: 'plain',
    title: 'plain',
    greeting: 'plain',
    colour: 'plain',
    entry: 'plain',
    botId: 'plain',
    keys: 'secret',
    callback: 'secret',
    formerCallback: 'secret',
  },
  async read(tx, enterpriseId, id) {
    const row = await findChannelRecord(tx, enterpriseId, id);
    return row && channelSnapshot(row);
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/admin/channels/${id}`,
});
