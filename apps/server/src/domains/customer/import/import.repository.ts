import type { FieldError } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { CsvImportTable } from '#platform/db/schema.customer.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export type ImportRow = Selectable<CsvImportTable>;
export const importNotFound = () => new DomainError('import.not_found', 'No such upload.', {});

export async function accessImport(tx: Read, enterpriseId: string, importId: string, { lock = false } = {}): Promise<ImportRow> {
  const row = await tx
    .selectFrom('csvImports')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('importId', '=', importId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw importNotFound();
  return row;
}

export async function updateImport(
  tx: Tx,
  { enterpriseId, importId }: Pick<ImportRow, 'enterpriseId' | 'importId'>,
  change: Partial<Omit<ImportRow, 'createdAt' | 'headers' | 'headerMapping' | 'leftOut'>> & { headerMapping?: string; leftOut?: string },
): Promise<void> {
  await tx.updateTable('csvImports').set(change).where('enterpriseId', '=', enterpriseId).where('importId', '=', importId).execute();
}

/** The import whose turn it is: one at a time, in the order in which they were submitted. */
export function findNextImport(tx: Tx, enterpriseId: string): Promise<ImportRow | undefined> {
  return tx
    .selectFrom('csvImports')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('phase', 'in', ['queued', 'running', 'undoing'])
    .orderBy('submittedAt')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

export type NewError = { lineNumber: number; lineText: string; cells: string[] | null; faults: readonly FieldError[] };

/** The kind by which refused rows are counted, filtered and mended together. */
export const kindOf = ({ code, field }: Pick<FieldError, 'code' | 'field'>): string => `${code} ${field}`.trim();

export async function insertErrors(
  tx: Tx,
  { enterpriseId, importId }: Pick<ImportRow, 'enterpriseId' | 'importId'>,
  errors: readonly NewError[],
) {
  if (errors.length === 0) return;
  const rows = errors.map(({ lineNumber, lineText, cells, faults }) => ({
    line_number: lineNumber,
    line_text: lineText,
    cells,
    messages: faults.map(({ message }) => message),
    faults: faults.map(({ field, code, values }) => ({ field, code, values })),
    kinds: faults.map(kindOf),
  }));
  await sql`insert into csv_import_errors (enterprise_id, import_id, line_number, line_text, cells, messages, faults, kinds)
    select ${enterpriseId}::uuid, ${importId}::uuid, line_number, line_text, cells, messages, faults, kinds
    from json_to_recordset(${JSON.stringify(rows)}) as r (line_number bigint, line_text text, cells jsonb, messages text[], faults jsonb, kinds text[])`.execute(
    tx,
  );
}
