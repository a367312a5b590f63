import { defineRecord } from '#platform/audit/record.ts';

/** A delivery report that left as a file: which days and what was asked for. It is made anew each time, so it has no id. */
export const reportRecord = defineRecord({
  kind: 'report',
  module: 'sending',
  tables: [],
  fields: {
    fromDate: 'plain',
    toDate: 'plain',
    channelId: 'plain',
    source: 'plain',
    status: 'plain',
    phone: 'phone',
    messageId: 'plain',
    noReceipt: 'plain',
    consumedBy: 'plain',
    consumed: 'plain',
  },
  read: () => Promise.resolve(undefined),
  nameOf: ({ fromDate, toDate }) => `${String(fromDate)} – ${String(toDate)}`,
  link: () => '/admin/report',
});
