import { Readable } from 'node:stream';
import { showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { conversationReportRecord } from './report.record.ts';
import { readTurns, type TurnFilter, type TurnLine } from './report.repository.ts';
import { isIdentified } from './report.service.ts';

const batch = 1000;
const minuteMs = 60_000;

/** The clock of an offset: times are written as UTC of an instant that is so much later. */
const atOffset = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minuteMs);

/** `UTC+05:30` */
function offsetName(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** `conversation_report_05-01-2024 15:30.csv` (REPORT-048) */
export function fileNameOf(now: Date, minutes: number): string {
  const [day = '', time = ''] = showExported(atOffset(now, minutes), 'UTC').split(' ');
  return `conversation_report_${day.split('-').reverse().join('-')} ${time.slice(0, 5)}.csv`;
}

/** One entry for the file, before its first row leaves. */
export const noteExport = (ctx: Ctx, { item, first, last, scope, isSandbox }: TurnFilter): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { name } = await accessBot(tx, ctx.enterpriseId, item);
    const after = { name, fromDate: first, toDate: last, scope, isSandbox };
    recordChange(ctx, tx, { record: conversationReportRecord, id: item, action: 'export', after });
  });

/** All messages of a filter, a batch in memory at a time. */
export function streamMessages(ctx: EnterpriseContext, filter: TurnFilter, minutes: number): Readable {
  const columns: CsvColumn<TurnLine>[] = [
    { header: 'Message', value: ({ text }) => text },
    { header: `Date (${offsetName(minutes)})`, value: ({ at }) => showExported(atOffset(at, minutes), 'UTC') },
    { header: 'Intent Identified', value: (line) => (isIdentified(line) ? 'Yes' : 'No') },
    { header: 'Intent', value: ({ intentName }) => intentName },
    { header: 'Confidence', value: ({ confidence }) => String(Math.round(confidence * 100) / 100) },
    { header: 'Training Phrase', value: ({ utterance }) => utterance },
    { header: 'Response', value: ({ reply }) => reply },
    { header: 'Emotion', value: ({ emotion }) => emotion },
  ];
  return Readable.from(
    csvFile(columns, (last) => ctx.read((tx) => readTurns(tx, filter, { after: last?.turnId ?? '', from: 0, limit: batch }))),
  );
}
