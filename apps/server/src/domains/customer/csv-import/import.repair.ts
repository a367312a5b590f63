import type { RowFix, UploadErrorRow } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { importRecord } from '../import/import.record.ts';
import { accessImport, type ImportRow, insertErrors, updateImport } from '../import/import.repository.ts';
import { noteStarts, settleMended } from '../import/import.starts.ts';
import { addLeftOut } from '../import-row/import.left-out.ts';
import { readerOf } from '../import-row/import.reader.ts';
import { type RowReader, readRow } from '../import-row/import.rows.ts';
import { BatchChanged, type BatchRow, writeBatch } from '../import-row/import.write.ts';
import { makeIds } from '../number/customer.ids.ts';
import { toCountry } from '../number/customer.number.ts';
import { assertSeesAll, presentError } from './import.errors.ts';

export type RepairedLine = { lineNumber: number; cells: string[] };
export type Repaired = { acceptedCount: number; rejected: UploadErrorRow[] };

const csvLine = (cells: readonly string[], delimiter: string) =>
  cells.map((cell) => (/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);

/**
 * Takes refused rows again, with other cells. Accepted rows leave the Error List, the rest stays with its new reasons: accepted and refused
 * rows still add up to all of them.
 * @throws DomainError import.not_found, or import.state_invalid while the import runs and after an undo
 */
export function repairLines(ctx: Ctx, importId: string, lines: readonly RepairedLine[]): Promise<Repaired> {
  assertSeesAll(ctx.actor);
  return repair(ctx, importId, async (tx, row) => {
    const byLine = new Map(lines.map((line) => [line.lineNumber, line.cells]));
    const known = await selectLocked(tx, row)
      .where('lineNumber', 'in', [...byLine.keys()])
      .execute();
    return { lines: known.map(({ lineNumber }) => ({ lineNumber, cells: byLine.get(lineNumber) ?? [] })) };
  });
}

const linesAtOnce = 200;

/**
 * Mends the rows of one kind of reason in one way, some of them a call, in the order of their lines.
 * @param after the last line of the call before
 * @throws DomainError as `repairLines`
 */
export async function repairKind(
  ctx: Ctx,
  importId: string,
  { kind, fix, after }: { kind: string; fix: RowFix; after: number },
): Promise<{ acceptedCount: number; rejectedCount: number; lastLine: number; more: boolean }> {
  assertSeesAll(ctx.actor);
  let lastLine = after;
  let more = false;
  const { acceptedCount, rejected } = await repair(ctx, importId, async (tx, row) => {
    const known = await selectLocked(tx, row)
      .where(
        (where) => where.val(kind),
        '=',
        (where) => where.fn.any('kinds'),
      )
      .where('lineNumber', '>', after)
      .limit(linesAtOnce + 1)
      .execute();
    const taken = known.slice(0, linesAtOnce);
    more = known.length > linesAtOnce;
    lastLine = taken.at(-1)?.lineNumber ?? after;
    const lines = taken.flatMap(({ lineNumber, cells }) => (cells ? [{ lineNumber, cells: mend(cells, fix) }] : []));
    return { lines, reading: readingOf(fix) };
  });
  return { acceptedCount, rejectedCount: rejected.length, lastLine, more };
}

/** The reader's settings that a repair changes for all rows. */
function readingOf(fix: RowFix): Partial<RowReader> {
  if (fix.how === 'country') return { country: toCountry(fix.country) };
  if (fix.how === 'names') return { longNames: fix.way };
  return fix.how === 'dates' ? { dateOrder: fix.order } : {};
}

const mend = (cells: string[], fix: RowFix): string[] =>
  fix.how === 'value' && fix.column < cells.length ? cells.with(fix.column, fix.value) : cells;

const selectLocked = (tx: Tx, { enterpriseId, importId }: ImportRow) =>
  tx
    .selectFrom('csvImportErrors')
    .select(['lineNumber', 'cells'])
    .where('enterpriseId', '=', enterpriseId)
    .where('importId', '=', importId)
    .orderBy('lineNumber')
    .forUpdate();

type Chosen = { lines: readonly RepairedLine[]; reading?: Partial<RowReader> };
type Choose = (tx: Tx, row: ImportRow) => Promise<Chosen>;

async function repair(ctx: Ctx, importId: string, choose: Choose): Promise<Repaired> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await repairOnce(ctx, importId, choose);
    } catch (error) {
      if (!(error instanceof BatchChanged) || tries >= 3) throw error;
    }
  }
}

function repairOnce(ctx: Ctx, importId: string, choose: Choose): Promise<Repaired> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await accessImport(tx, enterpriseId, importId, { lock: true });
    if (row.phase !== 'completed' && row.phase !== 'failed' && row.phase !== 'cancelled')
      throw new DomainError('import.state_invalid', 'Rows can be resubmitted once the import has ended.', { phase: row.phase });
    const { lines: known, reading } = await choose(tx, row);
    if (known.length === 0) return { acceptedCount: 0, rejected: [] };
    const reader = { ...(await readerOf(tx, row)), ...reading };
    const rows = known.map(({ lineNumber, cells }): BatchRow => {
      const record = { cells, text: csvLine(cells, row.delimiter), line: lineNumber, end: { byte: row.byteOffset, line: row.lineNumber } };
      return { record, ...readRow({ cells }, reader) };
    });
    const { created, replaced, errors, firstId, lastId, changes, leftOut } = await writeBatch(
      tx,
      row,
      reader,
      rows,
      makeIds(Date.now),
      ctx.now(),
    );
    await tx
      .deleteFrom('csvImportErrors')
      .where('enterpriseId', '=', enterpriseId)
      .where('importId', '=', importId)
      .where(
        'lineNumber',
        'in',
        known.map(({ lineNumber }) => lineNumber),
      )
      .execute();
    await insertErrors(tx, row, errors);
    const acceptedCount = created + replaced;
    const acceptedLines = row.acceptedLines + acceptedCount;
    // A file of which nothing could be accepted at first is an import like any other once a row of it is.
    const isMended = row.phase === 'failed' && acceptedLines > 0 && row.byteOffset >= row.sizeBytes;
    const change = {
      acceptedLines,
      errorLines: row.errorLines - acceptedCount,
      createdCount: row.createdCount + created,
      replacedCount: row.replacedCount + replaced,
      firstCustomerId: row.firstCustomerId ?? firstId ?? null,
      lastCustomerId: lastId ?? row.lastCustomerId,
      ...(leftOut.length > 0 ? { leftOut: JSON.stringify(addLeftOut(row.leftOut, leftOut, reader.attributes)) } : {}),
      ...(await settleMended(ctx, tx, row, await noteStarts(ctx, tx, row, changes), row.phase === 'completed' || isMended)),
      ...(isMended ? { phase: 'completed' as const, reason: '' } : {}),
    };
    await changing(ctx, tx, importRecord, importId, 'edit', () => updateImport(tx, row, change), {
      counts: { accepted: acceptedCount, errors: errors.length },
    });
    const rejected = errors.toSorted((one, other) => one.lineNumber - other.lineNumber);
    return {
      acceptedCount,
      rejected: rejected.map((error) =>
        presentError({ ...error, messages: error.faults.map(({ message }) => message), faults: [...error.faults] }),
      ),
    };
  });
}
