import { defineRecord } from '#platform/audit/record.ts';

/** A sign-in; it has no former values, so its entries name the person and the device alone. */
export const sessionRecord = defineRecord({
  kind: 'session',
  module: 'account',
  tables: [],
  fields: { device: 'plain' },
  read: () => Promise.resolve(undefined),
  nameOf: ({ device }) => String(device),
});
