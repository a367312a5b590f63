import { type EncapData, endpoints, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { writeWorkbook } from '#platform/files/xlsx.task.ts';
import type { Ctx } from '../../../context.ts';
import { defineExport, type ExportColumn, listOf } from '../../account/door.ts';
import { readingOf, shownAddress, shownName } from '../../customer/door.ts';
import { encapRecord } from '../encap/encap.record.ts';
import { listLinks } from '../link/link.repository.ts';
import { listNamed } from '../milestone/milestone.repository.ts';
import { listReachedRows } from './report.repository.ts';
import { openReport, type Range, readColumns, readData } from './report.service.ts';

const batch = 500;
const { encapReports: calls } = endpoints;
/** Rows of a workbook; more are asked for by days. */
const mostRows = 10_000;

/** The data of links, with a column for each field that was answered (CAMP-042). */
export const encapDataExport = defineExport({
  kind: 'encapData',
  download: calls.dataCollectionCsv,
  access: calls.dataCollection,
  async open(ctx, range) {
    const { asked, names } = await ctx.read(async (tx) => {
      const opened = await openReport(ctx, tx, range);
      return { asked: opened, names: await readColumns(ctx, tx, opened.encapId) };
    });
    const answered: ExportColumn<EncapData>[] = names.map((name) => ({
      name,
      value: ({ values }) => values.find((one) => one.name === name)?.text,
    }));
    const links = { encapId: asked.encapId, launchId: asked.launchId, state: '' as const, phone: '', from: asked.from, to: asked.to };
    let from = 0;
    return listOf({
      name: `${asked.name}.csv`,
      trail: { record: encapRecord, id: asked.encapId, name: asked.name },
      zone: asked.zone,
      columns: [
        { head: 'Launch', value: (row) => row.instanceName },
        { head: 'Number', value: (row) => row.number },
        { head: 'Name', value: (row) => row.name },
        { head: 'State', value: (row) => row.state },
        { head: 'Made', at: (row) => row.madeOn },
        { head: 'Opened', at: (row) => row.openedOn },
        { head: 'Begun', at: (row) => row.begunOn },
        { head: 'Ended', at: (row) => row.endedOn },
        { head: 'Outcome', value: (row) => row.outcome },
        ...answered,
      ],
      readPage: (_last: EncapData | undefined) =>
        ctx.read(async (tx) => {
          const rows = await listLinks(tx, ctx.enterpriseId, links, { from, limit: batch });
          from += rows.length;
          return readData(ctx, tx, rows, asked.zone);
        }),
    });
  },
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
