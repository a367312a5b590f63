import { readSheet } from 'read-excel-file/node';
import { extentOf, fillMerged, readParts } from './workbook.parts.ts';
import { type Refuse, readZip } from './zip.ts';

const mega = 1024 ** 2;
/** A sheet of 50,000 rows has some 15 MB of XML, which is held as a whole. */
const limits = { entryBytes: 32 * mega, totalBytes: 48 * mega };

export const isWorkbook = (names: readonly string[]): boolean => names.includes('xl/workbook.xml');

/**
 * The first sheet of a workbook, read as a CSV would be: a formula is its last result, a day its date, and a merged cell says the same in each of its rows.
 * @throws DomainError of `refuse`
 */
export async function readWorkbook(
  path: string,
  content: Buffer,
  { mostRows, mostColumns, refuse }: { mostRows: number; mostColumns: number; refuse: Refuse },
): Promise<{ rows: string[][]; sheetNames: string[] }> {
  // Nothing is unfolded by the library that was not measured here.
  const parts = await readZip(path, (name) => /\.(?:xml|rels)$/.test(name), refuse, limits);
  const { sheetNames, firstSheet } = readParts(parts);
  if (!firstSheet) throw refuse('The workbook has no sheet that can be read.');
  const extent = extentOf(firstSheet);
  if (extent.rows > mostRows) throw refuse(`A workbook is read up to ${mostRows} rows; save it as CSV.`);
  if (extent.columns > mostColumns) throw refuse(`The sheet has more than ${mostColumns} columns.`);
  const cells: unknown[][] = await readSheet(content, 1).catch(() => {
    throw refuse('The workbook cannot be read: it is damaged, or protected by a password.');
  });
  const rows = cells.map((row) => row.map(inWords));
  fillMerged(rows, firstSheet);
  return { rows, sheetNames };
}

function inWords(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell);
  const iso = Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
}
