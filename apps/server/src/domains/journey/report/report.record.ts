import { defineRecord } from '#platform/audit/record.ts';

/** Rows of a stream's report that left as a file: which stream, days and filter. It is made anew each time, and has the id of its stream. */
export const streamReportRecord = defineRecord({
  kind: 'stream_report',
  module: 'streams',
  tables: [],
  fields: {
    stream: 'plain',
    streamVersion: 'plain',
    fromDate: 'plain',
    toDate: 'plain',
    channelId: 'plain',
    environment: 'plain',
    milestone: 'plain',
  },
  read: () => Promise.resolve(undefined),
  nameOf: ({ stream, fromDate, toDate }) => `${String(stream)}, ${String(fromDate)} – ${String(toDate)}`,
  link: (id) => `/journey/reports?journeyId=${id}`,
});
