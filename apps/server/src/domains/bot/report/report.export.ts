import { endpoints, showExported } from '@parley/contract';
import { defineExport, listOf } from '../../account/door.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { conversationReportRecord } from './report.record.ts';
import { readTurns, type TurnLine } from './report.repository.ts';
import { filterOf, isIdentified } from './report.service.ts';

const batch = 1000;
const calls = endpoints.botReport;
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

/** Messages of the conversation report, with times at the reader's offset. */
export const conversationsExport = defineExport({
  kind: 'conversations',
  download: calls.download,
  access: calls.messages,
  async open(ctx, { scope, timeZoneOffset: minutes, ...range }) {
    const filter = await filterOf(ctx, { ...range, scopeType: scope });
    const { item, first, last, isSandbox } = filter;
    const { name } = await ctx.read((tx) => accessBot(tx, ctx.enterpriseId, item));
    const after = { name, fromDate: first, toDate: last, scope: filter.scope, isSandbox };
    return listOf({
      name: fileNameOf(ctx.now(), minutes),
      trail: { record: conversationReportRecord, id: item, after },
      columns: [
        { head: 'Message', value: ({ text }) => text },
        { head: 'Date', unit: offsetName(minutes), value: ({ at }) => showExported(atOffset(at, minutes), 'UTC') },
        { head: 'Intent Identified', value: (line) => (isIdentified(line) ? 'Yes' : 'No') },
        { head: 'Intent', value: ({ intentName }) => intentName },
        { head: 'Confidence', value: ({ confidence }) => Math.round(confidence * 100) / 100 },
        { head: 'Training Phrase', value: ({ utterance }) => utterance },
        { head: 'Response', value: ({ reply }) => reply },
        { head: 'Emotion', value: ({ emotion }) => emotion },
      ],
      readPage: (before: TurnLine | undefined) =>
        ctx.read((tx) => readTurns(tx, filter, { after: before?.turnId ?? '', from: 0, limit: batch })),
    });
  },
});
