import { defineRecord, type RecordDefinition } from '#platform/audit/record.ts';
import { findHookRecord } from './webhook.repository.ts';

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
    read: (tx, enterpriseId, id) => findHookRecord(tx, enterpriseId, id, hook),
    nameOf: ({ name }) => String(name),
    ...(link ? { link } : {}),
  });

export const webhookRecord = defineHook({ hook: 'webhook', kind: 'webhook', link: () => '/admin/chatConfig/webhook' });
export const relayRecord = defineHook({ hook: 'relay', kind: 'relay', link: () => '/services?tab=relay' });
