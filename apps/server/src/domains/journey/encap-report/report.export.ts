import { Readable } from 'node:stream';
import { type EncapData, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import { writeWorkbook } from '#platform/files/xlsx.task.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { encapRecord } from '../encap/encap.record.ts';
import { listLinks } from '../link/link.repository.ts';
import { listNamed } from '../milestone/milestone.repository.ts';
import { listReachedRows } from './report.repository.ts';
import { openReport, type Range, readColumns, readData } from './report.service.ts';

const batch = 500;
/** Rows of a workbook; more are asked for by days. */
const mostRows = 10_000;

/** The data of links as a file, a page in memory at a time, with a column for each field that was answered (CAMP-042). */
export const exportData = (ctx: Ctx, range: Range): Promise<{ name: string; body: Readable }> =>
  ctx.transaction(async (tx) => {
    const asked = await openReport(ctx, tx, range);
    const names = await readColumns(ctx, tx, asked.encapId);
    recordChange(ctx, tx, { record: encapRecord, id: asked.encapId, action: 'export', name: asked.name });
    const shown = (instant: string) => (instant === '' ? '' : showExported(new Date(instant), asked.zone));
    const columns: CsvColumn<EncapData>[] = [
      { header: 'Launch', value: (row) => row.instanceName },
      { header: 'Number', value: (row) => row.number },
      { header: 'Name', value: (row) => row.name },
      { header: 'State', value: (row) => row.state },
      { header: `Made (${asked.zone})`, value: (row) => shown(row.madeOn) },
      { header: `Opened (${asked.zone})`, value: (row) => shown(row.openedOn) },
      { header: `Begun (${asked.zone})`, value: (row) => shown(row.begunOn) },
      { header: `Ended (${asked.zone})`, value: (row) => shown(row.endedOn) },
      { header: 'Outcome', value: (row) => row.outcome },
      ...names.map((name) => ({ header: name, value: ({ values }: EncapData) => values.find((one) => one.name === name)?.text ?? '' })),
    ];
    const links = { encapId: asked.encapId, launchId: asked.launchId, state: '' as const, phone: '', from: asked.from, to: asked.to };
    let from = 0;
    const lines = csvFile(columns, () =>
      ctx.read(async (later) => {
        const rows = await listLinks(later, ctx.enterpriseId, links, { from, limit: batch });
        from += rows.length;
        return readData(ctx, later, rows, asked.zone);
      }),
    );
    return { name: `${asked.name}.csv`, body: Readable.from(lines) };
  });

/** The milestones of walks as a workbook, the newest first (CAMP-045). */
export async function exportMilestones(
  ctx: Ctx,
  { milestoneId, ...range }: Range & { milestoneId: string },
): Promise<{ name: string; body: Buffer }> {
  const { name, rows } = await ctx.transaction(async (tx) => {
    const asked = await openReport(ctx, tx, range);
    recordChange(ctx, tx, { record: encapRecord, id: asked.encapId, action: 'export', name: asked.name });
    const eyes = readingOf(ctx.actor);
    const named = new Map((await listNamed(tx, ctx.enterpriseId, asked.encapId)).toReversed().map((one) => [one.id, one.name]));
    const reached = await listReachedRows(tx, asked, milestoneId, mostRows);
    const head = ['Launch', 'Number', 'Name', 'Milestone', `Reached (${asked.zone})`, `Begun (${asked.zone})`];
    const lines = reached.map((row) => [
      row.launchName,
      shownAddress(row.phone, eyes),
      shownName(row.name, eyes),
      named.get(row.milestoneId) ?? row.milestoneId,
      showExported(row.at, asked.zone),
      row.startedAt ? showExported(row.startedAt, asked.zone) : '',
    ]);
    return { name: `${asked.name}_milestones.xlsx`, rows: [head, ...lines] };
  });
  return { name, body: Buffer.from(await ctx.confined.run(writeWorkbook, { rows }), 'base64') };
}
