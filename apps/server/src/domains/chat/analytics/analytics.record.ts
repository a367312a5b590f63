import { defineRecord } from '#platform/audit/record.ts';

/** Figures of chats that left as a file: which days and filter. It is made anew each time, and has the id of its enterprise. */
export const chatReportRecord = defineRecord({
  kind: 'chat_report',
  module: 'chat',
  tables: [],
  fields: { scope: 'plain', fromDate: 'plain', toDate: 'plain', filters: 'plain', isSandbox: 'plain' },
  read: () => Promise.resolve(undefined),
  nameOf: ({ fromDate, toDate }) => `${String(fromDate)} – ${String(toDate)}`,
  link: () => '/chat/analytics',
});
