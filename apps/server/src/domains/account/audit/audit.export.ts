import { Readable } from 'node:stream';
import { type AuditFilter, showExported } from '@parley/contract';
import { hiddenFrom } from '#platform/audit/reader.ts';
import { firstLink, sealedText } from '#platform/audit/seal.ts';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import type { Actor, EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../enterprise/enterprise.service.ts';
import { type Bounds, readSealedEntries } from './audit.repository.ts';

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
  const headers = [
    'Number',
    `Time (${timeZone})`,
    'Who',
    'Name',
    'Address',
    'Module',
    'Action',
    'Kind',
    'Record',
    'Record name',
    'Result',
    'Reason',
  ];
  yield headerLine([...headers, 'Link', 'Link before', 'Sealed', 'Salt', 'Details'].map((header) => ({ header })));
  for (let after = ''; ; ) {
    const rows = await ctx.read((tx) => readSealedEntries(tx, ctx.enterpriseId, bounds, filter, { after, limit: batch }));
    if (rows.length === 0) return;
    yield rows
      .map((row) =>
        [
          String(row.number),
          showExported(row.at, timeZone),
          row.actorKind,
          row.actorName,
          row.address,
          row.module,
          row.action,
          row.kind,
          row.recordId,
          row.recordName,
          row.result,
          row.reason,
          row.link.toString('hex'),
          (row.number === 1 ? firstLink : row.linkBefore)?.toString('hex') ?? '',
          sealedText(row),
          showsDetails ? (row.salt?.toString('hex') ?? '') : '',
          showsDetails ? (row.details ?? '') : '',
        ]
          .map(csvCell)
          .join(',')
          .concat('\r\n'),
      )
      .join('');
    after = rows.at(-1)?.entryId ?? after;
  }
}
