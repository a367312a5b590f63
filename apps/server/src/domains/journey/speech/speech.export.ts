import { endpoints, type SpeechMessage, showAmount } from '@parley/contract';
import { defineExport, listOf } from '../../account/door.ts';
import { speechRecord } from './speech.record.ts';
import { listSpeech } from './speech.repository.ts';
import { eyesOf, openSpeech, presentSpeech } from './speech.service.ts';

const batch = 1000;
const calls = endpoints.speech;

/** The recordings of a filter. */
export const speechExport = defineExport({
  kind: 'speech',
  download: calls.download,
  access: calls.list,
  async open(ctx, filter) {
    const span = await ctx.read((tx) => openSpeech(ctx, tx, filter));
    const { fromDate: _from, toDate: _to, text, ...filters } = filter;
    const after = { fromDate: span.fromDay, toDate: span.toDay, text, filters: JSON.stringify(filters) };
    return listOf({
      name: `speech_${span.fromDay}_${span.toDay}.csv`,
      trail: { record: speechRecord, id: ctx.enterpriseId, after },
      zone: span.zone,
      columns: [
        { head: 'Time', at: (row) => row.at },
        { head: 'Customer', value: (row) => row.customerName },
        { head: 'Channel', value: (row) => row.channelName },
        { head: 'Stream', value: (row) => row.streamName },
        { head: 'Step', value: (row) => row.node },
        { head: 'Seconds', value: (row) => (row.lengthMs === null ? '' : row.lengthMs / 1000) },
        { head: 'Language', value: (row) => row.language },
        { head: 'Service', value: (row) => row.service },
        { head: 'Confidence', value: (row) => (row.confidence === null ? '' : Math.round(row.confidence * 1000) / 1000) },
        { head: 'Status', value: (row) => row.status },
        { head: 'Text', value: (row) => row.text },
        { head: 'Text of the service', value: (row) => row.originalText },
        { head: 'Used as answer', value: (row) => row.isAnswer },
        { head: 'Cost', value: (row) => (row.cost === null ? '' : showAmount(row.cost, 6)) },
        { head: 'Error', value: (row) => row.error },
      ],
      readPage: (last: SpeechMessage | undefined) =>
        ctx.read(async (tx) => {
          const rows = await listSpeech(tx, eyesOf(ctx), filter, span, { after: last?.id ?? '', limit: batch });
          return rows.map((row) => presentSpeech(ctx, row));
        }),
    });
  },
});
