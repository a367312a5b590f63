import { Readable } from 'node:stream';
import { reasonTexts, showAmount, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { type Reading, shownAddress } from '../../customer/door.ts';
import { type Prepared, readLines } from './report.query.ts';
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
  const headers = [
    `Time (${timeZone})`,
    'From',
    'To',
    'Channel',
    'Source',
    'Template',
    'Status',
    `Status time (${timeZone})`,
    'Reason',
    'What it means',
    'Cost',
  ];
  yield headerLine(headers.map((header) => ({ header })));
  for (let after = ''; ; ) {
    const rows = await ctx.read((tx) => readLines(tx, ctx.enterpriseId, prepared, { after, from: 0, limit: batch }, ctx.now()));
    if (rows.length === 0) return;
    yield rows
      .map((row) =>
        [
          showExported(row.createdAt, timeZone),
          row.contactId ?? '',
          shownAddress(row.address, eyes),
          row.channelName ?? '',
          row.source,
          row.templateName ?? '',
          row.status,
          showExported(row.statusAt, timeZone),
          row.reason,
          reasonTexts[row.reason as keyof typeof reasonTexts] ?? '',
          showAmount(row.cost, 6),
        ]
          .map(csvCell)
          .join(','),
      )
      .join('\r\n')
      .concat('\r\n');
    after = rows.at(-1)?.messageId ?? after;
  }
}
