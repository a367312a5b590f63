import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { digitsOf, needlesOf, type Person, type PersonalData, personalRows, stepOf } from '../../../personal-data.ts';
import { insertFile, nextImportFile, removeFiles, type StoredFile } from '../../file/door.ts';
import { type CsvRecord, type Delimiter, readRecords } from '../csv/csv.records.ts';
import { openStored } from '../import/import.source.ts';

const lowered = ({ addresses }: Person) => addresses.map((address) => address.toLowerCase());

/** Tells whether a row that could be cut into cells, or could not, names the person. */
const refused = (person: Person) => sql`e.enterprise_id = ${person.enterpriseId} and (
  exists (select from jsonb_array_elements_text(e.cells) v where right(regexp_replace(v.value, '[^0-9]', '', 'g'), 10) = any(${digitsOf(person)}::text[])
    or lower(btrim(v.value)) = any(${lowered(person)}::text[]))
  or exists (select from unnest(${needlesOf(person)}::text[]) n where position(n in e.line_text) > 0))`;

/** Rows that imports have refused; the numbers of the import stay. */
export const refusedRowsOfPerson: PersonalData = personalRows({
  kind: 'imports',
  tables: ['csvImportErrors'],
  rows: (person) => sql`
    select e.import_id::text || lpad(e.line_number::text, 12, '0') as key, e.import_id, e.line_number, e.line_text, e.messages
    from csv_import_errors e where ${refused(person)}`,
  erase: async (_ctx, tx, person, { limit }) =>
    stepOf(
      await sql`delete from csv_import_errors e where (e.enterprise_id, e.import_id, e.line_number) in (
        select e.enterprise_id, e.import_id, e.line_number from csv_import_errors e where ${refused(person)} limit ${limit})`.execute(tx),
      limit,
    ),
});

/** Source files of imports by which the person came. Others that hold a row of theirs, such as a refused one, are found when erasing. */
export const importFilesOfPerson: PersonalData = personalRows({
  kind: 'importFiles',
  tables: ['csvImports'],
  rows: ({ enterpriseId, customerIds }) => sql`
    select i.import_id::text as key, i.import_id, i.file_name, i.created_at from csv_imports i
    where i.enterprise_id = ${enterpriseId} and i.import_id in (
      select c.import_id from customers c where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${customerIds}::uuid[])
      union select h.import_id from customer_changes h where h.enterprise_id = ${enterpriseId} and h.customer_id = any(${customerIds}::uuid[]))`,
  /** One file a step: every CSV of the enterprise is read for rows of the person, and written anew without them. */
  async erase(ctx, tx, person, { cursor }) {
    const file = await nextImportFile(tx, person.enterpriseId, cursor);
    if (!file) return { erased: 0, more: false };
    return { erased: await eraseFrom(ctx, tx, person, file), more: true, cursor: file.fileId };
  },
});

type Import = { fileId: string; sha256: string; sizeBytes: number; markBytes: number; delimiter: Delimiter; isBusy: boolean };

const importsOf = async (tx: Tx, { enterpriseId, fileId, sha256 }: StoredFile): Promise<Import[]> =>
  (
    await sql<Import>`select i.file_id, i.sha256, i.size_bytes, i.mark_bytes, i.delimiter, i.phase in ('queued', 'running', 'undoing') as is_busy
      from csv_imports i where i.enterprise_id = ${enterpriseId} and (i.file_id = ${fileId} or i.sha256 = ${sha256})`.execute(tx)
  ).rows;

type Range = { from: number; to: number };

/** Bytes of a text, without its mark, that are rows of the person. */
async function rowsOf(ctx: EnterpriseContext, person: Person, text: Omit<Import, 'fileId' | 'isBusy'>): Promise<Range[]> {
  const [digits, words, needles] = [new Set(digitsOf(person)), new Set(lowered(person)), needlesOf(person)];
  const isTheirs = ({ cells = [], text: row }: CsvRecord) =>
    cells.some((cell) => digits.has(cell.replace(/[^0-9]/g, '').slice(-10)) || words.has(cell.trim().toLowerCase())) ||
    needles.some((needle) => row.includes(needle));
  const ranges: Range[] = [];
  let from = 0;
  for await (const group of readRecords(openStored(ctx, text), { byte: 0, line: 0 }, text.delimiter))
    for (const record of group) {
      if (isTheirs(record)) ranges.push({ from, to: record.end.byte });
      from = record.end.byte;
    }
  return ranges;
}

async function* without(chunks: AsyncIterable<Buffer>, ranges: readonly Range[]): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (const range of ranges) {
      const [start, end] = [range.from - at, range.to - at];
      if (end <= from || start >= chunk.length) continue;
      if (start > from) yield chunk.subarray(from, start);
      from = Math.min(end, chunk.length);
    }
    if (from < chunk.length) yield chunk.subarray(from);
    at += chunk.length;
  }
}

/**
 * A file that an import is still reading is left to it: who comes in by it comes in anew.
 * @returns how many rows went, or 1 for a file that went as a whole
 */
async function eraseFrom(ctx: EnterpriseContext, tx: Tx, person: Person, file: StoredFile): Promise<number> {
  const { enterpriseId, name, type, createdBy } = file;
  const imports = await importsOf(tx, file);
  if (imports.some(({ isBusy }) => isBusy)) return 0;
  const [known = { ...file, markBytes: 0, delimiter: ',' as const }] = imports;
  const ranges = await rowsOf(ctx, person, { ...known, sizeBytes: imports.length > 0 ? known.sizeBytes : file.sizeBytes });
  if (ranges.length === 0) return 0;
  // A file in another encoding cannot be cut by the bytes of its copy; nothing reads it any more.
  if (known.sha256 !== file.sha256) return removeFiles(tx, enterpriseId, [file.fileId]);
  const received = await ctx.files.receive(Readable.from(without(openStored(ctx, known)(0), ranges), { objectMode: false }));
  await received.keep();
  const { sha256, sizeBytes } = received;
  const fileId = newId();
  await insertFile(tx, { enterpriseId, fileId, sha256, name, type, kind: 'import', sizeBytes, createdBy, visitorAddress: null });
  await sql`update csv_imports i set sha256 = ${sha256}, size_bytes = ${sizeBytes}, mark_bytes = 0,
      file_id = case when i.file_id = ${file.fileId} then ${fileId}::uuid else i.file_id end
    where i.enterprise_id = ${enterpriseId} and i.sha256 = ${file.sha256}`.execute(tx);
  await removeFiles(tx, enterpriseId, [file.fileId]);
  return ranges.length;
}
