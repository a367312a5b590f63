import { Readable } from 'node:stream';
import { type Movement, type MovementFilter, showAmount, showExported } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import { spanOf } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { readAccount } from './account.repository.ts';
import { listMovementRows } from './movement.repository.ts';
import { nameReferences } from './movement.runs.ts';
import { walletRecord } from './wallet.record.ts';

const batch = 2000;

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

/** Records the export of movements with its user; one entry for the file, before its first row leaves. */
export const noteMovementExport = (ctx: Ctx, { fromDate, toDate, kind }: MovementFilter): Promise<void> =>
  ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: walletRecord, id: ctx.enterpriseId, action: 'export', after: { fromDate, toDate, kind } });
    return Promise.resolve();
  });

export const streamMovements = (ctx: Ctx, filter: MovementFilter): Readable => Readable.from(lines(ctx, filter));

async function* lines(ctx: Ctx, filter: MovementFilter): AsyncGenerator<string> {
  const { enterpriseId } = ctx;
  const [timeZone, { currency }] = await Promise.all([
    ctx.read((tx) => readTimeZone(tx, enterpriseId)),
    ctx.read((tx) => readAccount(tx, enterpriseId)),
  ]);
  const columns: CsvColumn<Movement>[] = [
    { header: 'Number', value: ({ seq }) => String(seq) },
    { header: `Time (${timeZone})`, value: ({ at }) => showExported(new Date(at), timeZone) },
    { header: 'Movement', value: ({ kind }) => kind },
    { header: 'From', value: ({ from }) => from },
    { header: 'To', value: ({ to }) => to },
    { header: `Amount (${currency})`, value: ({ amount }) => showAmount(amount, 6) },
    { header: `Available afterwards (${currency})`, value: ({ balanceAfter }) => showAmount(balanceAfter, 6) },
    { header: 'Reference', value: ({ reference }) => reference },
    { header: 'For', value: (movement) => movement.paysFor?.name ?? '' },
    { header: 'Reason', value: ({ reason }) => reason },
    { header: 'By', value: ({ actor }) => actor },
  ];
  yield* csvFile(columns, async (last: Movement | undefined) => {
    // Movements are numbered from 1, and 0 asks for the newest: nothing is behind the first one.
    if (last?.seq === 1) return [];
    const { rows, runs } = await readNamed(ctx, filter, { after: last?.seq ?? 0, limit: batch });
    return rows.map((row) => present(row, runs));
  });
}
