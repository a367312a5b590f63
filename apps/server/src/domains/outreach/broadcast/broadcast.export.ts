import { Readable } from 'node:stream';
import { reasonTexts, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { type Reading, shownAddress } from '../../customer/door.ts';
import { broadcastRecord } from './broadcast.record.ts';
import { type LedgerLine, readRows } from './broadcast.repository.ts';

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
  const columns: CsvColumn<LedgerLine>[] = [
    { header: 'From', value: () => from },
    { header: 'To', value: (row) => shownAddress(row.address, reading) },
    { header: `Sent Date (${timeZone})`, value: (row) => showExported(row.createdAt, timeZone) },
    { header: 'Status', value: (row) => row.status },
    { header: `Status time (${timeZone})`, value: (row) => showExported(row.statusAt, timeZone) },
    { header: 'Reason', value: (row) => row.reason },
    { header: 'What it means', value: (row) => reasonTexts[row.reason as keyof typeof reasonTexts] ?? '' },
  ];
  yield* csvFile(columns, (last) =>
    ctx.read((tx) => readRows(tx, ctx.enterpriseId, broadcastId, { after: last?.number ?? 0, limit: batch })),
  );
}
