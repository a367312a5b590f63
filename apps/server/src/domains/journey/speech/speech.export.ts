import { Readable } from 'node:stream';
import { type SpeechFilter, type SpeechMessage, showAmount, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import type { Ctx } from '../../../context.ts';
import type { Span } from '../span/span.repository.ts';
import { speechRecord } from './speech.record.ts';
import { listSpeech } from './speech.repository.ts';
import { eyesOf, openSpeech, presentSpeech } from './speech.service.ts';

const batch = 1000;
const share = (value: number | null): string => (value === null ? '' : String(Math.round(value * 1000) / 1000));

/** The recordings of a filter as a file, a page in memory at a time; one entry of the trail says who has taken it. */
export function exportSpeech(ctx: Ctx, filter: SpeechFilter): Promise<{ name: string; body: Readable }> {
  return ctx.transaction(async (tx) => {
    const span = await openSpeech(ctx, tx, filter);
    const { fromDate: _from, toDate: _to, text, ...filters } = filter;
    const after = { fromDate: span.fromDay, toDate: span.toDay, text, filters: JSON.stringify(filters) };
    recordChange(ctx, tx, { record: speechRecord, id: ctx.enterpriseId, action: 'export', after });
    return { name: `speech_${span.fromDay}_${span.toDay}.csv`, body: Readable.from(lines(ctx, filter, span)) };
  });
}

async function* lines(ctx: Ctx, filter: SpeechFilter, span: Span): AsyncGenerator<string> {
  const columns: CsvColumn<SpeechMessage>[] = [
    { header: `Time (${span.zone})`, value: (row) => showExported(new Date(row.at), span.zone) },
    { header: 'Customer', value: (row) => row.customerName },
    { header: 'Channel', value: (row) => row.channelName },
    { header: 'Stream', value: (row) => row.streamName },
    { header: 'Step', value: (row) => row.node },
    { header: 'Seconds', value: (row) => (row.lengthMs === null ? '' : String(row.lengthMs / 1000)) },
    { header: 'Language', value: (row) => row.language },
    { header: 'Service', value: (row) => row.service },
    { header: 'Confidence', value: (row) => share(row.confidence) },
    { header: 'Status', value: (row) => row.status },
    { header: 'Text', value: (row) => row.text },
    { header: 'Text of the service', value: (row) => row.originalText ?? '' },
    { header: 'Used as answer', value: (row) => (row.isAnswer === null ? '' : row.isAnswer ? 'yes' : 'no') },
    { header: 'Cost', value: (row) => (row.cost === null ? '' : showAmount(row.cost, 6)) },
    { header: 'Error', value: (row) => row.error },
  ];
  yield* csvFile(columns, (last) =>
    ctx.read(async (tx) => {
      const rows = await listSpeech(tx, eyesOf(ctx), filter, span, { after: last?.id ?? '', limit: batch });
      return rows.map((row) => presentSpeech(ctx, row));
    }),
  );
}
