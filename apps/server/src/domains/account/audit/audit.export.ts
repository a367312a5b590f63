import { Readable } from 'node:stream';
import { type AuditFilter, showExported } from '@parley/contract';
import { hiddenFrom } from '#platform/audit/reader.ts';
import { firstLink, sealedText } from '#platform/audit/seal.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import type { Actor, EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../enterprise/enterprise.service.ts';
import { type Bounds, readSealedEntries, type SealedEntry } from './audit.repository.ts';

const batch = 2000;

/**
 * All entries of a filter, a batch in memory at a time. `Sealed` is the text whose hash the chain links, and `Link before` the link that it
 * follows, which a filter may leave out, so that scripts/audit-verify.ts can check each row of a file without the product; details go to those from whom the role hides nothing.
 */
export const streamTrail = (ctx: EnterpriseContext, bounds: Bounds, filter: AuditFilter, actor: Actor): Readable =>
  Readable.from(lines(ctx, bounds, filter, actor));

async function* lines(ctx: EnterpriseContext, bounds: Bounds, filter: AuditFilter, actor: Actor): AsyncGenerator<string> {
  const timeZone = await ctx.read((tx) => readTimeZone(tx, ctx.enterpriseId));
  const showsDetails = hiddenFrom(ctx, actor).size === 0;
  const columns: CsvColumn<SealedEntry>[] = [
    { header: 'Number', value: (row) => String(row.number) },
    { header: `Time (${timeZone})`, value: (row) => showExported(row.at, timeZone) },
    { header: 'Who', value: (row) => row.actorKind },
    { header: 'Name', value: (row) => row.actorName },
    { header: 'Address', value: (row) => row.address },
    { header: 'Module', value: (row) => row.module },
    { header: 'Action', value: (row) => row.action },
    { header: 'Kind', value: (row) => row.kind },
    { header: 'Record', value: (row) => row.recordId },
    { header: 'Record name', value: (row) => row.recordName },
    { header: 'Result', value: (row) => row.result },
    { header: 'Reason', value: (row) => row.reason },
    { header: 'Link', value: (row) => row.link.toString('hex') },
    { header: 'Link before', value: (row) => (row.number === 1 ? firstLink : row.linkBefore)?.toString('hex') ?? '' },
    { header: 'Sealed', value: sealedText },
    { header: 'Salt', value: (row) => (showsDetails ? (row.salt?.toString('hex') ?? '') : '') },
    { header: 'Details', value: (row) => (showsDetails ? (row.details ?? '') : '') },
  ];
  yield* csvFile(columns, (last) =>
    ctx.read((tx) => readSealedEntries(tx, ctx.enterpriseId, bounds, filter, { after: last?.entryId ?? '', limit: batch })),
  );
}
