import { endpoints, reasonTexts, showAmount } from '@parley/contract';
import { defineExport, listOf } from '../../account/door.ts';
import { readingOf, shownAddress } from '../../customer/door.ts';
import { prepare, type ReportLine, readLines } from './report.query.ts';
import { reportRecord } from './report.record.ts';

const batch = 2000;
const calls = endpoints.reports;

/** Messages of the delivery report. */
export const messagesExport = defineExport({
  kind: 'messages',
  download: calls.export,
  access: calls.messageStatus,
  async open(ctx, asked) {
    const eyes = readingOf(ctx.actor);
    const prepared = await ctx.read((tx) => prepare(tx, ctx.enterpriseId, asked, ctx.now(), eyes));
    const { days, filter, address } = prepared;
    const { channelId, source, status, messageId, noReceipt, consumedBy, consumed } = filter;
    const about = { channelId, source, status, phone: address, messageId, noReceipt, consumedBy, consumed };
    return listOf({
      name: `messages_${days.fromDay}_${days.toDay}.csv`,
      trail: { record: reportRecord, id: '', after: { fromDate: days.fromDay, toDate: days.toDay, ...about } },
      columns: [
        { head: 'Time', at: (row) => row.createdAt },
        { head: 'From', value: (row) => row.contactId },
        { head: 'To', value: (row) => shownAddress(row.address, eyes) },
        { head: 'Channel', value: (row) => row.channelName },
        { head: 'Source', value: (row) => row.source },
        { head: 'Template', value: (row) => row.templateName },
        { head: 'Status', value: (row) => row.status },
        { head: 'Status time', at: (row) => row.statusAt },
        { head: 'Reason', value: (row) => row.reason },
        { head: 'What it means', value: (row) => reasonTexts[row.reason as keyof typeof reasonTexts] },
        { head: 'Cost', value: (row) => showAmount(row.cost, 6) },
      ],
      readPage: (last: ReportLine | undefined) =>
        ctx.read((tx) => readLines(tx, ctx.enterpriseId, prepared, { after: last?.messageId ?? '', from: 0, limit: batch }, ctx.now())),
    });
  },
});
