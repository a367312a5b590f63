import { randomUUID } from 'node:crypto';
import { importTexts, mostStartsAtOnce } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import { isDatabaseDown, type Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import { holdLease, type Lease, renewLease, takeLease } from '#platform/jobs/lease.ts';
import { boundMemory } from '#platform/jobs/memory.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import { type Position, readRecords } from '../csv/csv.records.ts';
import { runImports } from '../import/import.jobs.ts';
import { countsOf, importRecord } from '../import/import.record.ts';
import { accessImport, findNextImport, type ImportRow, insertErrors, updateImport } from '../import/import.repository.ts';
import { FileGone, openStored } from '../import/import.source.ts';
import { noteStarts, settleStarts } from '../import/import.starts.ts';
import { addLeftOut } from '../import-row/import.left-out.ts';
import { readerOf } from '../import-row/import.reader.ts';
import { type RowReader, readRow } from '../import-row/import.rows.ts';
import { BatchChanged, type BatchRow, writeBatch } from '../import-row/import.write.ts';
import { makeIds } from '../number/customer.ids.ts';
import { undoImport } from './import.undo.ts';

const batchRows = 1000;
const turnMs = 30_000; // then the next turn is a job of its own, so that a worker can be stopped and another one goes on
const holdMs = 8000;
const mostUnreadable = 10_000;

/** Another worker has taken the import over, or somebody has cancelled it. */
class NotMine extends Error {}

type LeasedImport = { row: ImportRow; lease: Lease };

/** Takes the lease of the enterprise's next import, unless another worker holds it. */
function leaseNextImport(ctx: EnterpriseContext, holderId: string): Promise<LeasedImport | undefined> {
  return ctx.transaction(async (tx) => {
    const row = await findNextImport(tx, ctx.enterpriseId);
    const lease = row && (await takeLease(tx, { enterpriseId: ctx.enterpriseId, work: 'import', workId: row.importId }, holdMs, holderId));
    if (!lease) return undefined;
    const phase = row.phase === 'queued' ? 'running' : row.phase;
    await updateImport(tx, row, { phase });
    return { row: { ...row, phase }, lease };
  });
}

/**
 * Works on the enterprise's imports for `turnMs`, the oldest first and one at a time. A worker that is killed at any moment loses nothing: a
 * batch, its errors, the counts and the place in the file are one transaction, and the next worker continues after the last batch.
 */
export async function workOnImports(ctx: EnterpriseContext): Promise<void> {
  const holderId = randomUUID();
  const until = performance.now() + turnMs;
  for (;;) {
    const leased = await leaseNextImport(ctx, holderId);
    if (!leased) return;
    if (await holdLease(ctx, leased.lease, () => workOn(ctx, leased, until))) continue;
    await ctx.transaction((tx) => ctx.jobs.enqueue(tx, runImports, { enterpriseId: ctx.enterpriseId }));
    return;
  }
}

/** @returns false when the turn is over and the import is not */
async function workOn(ctx: EnterpriseContext, leased: LeasedImport, until: number): Promise<boolean> {
  const { row } = leased;
  try {
    return row.phase === 'undoing' ? await undoImport(ctx, row, leased.lease, until) : await runImport(ctx, leased, until);
  } catch (error) {
    if (error instanceof NotMine) return true;
    // Another try may help with some errors; a file that is gone would keep all later imports waiting for ever.
    if (row.phase === 'running' && !isPassing(error)) await finish(ctx, leased, importTexts.unreadable);
    throw error;
  }
}

/** A lost database, a deadlock, a lack of resources or a shutdown (SQLSTATE classes 40, 53, 55, 57 and 58): worth another try. */
function isPassing(error: unknown): boolean {
  if (error instanceof FileGone) return false;
  const { code = '' } = error as { code?: unknown };
  return isDatabaseDown(error) || (typeof code === 'string' && /^(?:40|53|55|57|58)[0-9A-Z]{3}$/.test(code));
}

/** `end` is where the next batch begins. */
type Batch = { rows: BatchRow[]; end: Position };

/** Locks the import's row and makes sure that the batch is the next one of it, and that nobody stopped it. */
async function lockForBatch(ctx: EnterpriseContext, tx: Tx, { row, lease }: LeasedImport, byteOffset: number): Promise<ImportRow> {
  const [current, isOurs] = await Promise.all([accessImport(tx, ctx.enterpriseId, row.importId, { lock: true }), renewLease(tx, lease)]);
  if (!isOurs || current.phase !== 'running' || current.byteOffset !== byteOffset) throw new NotMine();
  return current;
}

function commitBatch(
  ctx: EnterpriseContext,
  leased: LeasedImport,
  reader: RowReader,
  byteOffset: number,
  batch: Batch,
  makeId: () => string,
) {
  const { row } = leased;
  return ctx.transaction(async (tx) => {
    // Both are sent at once: the rows do not depend on what the lock finds, and when it refuses they are rolled back.
    const held = lockForBatch(ctx, tx, leased, byteOffset);
    held.catch(() => {}); // awaited below, when nothing of the batch is under way any more
    const { created, replaced, errors, firstId, lastId, changes, leftOut } = await writeBatch(
      tx,
      row,
      reader,
      batch.rows,
      makeId,
      ctx.now(),
    );
    const current = await held;
    const starts = await noteStarts(ctx, tx, current, changes);
    writeBehind(tx, insertErrors(tx, current, errors));
    writeBehind(
      tx,
      updateImport(tx, current, {
        byteOffset: batch.end.byte,
        lineNumber: batch.end.line,
        totalLines: current.totalLines + batch.rows.length,
        acceptedLines: current.acceptedLines + created + replaced,
        errorLines: current.errorLines + errors.length,
        createdCount: current.createdCount + created,
        replacedCount: current.replacedCount + replaced,
        startCount: current.startCount + starts,
        firstCustomerId: current.firstCustomerId ?? firstId ?? null,
        lastCustomerId: lastId ?? current.lastCustomerId,
        ...(leftOut.length > 0 ? { leftOut: JSON.stringify(addLeftOut(current.leftOut, leftOut, reader.attributes)) } : {}),
      }),
    );
  });
}

async function commitWithAnotherTry(...parts: Parameters<typeof commitBatch>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await commitBatch(...parts);
    } catch (error) {
      if (!(error instanceof BatchChanged) || tries >= 3) throw error;
    }
  }
}

