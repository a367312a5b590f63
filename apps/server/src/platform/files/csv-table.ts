import { stringify } from 'csv-stringify/sync';

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
