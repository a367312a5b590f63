import {
  type AnalyticsFigures,
  type AnalyticsFilter,
  type AnalyticsMeasure,
  type AnalyticsReport,
  type AnalyticsRow,
  type AnalyticsTables,
  endpoints,
} from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { defineExport, departmentNames, type ExportColumn, listOf, type OpenedList } from '../../account/door.ts';
import { readAsked } from './analytics.asked.ts';
import { measureOf } from './analytics.measures.ts';
import { chatReportRecord } from './analytics.record.ts';
import { listNames } from './analytics.repository.ts';
import { readRows } from './analytics.rows.ts';
import { readReport, readTables } from './analytics.service.ts';
import type { Asked } from './facts.repository.ts';
import { type ChatLine, readChats } from './rows.repository.ts';

const batch = 1000;
const calls = endpoints.chatAnalytics;

/** The figures as a file, or a row a chat. */
export const chatsExport = defineExport({
  kind: 'chats',
  download: calls.download,
  access: calls.report,
  async open(ctx, { kind, ...filter }) {
    const asked = await ctx.read((tx) => readAsked(ctx, tx, filter));
    const name = `chats_${kind === 'summary' ? 'summary_' : ''}${asked.first}_${asked.last}.csv`;
    const trail = { record: chatReportRecord, id: ctx.enterpriseId, after: noted(kind, filter, asked) };
    const list = { name, trail, zone: asked.zone };
    if (kind === 'chats') return openChats(ctx, list, asked);
    return listOf({ ...list, columns: summaryColumns, readPage: pageOnce(await summaryOf(ctx, filter)) });
  },
});

/** The rows that a figure counts, as the panel beside it shows them. */
export const chatRowsExport = defineExport({
  kind: 'chatRows',
  download: calls.rowsDownload,
  access: calls.rows,
  async open(ctx, cell) {
    const asked = await ctx.read((tx) => readAsked(ctx, tx, cell));
    const { unit } = measureOf(cell.measure);
    let next: string | null | undefined;
    return listOf({
      name: `${cell.measure.replaceAll('.', '_')}_${asked.first}_${asked.last}.csv`,
      trail: { record: chatReportRecord, id: ctx.enterpriseId, after: noted(cell.measure, cell, asked) },
      zone: asked.zone,
      columns: [
        { head: 'Chat', value: ({ chatNumber }) => chatNumber },
        { head: 'Started', at: ({ createdAt }) => createdAt },
        { head: 'Ended', at: ({ endedAt }) => endedAt },
        { head: 'Customer', value: ({ customerName }) => customerName },
        { head: 'Channel', value: ({ channelName }) => channelName },
        { head: 'Department', value: ({ departmentName }) => departmentName },
        { head: 'Agents', value: ({ agents }) => agents.join(', ') },
        { head: 'Missed', value: ({ isMissed }) => isMissed },
        { head: 'Wait', unit: 'ms', value: ({ waitMs }) => waitMs },
        { head: 'Handling', unit: 'ms', value: ({ handlingMs }) => handlingMs },
        { head: 'Rating', value: ({ rating }) => rating },
        { head: 'Value', unit, value: ({ value }) => value },
      ],
      async readPage(_last: AnalyticsRow | undefined) {
        if (next === null) return [];
        const page = await readRows(ctx, { ...cell, after: next, perPage: batch });
        next = page.next;
        return page.rows;
      },
    });
  },
});

