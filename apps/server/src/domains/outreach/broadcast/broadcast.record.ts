import { defineRecord } from '#platform/audit/record.ts';
import { findCalendarName } from '../../account/door.ts';
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
    calendar: 'plain',
    numberCount: 'plain',
    groups: 'plain',
  },
  async read(tx, enterpriseId, broadcastId) {
    const row = await findBroadcastRecord(tx, enterpriseId, broadcastId);
    if (!row) return undefined;
    const { calendarId, ...values } = row;
    return { ...values, calendar: calendarId === null ? null : ((await findCalendarName(tx, enterpriseId, calendarId)) ?? null) };
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `/campaigns/broadcast/${id}`,
});
