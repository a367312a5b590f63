import { defineRecord } from '#platform/audit/record.ts';

/** The bin as a whole: it is emptied every day of what has lain there for 30 days, and of that the trail has numbers. */
export const binRecord = defineRecord({
  kind: 'bin',
  module: 'account',
  tables: ['binEntries'],
  fields: {},
  read: () => Promise.resolve(undefined),
  nameOf: () => '',
  link: () => '/admin/trash',
});
