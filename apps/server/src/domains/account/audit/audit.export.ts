import { Readable } from 'node:stream';
import type { AuditFilter } from '@parley/contract';
import { sealedText } from '#platform/audit/seal.ts';
import type { Tx } from '#platform/db/database.ts';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import type { Actor, EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../enterprise/enterprise.service.ts';
import type { Bounds } from './audit.repository.ts';

const batch = 2000;

/** Sealed entries in the order of the chain, which is that of a check outside of the product. */
function readLines(tx: Tx, enterpriseId: string, { from, until }: Bounds, filter: AuditFilter, after: number) {
  let query = tx
    .selectFrom('auditChain as c')
    .innerJoin('auditEntries as e', (join) =>
      join.onRef('e.enterpriseId', '=', 'c.enterpriseId').onRef('e.entryId', '=', 'c.entryId').onRef('e.at', '=', 'c.at'),
    )
    .leftJoin('auditDetails as d', (join) => join.onRef('d.enterpriseId', '=', 'c.enterpriseId').onRef('d.entryId', '=', 'c.entryId'))
    .selectAll('e')
    .select(['c.number', 'c.link', 'd.salt', 'd.details'])
    .where('c.enterpriseId', '=', enterpriseId)
    .where('c.at', '>=', from)
    .where('c.at', '<', until)
    .where('c.number', '>', after)
    .orderBy('c.number')
    .limit(batch);
  if (filter.userId !== '') query = query.where('e.actorId', '=', filter.userId);
  if (filter.module !== '') query = query.where('e.module', '=', filter.module);
  if (filter.action !== '') query = query.where('e.action', '=', filter.action);
  if (filter.kind !== '') query = query.where('e.kind', '=', filter.kind);
  if (filter.recordId !== '') query = query.where('e.recordId', '=', filter.recordId);
  return query.execute();
}

/**
 * All entries of a filter, a batch in memory at a time. `Sealed` is the text whose hash the chain links, so that scripts/audit-verify.ts can
 * check a file without the product; details go to those from whom the role hides nothing.
 */
export const streamTrail = (ctx: EnterpriseContext, bounds: Bounds, filter: AuditFilter, actor: Actor): Readable =>
  Readable.from(lines(ctx, bounds, filter, actor));

async function* lines(ctx: EnterpriseContext, bounds: Bounds, filter: AuditFilter, actor: Actor): AsyncGenerator<string> {
  const timeZone = await ctx.read((tx) => readTimeZone(tx, ctx.enterpriseId));
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const showsDetails = actor.maskedFields.length === 0;
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
  yield headerLine([...headers, 'Link', 'Sealed', 'Salt', 'Details'].map((header) => ({ header })));
  for (let after = 0; ; ) {
    const rows = await ctx.read((tx) => readLines(tx, ctx.enterpriseId, bounds, filter, after));
    if (rows.length === 0) return;
    yield rows
      .map((row) =>
        [
          String(row.number),
          format.format(row.at),
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
          sealedText(row),
          showsDetails ? (row.salt?.toString('hex') ?? '') : '',
          showsDetails ? (row.details ?? '') : '',
        ]
          .map(csvCell)
          .join(',')
          .concat('\r\n'),
      )
      .join('');
    after = rows.at(-1)?.number ?? after;
  }
}