/** The filter as the trail says it. */
function noted(scope: string, filter: AnalyticsFilter, { first, last }: Pick<Asked, 'first' | 'last'>) {
  const { departmentId = '', agentId = '', channelId = '', labelId = '', hours = '', sandbox } = filter;
  const narrowed = { departmentId, agentId, channelId, labelId, hours };
  const filters = Object.entries(narrowed).flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`]));
  return { scope, isSandbox: sandbox, fromDate: first, toDate: last, filters };
}

type SummaryLine = { part: string; of: string; measure: string; unit: string; count: string; value: string };
const summaryColumns: ExportColumn<SummaryLine>[] = [
  { head: 'Part', value: ({ part }) => part },
  { head: 'Of', value: ({ of }) => of },
  { head: 'Measure', value: ({ measure }) => measure },
  { head: 'Unit', value: ({ unit }) => unit },
  { head: 'Chats', value: ({ count }) => count },
  { head: 'Value', value: ({ value }) => value },
];

function pageOnce<T>(rows: readonly T[]): () => Promise<readonly T[]> {
  let left = rows;
  return () => {
    const page = left;
    left = [];
    return Promise.resolve(page);
  };
}

const linesOf = (part: string, of: string, figures: AnalyticsFigures): SummaryLine[] =>
  Object.entries(figures).flatMap(([code, figure]) => {
    const { unit } = measureOf(code as AnalyticsMeasure);
    return figure
      ? [{ part, of, measure: code, unit, count: String(figure.count), value: figure.value === null ? '' : String(figure.value) }]
      : [];
  });

/** Each figure of the screen, with the name of its measure in docs/MEASURES.md. */
async function summaryOf(ctx: Ctx, filter: AnalyticsFilter): Promise<SummaryLine[]> {
  const report: AnalyticsReport = await readReport(ctx, filter);
  const tables: AnalyticsTables = await readTables(ctx, filter);
  return [
    ...linesOf('all', `${report.fromDate} – ${report.toDate}`, report.figures),
    ...linesOf('before', `${report.before.fromDate} – ${report.before.toDate}`, report.before.figures),
    ...report.days.flatMap(({ day, figures }) => linesOf('day', day, figures)),
    ...report.channels.flatMap(({ name, figures }) => linesOf('channel', name, figures)),
    ...report.labels.flatMap(({ name, figures }) => linesOf('label', name, figures)),
    ...tables.departments.flatMap(({ name, figures }) => linesOf('department', name, figures)),
    ...tables.agents.flatMap(({ name, figures }) => linesOf('agent', name, figures)),
  ];
}

type Named = Pick<OpenedList<unknown>, 'name' | 'trail' | 'zone'>;

async function openChats(ctx: Ctx, list: Named, asked: Asked): Promise<OpenedList<ChatLine>> {
  const names = await ctx.read(async (tx) => ({
    ...(await listNames(tx, ctx.enterpriseId)),
    departments: await departmentNames(tx, ctx.enterpriseId),
  }));
  return listOf({
    ...list,
    columns: [
      { head: 'Chat', value: ({ chatNo }) => chatNo },
      { head: 'Started', at: ({ at }) => at },
      { head: 'Ended', at: ({ endedAt }) => endedAt },
      { head: 'In open hours', value: ({ inOpenHours }) => inOpenHours },
      { head: 'Channel', value: ({ channelId }) => names.channels.get(channelId) },
      { head: 'Department', value: ({ deptId }) => names.departments.get(deptId ?? '') },
      { head: 'Agents', value: ({ agents }) => agents.join(', ') },
      { head: 'Labels', value: ({ labels }) => labels.join(', ') },
      { head: 'State', value: ({ outcome }) => outcome },
      { head: 'Ended by', value: ({ endedBy }) => endedBy },
      { head: 'Missed', value: ({ wasMissed }) => wasMissed },
      { head: 'Missed reason', value: ({ missedReason }) => missedReason },
      { head: 'Wait', unit: 'ms', value: ({ waitMs }) => waitMs },
      { head: 'First reply', unit: 'ms', value: ({ firstReplyMs }) => firstReplyMs },
      { head: 'Handling', unit: 'ms', value: ({ handlingMs }) => handlingMs },
      { head: 'Suspended', unit: 'ms', value: ({ suspendedMs }) => suspendedMs },
      { head: 'Transferred', value: ({ transfers }) => transfers },
      { head: 'Rating', value: ({ rating }) => rating },
      { head: 'Came back', value: ({ cameBack }) => cameBack },
    ],
    readPage: (last: ChatLine | undefined) => ctx.read((tx) => readChats(tx, asked, last, batch)),
  });
}
