import { defineRecord, type RecordDefinition } from '#platform/audit/record.ts';

type Definition = Pick<RecordDefinition, 'kind' | 'link'> & { hook: 'webhook' | 'relay' };

/** Defines the record of a hook: its events and its address. Its secret and the values of its headers stay sealed. */
const defineHook = ({ hook, kind, link }: Definition): RecordDefinition =>
  defineRecord({
    kind,
    module: 'integrations',
    tables: ['webhooks'],
    fields: {
      name: 'plain',
      url: 'plain',
      sandboxUrl: 'plain',
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
        .where('w.kind', '=', hook)
        .executeTakeFirst();
      if (!row) return undefined;
      const { settings, ...values } = row;
      return { ...values, ...settings };
    },
    nameOf: ({ name }) => String(name),
    ...(link ? { link } : {}),
  });

export const webhookRecord = defineHook({ hook: 'webhook', kind: 'webhook', link: () => '/admin/chatConfig/webhook' });
export const relayRecord = defineHook({ hook: 'relay', kind: 'relay', link: () => '/services?tab=relay' });
