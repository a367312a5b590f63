import { Readable } from 'node:stream';
import {
  type AnalyticsFigures,
  type AnalyticsFilter,
  type AnalyticsMeasure,
  type AnalyticsReport,
  type AnalyticsTables,
  showExported,
} from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import type { Ctx } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { readAsked } from './analytics.asked.ts';
import { measureOf } from './analytics.measures.ts';
import { chatReportRecord } from './analytics.record.ts';
import { listNames } from './analytics.repository.ts';
import { readReport, readTables } from './analytics.service.ts';
import type { Asked } from './facts.repository.ts';
import { type ChatLine, readChats } from './rows.repository.ts';

const batch = 1000;
export type AnalyticsExport = { name: string; body: Readable };

/**
 * The figures as a file, or a row a chat. One entry for the file, before its first row leaves.
 * @throws DomainError request.invalid, report.too_slow
 */
export async function exportAnalytics(ctx: Ctx, kind: 'summary' | 'chats', filter: AnalyticsFilter): Promise<AnalyticsExport> {
  const asked = await ctx.read((tx) => readAsked(ctx, tx, filter));
  const { departmentId = '', agentId = '', channelId = '', labelId = '', hours = '', sandbox } = filter;
  const narrowed = { departmentId, agentId, channelId, labelId, hours };
  const after = {
    scope: kind,
    isSandbox: sandbox,
    fromDate: asked.first,
    toDate: asked.last,
    filters: Object.entries(narrowed).flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`])),
  };
  const lines = kind === 'summary' ? await summaryOf(ctx, filter) : undefined;
  await ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: chatReportRecord, id: ctx.enterpriseId, action: 'export', after });
    return Promise.resolve();
  });
  const name = `chats_${kind === 'summary' ? 'summary_' : ''}${asked.first}_${asked.last}.csv`;
  return { name, body: Readable.from(lines ? csvFile(summaryColumns, pageOnce(lines)) : chatLines(ctx, asked)) };
}

type SummaryLine = { part: string; of: string; measure: string; unit: string; count: string; value: string };
const summaryColumns: CsvColumn<SummaryLine>[] = [
  { header: 'Part', value: ({ part }) => part },
  { header: 'Of', value: ({ of }) => of },
  { header: 'Measure', value: ({ measure }) => measure },
  { header: 'Unit', value: ({ unit }) => unit },
  { header: 'Chats', value: ({ count }) => count },
  { header: 'Value', value: ({ value }) => value },
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

async function* chatLines(ctx: Ctx, { zone, ...asked }: Asked & { zone: string }): AsyncGenerator<string> {
  const names = await ctx.read(async (tx) => ({
    ...(await listNames(tx, ctx.enterpriseId)),
    departments: await departmentNames(tx, ctx.enterpriseId),
  }));
  const number = (value: number | null) => (value === null ? '' : String(value));
  const time = (value: Date | null) => (value === null ? '' : showExported(value, zone));
  const columns: CsvColumn<ChatLine>[] = [
    { header: 'Chat', value: ({ chatNo }) => number(chatNo) },
    { header: `Started (${zone})`, value: ({ at }) => time(at) },
    { header: `Ended (${zone})`, value: ({ endedAt }) => time(endedAt) },
    { header: 'In open hours', value: ({ inOpenHours }) => (inOpenHours === null ? '' : inOpenHours ? 'yes' : 'no') },
    { header: 'Channel', value: ({ channelId }) => names.channels.get(channelId) ?? '' },
    { header: 'Department', value: ({ deptId }) => names.departments.get(deptId ?? '') ?? '' },
    { header: 'Agents', value: ({ agents }) => agents.join(', ') },
    { header: 'Labels', value: ({ labels }) => labels.join(', ') },
    { header: 'State', value: ({ outcome }) => outcome },
    { header: 'Ended by', value: ({ endedBy }) => endedBy },
    { header: 'Missed', value: ({ wasMissed }) => (wasMissed ? 'yes' : 'no') },
    { header: 'Missed reason', value: ({ missedReason }) => number(missedReason) },
    { header: 'Wait (ms)', value: ({ waitMs }) => number(waitMs) },
    { header: 'First reply (ms)', value: ({ firstReplyMs }) => number(firstReplyMs) },
    { header: 'Handling (ms)', value: ({ handlingMs }) => number(handlingMs) },
    { header: 'Suspended (ms)', value: ({ suspendedMs }) => String(suspendedMs) },
    { header: 'Transferred', value: ({ transfers }) => (transfers ? 'yes' : 'no') },
    { header: 'Rating', value: ({ rating }) => number(rating) },
    { header: 'Came back', value: ({ cameBack }) => (cameBack ? 'yes' : 'no') },
  ];
  yield* csvFile(columns, (last) => ctx.read((tx) => readChats(tx, asked, last, batch)));
}
