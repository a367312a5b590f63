import { endpoints } from '@parley/contract';
import { hiddenFrom } from '#platform/audit/reader.ts';
import { firstLink, sealedText } from '#platform/audit/seal.ts';
import { defineExport, listOf } from '../export-list/export.definition.ts';
import { readSealedEntries, type SealedEntry } from './audit.repository.ts';
import { boundsOf } from './audit.service.ts';

const batch = 2000;
const calls = endpoints.audit;

/**
 * All entries of a filter. `Sealed` is the text whose hash the chain links, and `Link before` the link that it follows, which a filter may
 * leave out, so that scripts/audit-verify.ts can check each row of a file without the product; details go to those from whom the role hides
 * nothing.
 */
export const auditExport = defineExport({
  kind: 'auditTrail',
  download: calls.export,
  access: calls.list,
  isProved: true,
  async open(ctx, filter) {
    const bounds = await boundsOf(ctx, filter);
    const showsDetails = hiddenFrom(ctx, ctx.actor).size === 0;
    return listOf({
      name: 'audit_trail.csv',
      isForPrograms: true,
      columns: [
        { head: 'Number', value: (row) => row.number },
        { head: 'Time', at: (row) => row.at },
        { head: 'Who', value: (row) => row.actorKind },
        { head: 'Name', value: (row) => row.actorName },
        { head: 'Address', value: (row) => row.address },
        { head: 'Module', value: (row) => row.module },
        { head: 'Action', value: (row) => row.action },
        { head: 'Kind', value: (row) => row.kind },
        { head: 'Record', value: (row) => row.recordId },
        { head: 'Record name', value: (row) => row.recordName },
        { head: 'Result', value: (row) => row.result },
        { head: 'Reason', value: (row) => row.reason },
        { head: 'Link', value: (row) => row.link.toString('hex') },
        { head: 'Link before', value: (row) => (row.number === 1 ? firstLink : row.linkBefore)?.toString('hex') },
        { head: 'Sealed', value: sealedText },
        { head: 'Salt', value: (row) => (showsDetails ? row.salt?.toString('hex') : '') },
        { head: 'Details', value: (row) => (showsDetails ? row.details : '') },
      ],
      readPage: (last: SealedEntry | undefined) =>
        ctx.read((tx) => readSealedEntries(tx, ctx.enterpriseId, bounds, filter, { after: last?.entryId ?? '', limit: batch })),
    });
  },
});
