import { stringify } from 'csv-stringify/sync';

/** A column of a CSV file: its header, and what a row has in it. */
export type CsvColumn<Row> = { header: string; value: (row: Row) => string };

export const byteOrderMark = '\ufeff';

/** Marks a text that a spreadsheet would compute as a text: the same rule as csv_guard in the database. */
const guard = (value: string): string => (/^[=+\-@\t\r']/.test(value) ? `'${value}` : value);

/** Lines of a CSV file (RFC 4180): every cell is quoted, an empty one is left bare. */
export const csvLines = (rows: readonly (readonly string[])[], lineEnd = '\r\n'): string =>
  stringify(
    rows.map((row) => row.map(guard)),
    { quoted_string: true, quoted_empty: false, record_delimiter: lineEnd },
  );

/** The first line of a CSV file, by which a spreadsheet knows its encoding. */
export const csvHead = (columns: readonly { header: string }[], lineEnd?: string): string =>
  byteOrderMark + csvLines([columns.map(({ header }) => header)], lineEnd);

/**
 * A list as a CSV file, one page of it in memory.
 * @param readPage the rows behind the last one of the page before; an empty page ends the file
 */
export async function* csvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHead(columns);
  for (let last: Row | undefined; ; ) {
    const rows = await readPage(last);
    if (rows.length === 0) return;
    yield csvLines(rows.map((row) => columns.map(({ value }) => value(row))));
    last = rows.at(-1);
  }
}
