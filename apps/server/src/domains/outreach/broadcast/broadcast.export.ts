import { Readable } from 'node:stream';
import { reasonTexts, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { type Reading, shownAddress } from '../../customer/door.ts';
import { readRows } from './broadcast.query.ts';
import { broadcastRecord } from './broadcast.record.ts';

const batch = 2000;

/** Records the user who exported the numbers of a broadcast; one entry for the file, before its first row leaves. */
export const noteExport = (ctx: Ctx, broadcastId: string, name: string): Promise<void> =>
  ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: broadcastRecord, id: broadcastId, action: 'export', name });
    return Promise.resolve();
  });

/** Every row of a broadcast as its reader may see it, a batch in memory at a time. Times are in the enterprise's zone, which the header names. */
export function streamRows(ctx: EnterpriseContext, broadcastId: string, from: string, reading: Reading): Readable {
  return Readable.from(lines(ctx, broadcastId, from, reading));
}

async function* lines(ctx: EnterpriseContext, broadcastId: string, from: string, reading: Reading): AsyncGenerator<string> {
  const timeZone = await ctx.read((tx) => readTimeZone(tx, ctx.enterpriseId));
  const headers = ['From', 'To', `Sent Date (${timeZone})`, 'Status', `Status time (${timeZone})`, 'Reason', 'What it means'];
  yield headerLine(headers.map((header) => ({ header })));
  for (let after = 0; ; ) {
    const rows = await ctx.read((tx) => readRows(tx, ctx.enterpriseId, broadcastId, { after, limit: batch }));
    if (rows.length === 0) return;
    yield rows
      .map((row) =>
        [
          from,
          shownAddress(row.address, reading),
          showExported(row.createdAt, timeZone),
          row.status,
          showExported(row.statusAt, timeZone),
          row.reason,
          reasonTexts[row.reason as keyof typeof reasonTexts] ?? '',
        ]
          .map(csvCell)
          .join(','),
      )
      .join('\r\n')
      .concat('\r\n');
    after = rows.at(-1)?.number ?? after;
  }
}
