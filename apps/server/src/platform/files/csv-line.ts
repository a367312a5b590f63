/** A text cell for a spreadsheet: the same rule as csv_guard in the database. */
export const csvCell = (value: string): string =>
  value === '' ? '' : `"${/^[=+\-@\t\r']/.test(value) ? "'" : ''}${value.replaceAll('"', '""')}"`;

export const byteOrderMark = '\ufeff';
export const headerLine = (columns: readonly { header: string }[], lineEnd = '\r\n') =>
  `${byteOrderMark}${columns.map(({ header }) => csvCell(header)).join(',')}${lineEnd}`;
