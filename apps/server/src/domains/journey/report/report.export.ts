import { Readable } from 'node:stream';
import { mostExportedRows, type StreamRange, showExported, showNumber, type WalkData, type WalkFilter } from '@parley/contract';
import { type Auditing, recordChange } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { countMatching } from '../act/act.repository.ts';
import { openReport, walksOf } from '../span/report.span.ts';
import type { Span } from '../span/span.repository.ts';
import { walkConditions } from '../walk/monitor.filter.ts';
import { type DataTable, readRows, readTable } from './report.data.ts';
import { streamReportRecord } from './report.record.ts';

const batch = 1000;

/** Refuses a file with more rows than one may have. @throws DomainError journey.walks_too_many */
export async function assertExportable(ctx: Ctx, tx: Read, filter: WalkFilter): Promise<void> {
  const count = await countMatching(tx, ctx.enterpriseId, await walkConditions(ctx, tx, filter, null), mostExportedRows + 1);
  if (count <= mostExportedRows) return;
  throw new DomainError('journey.walks_too_many', `A file has at most ${showNumber(mostExportedRows, 'en')} rows. Narrow the filter.`, {
    most: mostExportedRows,
  });
}

type Exported = { journeyId: string; stream: string; range: StreamRange; span: Span; milestone: string };

/** Records that rows leave as a file, with its user: one entry for the file, before its first row leaves. */
export function noteExport(ctx: Auditing, tx: Tx, { journeyId, stream, range, span, milestone }: Exported): void {
  const { version, channelId, environment } = range;
  const after = { stream, streamVersion: version || null, fromDate: span.fromDay, toDate: span.toDay, channelId, environment, milestone };
  recordChange(ctx, tx, { record: streamReportRecord, id: journeyId, action: 'export', after });
}

export type DataExport = { name: string; body: Readable };

/**
 * The walks of a report as a file, a page in memory at a time.
 * @throws DomainError journey.not_found, request.invalid or journey.walks_too_many
 */
export function exportData(ctx: Ctx, journeyId: string, range: StreamRange): Promise<DataExport> {
  return ctx.transaction(async (tx) => {
    const { journey, span } = await openReport(ctx, tx, journeyId, range);
    await assertExportable(ctx, tx, walksOf(journeyId, range, span));
    const table = await readTable(ctx, tx, journeyId, range, span);
    noteExport(ctx, tx, { journeyId, stream: journey.name, range, span, milestone: '' });
    const body = Readable.from(linesOf(ctx, { journeyId, range, span, table }));
    return { name: `walks_${span.fromDay}_${span.toDay}.csv`, body };
  });
}

async function* linesOf(
  ctx: Ctx,
  { journeyId, range, span, table }: { journeyId: string; range: StreamRange; span: Span; table: DataTable },
): AsyncGenerator<string> {
  const { zone } = span;
  const columns: CsvColumn<WalkData>[] = [
    { header: `Started (${zone})`, value: (row) => showExported(new Date(row.startedOn), zone) },
    { header: `Ended (${zone})`, value: (row) => (row.endedOn === '' ? '' : showExported(new Date(row.endedOn), zone)) },
    { header: 'Customer', value: (row) => row.customerName },
    { header: 'Number', value: (row) => row.address },
    { header: 'Channel', value: (row) => row.channelName },
    { header: 'Version', value: (row) => String(row.version) },
    { header: 'State', value: (row) => row.state },
    { header: 'Reason', value: (row) => row.reason },
    { header: 'Outcome', value: (row) => row.outcome },
    ...table.columns.map((header, place) => ({ header, value: (row: WalkData) => row.values[place] ?? '' })),
  ];
  let from = 0;
  yield* csvFile(columns, () =>
    ctx.read(async (tx) => {
      const limit = Math.min(batch, mostExportedRows - from);
      const rows = limit > 0 ? await readRows(ctx, tx, { journeyId, range, span, table }, { from, limit }) : [];
      from += rows.length;
      return rows;
    }),
  );
}
