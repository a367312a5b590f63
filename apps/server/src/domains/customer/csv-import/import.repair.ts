import type { UploadErrorRow } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { makeIds } from '../customer/customer.ids.ts';
import { assertSeesAll, presentError } from './import.errors.ts';
import { readerOf } from './import.reader.ts';
import { importRecord } from './import.record.ts';
import { accessImport, insertErrors, updateImport } from './import.repository.ts';
import { readRow } from './import.rows.ts';
import { BatchChanged, type BatchRow, writeBatch } from './import.write.ts';

export type RepairedLine = { lineNumber: number; cells: string[] };
export type Repaired = { acceptedCount: number; rejected: UploadErrorRow[] };

const csvLine = (cells: readonly string[], delimiter: string) =>
  cells.map((cell) => (/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);

/**
 * Takes refused rows again, with other cells. What is accepted leaves the Error List, the rest stays with its new reasons: accepted and
 * refused rows still add up to all of them.
 * @throws DomainError import.not_found, or import.state_invalid while the import runs and after an undo
 */
export async function repairLines(ctx: Ctx, importId: string, lines: readonly RepairedLine[]): Promise<Repaired> {
  assertSeesAll(ctx.actor);
  for (let tries = 0; ; tries += 1) {
    try {
      return await repairOnce(ctx, importId, lines);
    } catch (error) {
      if (!(error instanceof BatchChanged) || tries >= 3) throw error;
    }
  }
}

function repairOnce(ctx: Ctx, importId: string, lines: readonly RepairedLine[]): Promise<Repaired> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await accessImport(tx, enterpriseId, importId, { lock: true });
    if (row.phase !== 'completed' && row.phase !== 'failed' && row.phase !== 'cancelled')
      throw new DomainError('import.state_invalid', 'Rows can be resubmitted once the import has ended.', { phase: row.phase });
    const byLine = new Map(lines.map((line) => [line.lineNumber, line.cells]));
    const known = await tx
      .selectFrom('csvImportErrors')
      .select('lineNumber')
      .where('enterpriseId', '=', enterpriseId)
      .where('importId', '=', importId)
      .where('lineNumber', 'in', [...byLine.keys()])
      .orderBy('lineNumber')
      .forUpdate()
      .execute();
    if (known.length === 0) return { acceptedCount: 0, rejected: [] };
    const reader = await readerOf(tx, row);
    const rows = known.map(({ lineNumber }): BatchRow => {
      const cells = byLine.get(lineNumber) ?? [];
      const record = { cells, text: csvLine(cells, row.delimiter), line: lineNumber, end: { byte: row.byteOffset, line: row.lineNumber } };
      return { record, ...readRow({ cells }, reader) };
    });
    const { created, replaced, errors, firstId, lastId } = await writeBatch(tx, row, reader, rows, makeIds(Date.now), ctx.now());
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
      ...(isMended ? { phase: 'completed' as const, reason: '' } : {}),
    };
    await changing(ctx, tx, importRecord, importId, 'edit', () => updateImport(tx, row, change), {
      counts: { accepted: acceptedCount, errors: errors.length },
    });
    const rejected = errors.toSorted((one, other) => one.lineNumber - other.lineNumber);
    return { acceptedCount, rejected: rejected.map((error) => presentError({ ...error, cells: error.cells })) };
  });
}
