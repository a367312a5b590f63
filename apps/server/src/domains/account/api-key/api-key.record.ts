import { defineRecord } from '#platform/audit/record.ts';

/** A key of the API. The ledger, and the entries of its actions, tell that it was used. */
export const apiKeyRecord = defineRecord({
  kind: 'api_key',
  module: 'account',
  tables: ['apiKeys'],
  fields: { name: 'plain', scopes: 'plain', channels: 'plain', networks: 'plain', expiresAt: 'plain', stoppedAt: 'plain', key: 'secret' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('apiKeys')
      .select(['name', 'scopes', 'channelIds as channels', 'networks', 'expiresAt', 'stoppedAt', 'start as key'])
      .where('enterpriseId', '=', enterpriseId)
      .where('keyId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: () => '/admin/details?tab=apiKeys',
});
