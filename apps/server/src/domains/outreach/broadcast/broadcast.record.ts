import { defineRecord } from '#platform/audit/record.ts';
import { findBroadcastRecord } from './broadcast.repository.ts';

/** A broadcast: what it sends by its template's name, and to how many numbers and groups; whom, its messages say. */
export const broadcastRecord = defineRecord({
  kind: 'broadcast',
  module: 'sending',
  tables: ['broadcasts'],
  fields: {
    name: 'plain',
    channelName: 'plain',
    state: 'plain',
    pauseReason: 'plain',
    startsAt: 'plain',
    numberCount: 'plain',
    groups: 'plain',
  },
  read: findBroadcastRecord,
  nameOf: ({ name }) => String(name),
  link: (id) => `/campaigns/broadcast/${id}`,
});
