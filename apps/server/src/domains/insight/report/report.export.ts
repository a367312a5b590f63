import { Readable } from 'node:stream';
import { reasonTexts } from '@parley/contract';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { type Reading, shownAddress } from '../../customer/door.ts';
import { type Prepared, readLines } from './report.query.ts';

const batch = 2000;

/** All rows of a filter, a batch in memory at a time. Times are in the enterprise's zone, which the header names. */
export const streamReport = (ctx: EnterpriseContext, prepared: Prepared, eyes: Reading): Readable =>
  Readable.from(lines(ctx, prepared, eyes));

async function* lines(ctx: EnterpriseContext, prepared: Prepared, eyes: Reading): AsyncGenerator<string> {
  const timeZone = await ctx.read((tx) => readTimeZone(tx, ctx.enterpriseId));
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
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
          format.format(row.createdAt),
          row.contactId ?? '',
          shownAddress(row.address, eyes),
          row.channelName ?? '',
          row.source,
          row.templateName ?? '',
          row.status,
          format.format(row.statusAt),
          row.reason,
          reasonTexts[row.reason as keyof typeof reasonTexts] ?? '',
          (row.cost / 1000).toFixed(3),
        ]
          .map(csvCell)
          .join(','),
      )
      .join('\r\n')
      .concat('\r\n');
    after = rows.at(-1)?.messageId ?? after;
  }
}
