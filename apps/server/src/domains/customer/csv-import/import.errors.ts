import { endpoints, type FieldError, type UploadErrorRow } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { defineExport, type ExportColumn, listOf } from '../../account/door.ts';
import { importRecord } from '../import/import.record.ts';
import { accessImport, type ImportRow, importNotFound } from '../import/import.repository.ts';
import { readingOf, seesAll } from '../record/customer.reading.ts';

const { imports } = endpoints;

export type ErrorQuery = { from: number; perPage: number; search: string; kind: string };
type StoredFault = Pick<FieldError, 'field' | 'code' | 'values'>;
type ErrorRow = { lineNumber: number; lineText: string; cells: string[] | null; messages: string[]; faults: StoredFault[] };

/** Rows of earlier versions have their words alone. */
const faultsOf = (messages: readonly string[], faults: readonly StoredFault[]): FieldError[] =>
  messages.map((message, at) => ({ field: '', code: '', values: {}, ...faults[at], message }));

export const presentError = ({ lineNumber, lineText, cells, messages, faults }: ErrorRow): UploadErrorRow => ({
  lineNumber,
  lineStr: lineText,
  cells: cells ?? [],
  errors: faultsOf(messages, faults),
});

/** Rows of a file hold numbers and addresses as they are: who may not see those may not see the rows. */
export function assertSeesAll(actor: Actor): void {
  if (!seesAll(readingOf(actor)))
    throw new DomainError('1403', 'Your role hides what the rows of a file show.', { permissions: ['CUSTOMER.VIEW'] });
}

const longestPage = 200;
const mostKinds = 50;
const escaped = (text: string) => text.replace(/[\\%_]/g, (mark) => `\\${mark}`);

function conditionOf(
  row: Pick<ImportRow, 'enterpriseId' | 'importId'>,
  { search, kind }: Pick<ErrorQuery, 'search' | 'kind'>,
): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql`enterprise_id = ${row.enterpriseId}`, sql`import_id = ${row.importId}`];
  const word = search.trim();
  if (word !== '') {
    const pattern = `%${escaped(word)}%`;
    parts.push(sql`(line_text ilike ${pattern} or array_to_string(messages, ' ') ilike ${pattern})`);
  }
  if (kind !== '') parts.push(sql`${kind} = any(kinds)`);
  return sql.join(parts, sql` and `);
}

async function selectErrors(tx: Read, condition: RawBuilder<boolean>, limit: number, offset: number): Promise<ErrorRow[]> {
  const { rows } = await sql<ErrorRow>`select line_number, line_text, cells, messages, faults from csv_import_errors
    where ${condition} order by line_number limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}

type KindRow = { kind: string; count: number; message: string; fault: StoredFault | null };

/** The Error List of an upload, with how often each reason occurs. @throws DomainError import.not_found */
export function listErrors(ctx: Ctx, importId: string, query: ErrorQuery) {
  assertSeesAll(ctx.actor);
  const length = query.perPage === -1 ? longestPage : query.perPage;
  return ctx.read(async (tx) => {
    const row = await accessImport(tx, ctx.enterpriseId, importId);
    const [rows, { rows: kinds }] = await Promise.all([
      selectErrors(tx, conditionOf(row, query), length + 1, query.from),
      sql<KindRow>`select kind, count(*) as count, min(message) as message, (array_agg(fault order by message))[1] as fault
        from (select k.kind, k.message, faults -> (k.place::int - 1) as fault
          from csv_import_errors, unnest(kinds, messages) with ordinality as k (kind, message, place)
          where ${conditionOf(row, { search: '', kind: '' })}) listed
        group by kind order by count desc, kind limit ${mostKinds}`.execute(tx),
    ]);
    return {
      customers: { customers: rows.slice(0, length).map(presentError), headers: row.headers, hasMore: rows.length > length },
      kinds: kinds.map(({ kind, count, message, fault }) => ({ field: '', code: '', values: {}, ...fault, kind, count, message })),
    };
  });
}

const stepSize = 1000;

/** The refused rows with one more column: their reasons. Their heads are those of the file that was read, so that it can be read again. */
export const importErrorsExport = defineExport({
  kind: 'importErrors',
  download: imports.downloadErrors,
  access: imports.errors,
  // A caller who shows no token gets the same answer as for an upload that nobody has.
  stranger: importNotFound,
  async open(ctx, { uploadId }) {
    assertSeesAll(ctx.actor);
    const row = await ctx.read((tx) => accessImport(tx, ctx.enterpriseId, uploadId));
    // A row that could not be cut into cells is given as it was, in the first of them.
    const own: ExportColumn<ErrorRow>[] = row.headers.map((name, index) => ({
      name,
      value: ({ cells, lineText }) => (cells ?? [lineText])[index],
    }));
    return listOf({
      name: `${row.fileName.replace(/\.csv$/i, '')}_errors.csv`,
      trail: { record: importRecord, id: uploadId, name: row.fileName, counts: { errors: row.errorLines } },
      isForPrograms: true,
      columns: [...own, { head: 'Reason', value: ({ messages }) => messages.join('; ') }],
      readPage: (last: ErrorRow | undefined) =>
        ctx.read((tx) =>
          selectErrors(tx, sql`${conditionOf(row, { search: '', kind: '' })} and line_number > ${last?.lineNumber ?? 0}`, stepSize, 0),
        ),
    });
  },
});
