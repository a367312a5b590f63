/** Beginnings that a spreadsheet would read as a formula (screens 0.1). */
const formulaStart = /^[=+\-@\t\r]/;

function toCell(value: string | number): string {
  const text = typeof value === 'string' && formulaStart.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV: UTF-8 with its mark, lines ended as spreadsheets want them; what looks like a formula gets an apostrophe. */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  `\ufeff${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;

/** Has the browser save what the page itself has made. */
export function saveCsv(fileName: string, rows: readonly (readonly (string | number)[])[]): void {
  const address = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
