import { parse } from 'csv-parse/sync';
import { DomainError } from '#platform/http/domain-error.ts';
import { readTable } from './data.table.ts';
import { dataInvalid, mostRows, type ReadData, tooManyRows } from './data.types.ts';

const mostColumns = 50;
const longestRecordBytes = 256 * 1024;
const headLength = 64 * 1024;

/** The separator that cuts most of the first lines into the same number of cells. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, headLength)
    .split(/\r?\n/, 20)
    .filter((line) => line.trim() !== '');
  const score = (separator: string) => {
    const counts = lines.map((line) => line.split(separator).length);
    return counts.filter((count) => count > 1 && count === counts[0]).length;
  };
  return ['\t', ',', ';'].reduce((best, next) => (score(next) > score(best) ? next : best), '\t');
}

/** The parser counts no delimiters: of a line of commas it would make as many cells as the file has bytes. */
function assertLines(content: string): void {
  let line = 1;
  for (let start = 0; start < content.length; line += 1) {
    const end = content.indexOf('\n', start);
    const next = end === -1 ? content.length : end + 1;
    if (next - start > longestRecordBytes) throw dataInvalid(`Line ${line} is longer than ${longestRecordBytes / 1024} kB.`);
    start = next;
  }
}

/** CSV or TSV of phrases or of values. @throws DomainError bot.data_invalid */
export function readCsvData(content: string): ReadData {
  assertLines(content);
  const delimiter = separatorOf(content);
  let rows: string[][];
  try {
    rows = parse(content, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      quote: delimiter === '\t' ? false : '"',
      // Both end the reading before more is kept than a table of phrases has.
      max_record_size: longestRecordBytes,
      on_record: (row: string[], { lines, records }) => {
        if (row.length > mostColumns) throw dataInvalid(`Line ${lines} has more than ${mostColumns} columns.`);
        if (records >= mostRows) throw tooManyRows();
        return row;
      },
    }) as unknown as string[][];
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if ((error as { code?: string }).code === 'CSV_MAX_RECORD_SIZE')
      throw dataInvalid(`A record is longer than ${longestRecordBytes / 1024} kB: is a quote not closed?`);
    throw dataInvalid(`The file could not be read as CSV: ${(error as Error).message.slice(0, 500)}`);
  }
  return readTable(rows, (index) => `line ${index + 1}`);
}
