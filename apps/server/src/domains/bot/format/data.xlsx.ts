import { mostWorkbookRows } from '@parley/contract';
import { readWorkbook } from '#platform/files/workbook.ts';
import { readTable } from './data.table.ts';
import { dataInvalid, left, type ReadData } from './data.types.ts';

const mostColumns = 50;

/** @throws DomainError bot.data_invalid */
export async function readXlsxData(path: string, content: Buffer): Promise<ReadData> {
  const { rows, sheetNames } = await readWorkbook(path, content, { mostRows: mostWorkbookRows, mostColumns, refuse: dataInvalid });
  const told = rows.flatMap((row, index) => (row.some((cell) => cell.trim() !== '') ? [{ row, index }] : []));
  if (told.length === 0) throw dataInvalid('The first sheet of the workbook is empty.');
  const data = readTable(
    told.map(({ row }) => row),
    (at) => `row ${(told[at]?.index ?? at) + 1}`,
  );
  const others = sheetNames.slice(1).map((name) => left('file', name, name, 'Only the first sheet of a workbook is read.'));
  return { ...data, report: [...data.report, ...others] };
}
