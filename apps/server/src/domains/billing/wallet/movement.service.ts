import { Readable } from 'node:stream';
import { type Movement, type MovementFilter, showAmount } from '@parley/contract';
import type { Selectable } from 'kysely';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BillingMovementTable } from '#platform/db/schema.billing.ts';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { readAccount } from './account.repository.ts';
import { walletRecord } from './wallet.record.ts';

const batch = 2000;
const dayMs = 24 * 3_600_000;

/** @param after the number of the last movement that is known; 0: none. The newest first */
async function readMovements(
  tx: Tx,
  enterpriseId: string,
  { fromDate, toDate, kind }: MovementFilter,
  { after, limit }: { after: number; limit: number },
): Promise<Selectable<BillingMovementTable>[]> {
  return tx
    .selectFrom('billingMovements')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .$if(fromDate !== '', (query) => query.where('at', '>=', new Date(fromDate)))
    .$if(toDate !== '', (query) => query.where('at', '<', new Date(Date.parse(toDate) + dayMs)))
    .$if(kind !== '', (query) => query.where('kind', '=', kind as Movement['kind']))
    .$if(after > 0, (query) => query.where('seq', '<', after))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

const present = (row: Selectable<BillingMovementTable>): Movement => ({
  seq: row.seq,
  kind: row.kind,
  from: row.fromAccount,
  to: row.toAccount,
  amount: row.amount,
  reference: row.reference,
  reason: row.reason,
  actor: row.actor,
  balanceAfter: row.balanceAfter,
  at: row.at.toISOString(),
});

export async function listMovements(
  ctx: EnterpriseContext,
  { after, perPage, ...filter }: MovementFilter & { after: number; perPage: number },
) {
  const { enterpriseId } = ctx;
  const [rows, { currency }] = await Promise.all([
    ctx.read((tx) => readMovements(tx, enterpriseId, filter, { after, limit: perPage + 1 })),
    ctx.read((tx) => readAccount(tx, enterpriseId)),
  ]);
  return { currency, movements: rows.slice(0, perPage).map(present), more: rows.length > perPage };
}

/** Who took the movements out of the house; one entry for the file, before its first row leaves. */
export const noteMovementExport = (ctx: Ctx, { fromDate, toDate, kind }: MovementFilter): Promise<void> =>
  ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: walletRecord, id: ctx.enterpriseId, action: 'export', after: { fromDate, toDate, kind } });
    return Promise.resolve();
  });

export const streamMovements = (ctx: EnterpriseContext, filter: MovementFilter): Readable => Readable.from(lines(ctx, filter));

async function* lines(ctx: EnterpriseContext, filter: MovementFilter): AsyncGenerator<string> {
  const { enterpriseId } = ctx;
  const [timeZone, { currency }] = await Promise.all([
    ctx.read((tx) => readTimeZone(tx, enterpriseId)),
    ctx.read((tx) => readAccount(tx, enterpriseId)),
  ]);
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const headers = [
    'Number',
    `Time (${timeZone})`,
    'Movement',
    'From',
    'To',
    `Amount (${currency})`,
    `Available afterwards (${currency})`,
    'Reference',
    'Reason',
    'By',
  ];
  yield headerLine(headers.map((header) => ({ header })));
  for (let after = 0; ; ) {
    const rows = await ctx.read((tx) => readMovements(tx, enterpriseId, filter, { after, limit: batch }));
    if (rows.length === 0) return;
    yield rows
      .map(({ seq, at, kind, fromAccount, toAccount, amount, balanceAfter, reference, reason, actor }) =>
        [
          String(seq),
          format.format(at),
          kind,
          fromAccount,
          toAccount,
          showAmount(amount, 6),
          showAmount(balanceAfter, 6),
          reference,
          reason,
          actor,
        ]
          .map(csvCell)
          .join(','),
      )
      .join('\r\n')
      .concat('\r\n');
    after = rows.at(-1)?.seq ?? 0;
    if (after <= 1) return;
  }
}
