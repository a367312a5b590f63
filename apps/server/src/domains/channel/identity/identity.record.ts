import { defineRecord } from '#platform/audit/record.ts';
import { findChannelColumns } from '../channel/channel.repository.ts';
import { findIdentity } from './identity.repository.ts';

/** The identity secret of a website channel. The sealed texts tell a changed secret, since each is written anew only when it is another. */
export const identityRecord = defineRecord({
  kind: 'identity_secret',
  module: 'channels',
  tables: ['channelIdentities'],
  fields: { channelName: 'plain', secret: 'secret', formerSecret: 'secret', formerUntil: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await findIdentity(tx, enterpriseId, id);
    if (!row) return undefined;
    const channel = await findChannelColumns(tx, enterpriseId, id, ['name']);
    return {
      channelName: channel?.name ?? '',
      secret: row.sealedSecret,
      formerSecret: row.sealedFormer,
      formerUntil: row.formerUntil?.toISOString() ?? null,
    };
  },
  nameOf: ({ channelName }) => String(channelName),
  link: (id) => `/admin/channels/${id}`,
});
