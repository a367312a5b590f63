import { Readable } from 'node:stream';
import { reasonTexts, showAmount, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { type Reading, shownAddress } from '../../customer/door.ts';
import { type Prepared, type ReportLine, readLines } from './report.query.ts';
import { reportRecord } from './report.record.ts';

const batch = 2000;

/** Records the export of rows with its user; one entry for the file, before its first row leaves. */
export const noteExport = (ctx: Ctx, { days, filter, address }: Prepared): Promise<void> =>
  ctx.transaction((tx) => {
    const { channelId, source, status, messageId, noReceipt, consumedBy, consumed } = filter;
    const about = { channelId, source, status, phone: address, messageId, noReceipt, consumedBy, consumed };
    const after = { fromDate: days.fromDay, toDate: days.toDay, ...about };
    recordChange(ctx, tx, { record: reportRecord, id: '', action: 'export', after });
    return Promise.resolve();
  });

/** All rows of a filter, a batch in memory at a time. Times are in the enterprise's zone, which the header names. */
export const streamReport = (ctx: EnterpriseContext, prepared: Prepared, eyes: Reading): Readable =>
  Readable.from(lines(ctx, prepared, eyes));

async function* lines(ctx: EnterpriseContext, prepared: Prepared, eyes: Reading): AsyncGenerator<string> {
  const timeZone = await ctx.read((tx) => readTimeZone(tx, ctx.enterpriseId));
  const columns: CsvColumn<ReportLine>[] = [
    { header: `Time (${timeZone})`, value: (row) => showExported(row.createdAt, timeZone) },
    { header: 'From', value: (row) => row.contactId ?? '' },
    { header: 'To', value: (row) => shownAddress(row.address, eyes) },
    { header: 'Channel', value: (row) => row.channelName ?? '' },
    { header: 'Source', value: (row) => row.source },
    { header: 'Template', value: (row) => row.templateName ?? '' },
    { header: 'Status', value: (row) => row.status },
    { header: `Status time (${timeZone})`, value: (row) => showExported(row.statusAt, timeZone) },
    { header: 'Reason', value: (row) => row.reason },
    { header: 'What it means', value: (row) => reasonTexts[row.reason as keyof typeof reasonTexts] ?? '' },
    { header: 'Cost', value: (row) => showAmount(row.cost, 6) },
  ];
  yield* csvFile(columns, (last) =>
    ctx.read((tx) => readLines(tx, ctx.enterpriseId, prepared, { after: last?.messageId ?? '', from: 0, limit: batch }, ctx.now())),
  );
}