/** Groups records into batches, the next one read and checked while the last is written. */
async function* readBatches(ctx: EnterpriseContext, row: ImportRow, reader: RowReader): AsyncGenerator<Batch> {
  const open = openStored(ctx, row);
  let rows: BatchRow[] = [];
  let end: Position | undefined;
  for await (const group of readRecords(open, { byte: row.byteOffset, line: row.lineNumber }, row.delimiter)) {
    for (const record of group) {
      end = record.end;
      // Rows of separators alone are what spreadsheets write below the last one; they say nothing.
      if (record.cells?.every((cell) => cell.trim() === '')) continue;
      rows.push({ record, ...readRow(record, reader) });
      if (rows.length < batchRows) continue;
      yield { rows, end };
      rows = [];
      end = undefined;
    }
  }
  if (end) yield { rows, end };
}

/** @returns whether the file's end was reached */
async function runImport(ctx: EnterpriseContext, leased: LeasedImport, until: number): Promise<boolean> {
  const { row } = leased;
  const reader = await ctx.read((tx) => readerOf(tx, row));
  const makeId = makeIds(Date.now);
  let byteOffset = row.byteOffset;
  let unreadable = 0;
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of readBatches(ctx, row, reader)) {
      await writing;
      boundMemory();
      const from = byteOffset;
      byteOffset = batch.end.byte;
      writing = commitWithAnotherTry(ctx, leased, reader, from, batch, makeId);
      writing.catch(() => {}); // the next round awaits it
      unreadable += batch.rows.filter(({ record }) => !record.cells).length;
      if (unreadable > mostUnreadable) {
        await writing;
        await finish(ctx, leased, `More than ${mostUnreadable} lines could not be cut into cells: is this a CSV file?`);
        return true;
      }
      if (performance.now() > until) {
        await writing;
        return false;
      }
    }
    await writing;
  } catch (error) {
    await writing.catch(() => {});
    throw error;
  }
  await finish(ctx, leased);
  return true;
}

/** Ends an import and tells who asked for it. @param failure why the file as a whole could not be processed */
async function finish(ctx: EnterpriseContext, { row, lease }: LeasedImport, failure = ''): Promise<void> {
  const touched = await ctx.transaction(async (tx) => {
    const current = await accessImport(tx, ctx.enterpriseId, row.importId, { lock: true });
    if (current.phase !== 'running' || !(await renewLease(tx, lease))) throw new NotMine();
    const reason = failure || (current.acceptedLines === 0 ? importTexts.noAccepted : '');
    const starts = await settleStarts(ctx, tx, current, reason === '');
    const change = { phase: reason ? ('failed' as const) : ('completed' as const), reason, completedAt: ctx.now(), ...starts };
    await changing(ctx, tx, importRecord, row.importId, 'import', () => updateImport(tx, current, change), { counts: countsOf(current) });
    const counted = { file: current.fileName, accepted: current.acceptedLines, errors: current.errorLines };
    await notify(ctx, tx, [current.createdBy], {
      ...(reason
        ? { kind: 'import_failed', code: 'import.failed', values: { file: current.fileName, reason } }
        : {
            kind: 'import_done',
            ...(starts.refusedStartCount > 0
              ? { code: 'import.no_streams', values: { ...counted, people: starts.refusedStartCount, most: mostStartsAtOnce } }
              : { code: 'import.done', values: counted }),
          }),
      link: current.errorLines > 0 ? `/customer-master/error/${current.importId}` : '/customer-master/uploads',
      cause: current.importId,
    });
    return current.acceptedLines;
  });
  if (touched > 0) await ctx.transaction((tx) => sql`select tidy_customers()`.execute(tx));
}
