import { endpoints, type StreamRange, type WalkData } from '@parley/contract';
import { defineExport, type ExportColumn, listOf } from '../../account/door.ts';
import { journeyNotFound } from '../document/journey.access.ts';
import { openReport } from '../span/report.span.ts';
import type { Span } from '../span/span.repository.ts';
import { readRows, readTable } from './report.data.ts';
import { streamReportRecord } from './report.record.ts';

const batch = 1000;
const calls = endpoints.streamReports;

type Exported = { journeyId: string; stream: string; range: StreamRange; span: Span; milestone: string };

/** Entry of the trail for rows that leave as a file. */
export function trailOf({ journeyId, stream, range, span, milestone }: Exported) {
  const { version, channelId, environment } = range;
  const after = { stream, streamVersion: version || null, fromDate: span.fromDay, toDate: span.toDay, channelId, environment, milestone };
  return { record: streamReportRecord, id: journeyId, after };
}

/** The walks of a report. */
export const streamDataExport = defineExport({
  kind: 'streamData',
  download: calls.dataExport,
  access: calls.data,
  stranger: journeyNotFound,
  async open(ctx, { journeyId, ...range }) {
    const { journey, span, table } = await ctx.read(async (tx) => {
      const opened = await openReport(ctx, tx, journeyId, range);
      return { ...opened, table: await readTable(ctx, tx, journeyId, range, opened.span) };
    });
    const collected: ExportColumn<WalkData>[] = table.columns.map((name, place) => ({ name, value: (row) => row.values[place] }));
    let from = 0;
    return listOf({
      name: `walks_${span.fromDay}_${span.toDay}.csv`,
      trail: trailOf({ journeyId, stream: journey.name, range, span, milestone: '' }),
      zone: span.zone,
      columns: [
        { head: 'Started', at: (row) => row.startedOn },
        { head: 'Ended', at: (row) => row.endedOn },
        { head: 'Customer', value: (row) => row.customerName },
        { head: 'Number', value: (row) => row.address },
        { head: 'Channel', value: (row) => row.channelName },
        { head: 'Version', value: (row) => row.version },
        { head: 'State', value: (row) => row.state },
        { head: 'Reason', value: (row) => row.reason },
        { head: 'Outcome', value: (row) => row.outcome },
        ...collected,
      ],
      readPage: (_last: WalkData | undefined) =>
        ctx.read(async (tx) => {
          const rows = await readRows(ctx, tx, { journeyId, range, span, table }, { from, limit: batch });
          from += rows.length;
          return rows;
        }),
    });
  },
});
