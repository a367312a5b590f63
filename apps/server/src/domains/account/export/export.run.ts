import { exportDays } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { holdLease, takeLease } from '#platform/jobs/lease.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { removeDoomed, removeFiles } from '../../file/door.ts';
import { findUserActor } from '../access/user-rights.repository.ts';
import { assertReads, definitionOf, isRefusal, openList } from '../export-list/export.open.ts';
import { type WrittenFile, writeList } from '../export-list/export.write.ts';
import { notify } from '../notification/notification.service.ts';
import { type ExportRow, findExport, lockEnded, updateExport } from './export.repository.ts';
import { rightsOfMaker } from './export.rules.ts';
import { isOver, keepFile } from './export.service.ts';

const holdMs = 15_000;
const tellMs = 500;
const mostTries = 3;
const endedAtOnce = 100;

/** Works on an export, one worker at a time. A try that was killed begins anew: nothing of it was to be seen. */
export async function runExport(ctx: EnterpriseContext, exportId: string): Promise<void> {
  const lease = await ctx.transaction((tx) => takeLease(tx, { enterpriseId: ctx.enterpriseId, work: 'export', workId: exportId }, holdMs));
  if (lease) await holdLease(ctx, lease, (lost) => work(ctx, exportId, lost));
}

/** Changes an export unless it is over. @returns whether it was not */
const change = (ctx: EnterpriseContext, exportId: string, make: (tx: Tx, row: ExportRow) => Promise<void>): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const row = await findExport(tx, ctx.enterpriseId, exportId, { lock: true });
    if (!row || isOver(row)) return false;
    await make(tx, row);
    return true;
  });

async function work(ctx: EnterpriseContext, exportId: string, lost: AbortSignal): Promise<void> {
  let begun: ExportRow | undefined;
  await change(ctx, exportId, async (tx, row) => {
    if (row.tries >= mostTries) return fail(ctx, tx, row, 'tries');
    await updateExport(tx, row, { state: 'running', tries: row.tries + 1, rows: 0 });
    begun = row;
  });
  if (!begun) return;
  const actor = await ctx.read((tx) => findUserActor(ctx, tx, (begun as ExportRow).createdBy));
  const definition = definitionOf(ctx, begun.kind);
  try {
    if (!actor) throw new Error('its maker is not active');
    assertReads(actor, definition);
  } catch {
    await change(ctx, exportId, (tx, row) => fail(ctx, tx, row, 'right'));
    return;
  }
  const by: Ctx = { ...ctx, actor, requestId: exportId, address: '' };
  let toldAt = performance.now();
  const tell = async (rows: number) => {
    if (lost.aborted) return false;
    if (performance.now() - toldAt < tellMs) return true;
    toldAt = performance.now();
    return change(ctx, exportId, (tx, row) => updateExport(tx, row, { rows }));
  };
  let written: WrittenFile;
  let name: string;
  try {
    const list = await openList(by, definition, begun.filter);
    name = list.name;
    written = await writeList(by, list, tell);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await change(ctx, exportId, (tx, row) => fail(ctx, tx, row, 'record'));
    return;
  }
  if (!written.isWhole) return written.received.discard();
  await written.received.keep();
  await change(ctx, exportId, async (tx, row) => {
    const rights = JSON.stringify(rightsOfMaker(actor));
    await updateExport(tx, row, { ...(await keepFile(ctx, tx, row, name, written)), rights });
    await notify(ctx, tx, [row.createdBy], {
      ...{ kind: 'export_ready', code: 'export.made', values: { file: name, count: written.rows, days: exportDays } },
      ...{ link: '/exports', cause: exportId },
    });
  });
}

async function fail(ctx: EnterpriseContext, tx: Tx, row: ExportRow, fault: ExportRow['fault']): Promise<void> {
  await updateExport(tx, row, { state: 'failed', fault, finishedAt: ctx.now(), filter: '{}' });
  const values = { file: row.name };
  await notify(ctx, tx, [row.createdBy], { kind: 'export_failed', code: 'export.failed', values, link: '/exports', cause: row.exportId });
}

/** Removes the files whose time is over. */
export async function endExports(ctx: EnterpriseContext): Promise<void> {
  const { enterpriseId } = ctx;
  await ctx.transaction(async (tx) => {
    const rows = await lockEnded(tx, enterpriseId, ctx.now(), endedAtOnce);
    for (const row of rows) await updateExport(tx, row, { state: 'expired', fileId: null });
    await removeFiles(
      tx,
      enterpriseId,
      rows.flatMap(({ fileId }) => fileId ?? []),
    );
  });
  await removeDoomed(ctx);
}
