import { endpoints, type Movement, type MovementFilter, showAmount } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { spanOf } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { defineExport, listOf, readTimeZone } from '../../account/door.ts';
import { readAccount } from './account.repository.ts';
import { listMovementRows } from './movement.repository.ts';
import { nameReferences } from './movement.runs.ts';
import { walletRecord } from './wallet.record.ts';

const batch = 2000;
const calls = endpoints.billing;

type Row = Awaited<ReturnType<typeof listMovementRows>>[number];

async function readMovements(
  tx: Read,
  enterpriseId: string,
  filter: MovementFilter,
  page: { after: number; limit: number },
): Promise<Row[]> {
  const span = spanOf(filter, await readTimeZone(tx, enterpriseId));
  return listMovementRows(tx, enterpriseId, { ...span, kind: filter.kind }, page);
}

type Runs = Awaited<ReturnType<typeof nameReferences>>;

/** The rows of a page, and the sendings that they are for. */
async function readNamed(ctx: Ctx, filter: MovementFilter, page: { after: number; limit: number }) {
  return ctx.read(async (tx) => {
    const rows = await readMovements(tx, ctx.enterpriseId, filter, page);
    const references = rows.map(({ reference }) => reference);
    return { rows, runs: await nameReferences(ctx, tx, references) };
  });
}

function paysFor(runs: Runs, reference: string): Movement['paysFor'] {
  const run = runs.get(reference);
  return run ? { kind: run.kind, id: run.id, name: run.name } : null;
}

const present = (row: Row, runs: Runs): Movement => ({
  seq: row.seq,
  kind: row.kind,
  from: row.fromAccount,
  to: row.toAccount,
  amount: row.amount,
  reference: row.reference,
  paysFor: paysFor(runs, row.reference),
  reason: row.reason,
  actor: row.actor,
  balanceAfter: row.balanceAfter,
  at: row.at.toISOString(),
});

export async function listMovements(ctx: Ctx, { after, perPage, ...filter }: MovementFilter & { after: number; perPage: number }) {
  const { enterpriseId } = ctx;
  const [{ rows, runs }, { currency }] = await Promise.all([
    readNamed(ctx, filter, { after, limit: perPage + 1 }),
    ctx.read((tx) => readAccount(tx, enterpriseId)),
  ]);
  return { currency, movements: rows.slice(0, perPage).map((row) => present(row, runs)), more: rows.length > perPage };
}

/** Movements of the wallet. */
export const movementsExport = defineExport({
  kind: 'movements',
  download: calls.exportMovements,
  access: calls.movements,
  async open(ctx, filter) {
    const { fromDate, toDate, kind } = filter;
    const { currency } = await ctx.read((tx) => readAccount(tx, ctx.enterpriseId));
    return listOf({
      name: `wallet_${ctx.now().toISOString().slice(0, 10)}.csv`,
      trail: { record: walletRecord, id: ctx.enterpriseId, after: { fromDate, toDate, kind } },
      columns: [
        { head: 'Number', value: ({ seq }) => seq },
        { head: 'Time', at: ({ at }) => at },
        { head: 'Movement', value: (movement) => movement.kind },
        { head: 'From', value: ({ from }) => from },
        { head: 'To', value: ({ to }) => to },
        { head: 'Amount', unit: currency, value: ({ amount }) => showAmount(amount, 6) },
        { head: 'Available afterwards', unit: currency, value: ({ balanceAfter }) => showAmount(balanceAfter, 6) },
        { head: 'Reference', value: ({ reference }) => reference },
        { head: 'For', value: (movement) => movement.paysFor?.name },
        { head: 'Reason', value: ({ reason }) => reason },
        { head: 'By', value: ({ actor }) => actor },
      ],
      async readPage(last: Movement | undefined) {
        // Movements are numbered from 1, and 0 asks for the newest: nothing is behind the first one.
        if (last?.seq === 1) return [];
        const { rows, runs } = await readNamed(ctx, filter, { after: last?.seq ?? 0, limit: batch });
        return rows.map((row) => present(row, runs));
      },
    });
  },
});
