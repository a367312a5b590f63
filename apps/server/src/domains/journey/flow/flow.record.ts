import { defineRecord } from '#platform/audit/record.ts';
import { findRecordedFlow } from './flow.repository.ts';
import { findRecordedKey } from './key.repository.ts';

/** A version of a form as a flow on a channel. */
export const flowRecord = defineRecord({
  kind: 'flow',
  module: 'streams',
  tables: ['formFlows'],
  fields: { name: 'plain', version: 'plain', channelName: 'plain', state: 'plain' },
  read: findRecordedFlow,
  nameOf: ({ name }) => String(name),
  link: () => '/whatsapp-flow',
});

/** A key of a channel's flows. */
export const flowKeyRecord = defineRecord({
  kind: 'flow_key',
  module: 'streams',
  tables: ['flowKeys'],
  fields: { channelName: 'plain', state: 'plain' },
  read: findRecordedKey,
  nameOf: ({ channelName }) => String(channelName),
  link: () => '/whatsapp-flow',
});
