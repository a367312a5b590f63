import { endpoints, reasonTexts } from '@parley/contract';
import { defineExport, listOf } from '../../account/door.ts';
import { readingOf, shownAddress } from '../../customer/door.ts';
import { broadcastRecord } from './broadcast.record.ts';
import { findSender, type LedgerLine, readRows } from './broadcast.repository.ts';
import { broadcastNotFound } from './broadcast.service.ts';

const batch = 2000;
const { broadcasts: calls } = endpoints;

/** Every row of a broadcast as its reader may see it. */
export const broadcastExport = defineExport({
  kind: 'broadcast',
  download: calls.export,
  access: calls.get,
  stranger: broadcastNotFound,
  async open(ctx, { broadcastId }) {
    const { enterpriseId } = ctx;
    const sender = await ctx.read((tx) => findSender(tx, enterpriseId, broadcastId));
    if (!sender) throw broadcastNotFound();
    const { name, contactId } = sender;
    const eyes = readingOf(ctx.actor);
    return listOf({
      name: `${name}_messages.csv`,
      trail: { record: broadcastRecord, id: broadcastId, name },
      columns: [
        { head: 'From', value: () => contactId },
        { head: 'To', value: (row) => shownAddress(row.address, eyes) },
        { head: 'Sent Date', at: (row) => row.createdAt },
        { head: 'Status', value: (row) => row.status },
        { head: 'Status time', at: (row) => row.statusAt },
        { head: 'Reason', value: (row) => row.reason },
        { head: 'What it means', value: (row) => reasonTexts[row.reason as keyof typeof reasonTexts] },
      ],
      readPage: (last: LedgerLine | undefined) =>
        ctx.read((tx) => readRows(tx, enterpriseId, broadcastId, { after: last?.number ?? 0, limit: batch })),
    });
  },
});
