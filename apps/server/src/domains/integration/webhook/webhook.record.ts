import { defineRecord } from '#platform/audit/record.ts';

/** What an own system is told of, and where. Its secret and the values of its headers stay sealed. */
export const webhookRecord = defineRecord({
  kind: 'webhook',
  module: 'integrations',
  tables: ['webhooks'],
  fields: {
    name: 'plain',
    url: 'plain',
    events: 'plain',
    channels: 'plain',
    departments: 'plain',
    headerNames: 'plain',
    state: 'plain',
    secret: 'secret',
  },
  async read(tx, enterpriseId, id) {
    const row = await tx
      .selectFrom('webhooks as w')
      .innerJoin('integrations as i', (join) =>
        join.onRef('i.enterpriseId', '=', 'w.enterpriseId').onRef('i.integrationId', '=', 'w.webhookId'),
      )
      .select(['i.name', 'i.settings', 'w.events', 'w.channelIds as channels', 'w.departmentIds as departments', 'w.state', 'i.secret'])
      .where('w.enterpriseId', '=', enterpriseId)
      .where('w.webhookId', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { settings, ...values } = row;
    return { ...values, ...settings };
  },
  nameOf: ({ name }) => String(name),
  link: () => '/admin/chatConfig/webhook',
});
