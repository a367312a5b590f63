import { mostWorkbookRows } from '@parley/contract';
import { readSheet } from 'read-excel-file/node';
import { readTable } from './data.table.ts';
import { dataInvalid, left, type ReadData } from './data.types.ts';
import { readZip } from './data.zip.ts';
import { extentOf, fillMerged, readParts } from './xlsx.parts.ts';

const mega = 1024 ** 2;
/** A sheet of 50,000 rows has some 15 MB of XML, which is held as a whole. */
const limits = { entryBytes: 32 * mega, totalBytes: 48 * mega };
const mostColumns = 50;

export const isWorkbook = (names: readonly string[]): boolean => names.includes('xl/workbook.xml');

/**
 * The first sheet of a workbook, read as a CSV would be: a formula is its last result, a day its date, and a merged cell says the same in each of its rows.
 * @throws DomainError bot.data_invalid
 */
export async function readXlsxData(path: string, content: Buffer): Promise<ReadData> {
  // Nothing is unfolded by the library that was not measured here.
  const parts = await readZip(path, (name) => /\.(?:xml|rels)$/.test(name), limits);
  const { sheetNames, firstSheet } = readParts(parts);
  if (!firstSheet) throw dataInvalid('The workbook has no sheet that can be read.');
  const extent = extentOf(firstSheet);
  if (extent.rows > mostWorkbookRows) throw dataInvalid(`A workbook is read up to ${mostWorkbookRows} rows; save it as CSV.`);
  if (extent.columns > mostColumns) throw dataInvalid(`The sheet has more than ${mostColumns} columns.`);
  const cells: unknown[][] = await readSheet(content, 1).catch(() => {
    throw dataInvalid('The workbook cannot be read: it is damaged, or protected by a password.');
  });
  const rows = cells.map((row) => row.map(inWords));
  fillMerged(rows, firstSheet);
  const told = rows.flatMap((row, index) => (row.some((cell) => cell.trim() !== '') ? [{ row, index }] : []));
  if (told.length === 0) throw dataInvalid('The first sheet of the workbook is empty.');
  const data = readTable(
    told.map(({ row }) => row),
    (at) => `row ${(told[at]?.index ?? at) + 1}`,
  );
  const others = sheetNames.slice(1).map((name) => left('file', name, name, 'Only the first sheet of a workbook is read.'));
  return { ...data, report: [...data.report, ...others] };
}

function inWords(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (!(cell instanceof Date)) return String(cell);
  const iso = Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
}
