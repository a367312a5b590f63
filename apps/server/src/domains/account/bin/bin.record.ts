import { defineRecord } from '#platform/audit/record.ts';

/** The bin as a whole: records that have lain there for 30 days are removed every day, and the trail has their numbers. */
export const binRecord = defineRecord({
  kind: 'bin',
  module: 'account',
  tables: ['binEntries'],
  fields: {},
  read: () => Promise.resolve(undefined),
  nameOf: () => '',
  link: () => '/admin/trash',
});
