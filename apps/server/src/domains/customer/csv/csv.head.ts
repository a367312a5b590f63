import { delimiters, importTexts, orderOfDay, type UnclearDates } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import { type CsvRecord, type Delimiter, mostColumns, type OpenText, type Position, readRecords, readStart } from './csv.records.ts';

const headBytes = 64 * 1024;
const sampleCount = 5;
/** Rows whose dates are looked at. */
const examinedCount = 1000;
const longestExample = 40;
const longestHeader = 200;

const refused = (reason: string) => new DomainError('import.file_invalid', reason, { reason });

/** The delimiter that occurs most in the first line, outside of quotes. */
export function detectDelimiter(head: string): Delimiter {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let hasText = false;
  for (const character of head) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') {
      if (hasText) break;
      continue;
    }
    hasText = true;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return [...delimiters].sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))[0] ?? ',';
}

/** Makes headers unique: one without a name gets its position, a repeated one a number. */
export function nameHeaders(cells: readonly string[]): string[] {
  const used = new Set<string>();
  return cells.map((cell, index) => {
    const name = cell.trim().slice(0, longestHeader) || `Column ${index + 1}`;
    let unique = name;
    for (let count = 2; used.has(unique); count += 1) unique = `${name} (${count})`;
    used.add(unique);
    return unique;
  });
}

/** The first line of some spreadsheets names the delimiter and is no row. @returns how many bytes it has; 0: there is none */
export function readSeparatorLine(head: string): { delimiter: Delimiter | undefined; byteCount: number } {
  const [line = '', separator = ''] = /^"?sep=(.)"?[,;\t]*(?:\r\n|\n|\r)/i.exec(head) ?? [];
  return { delimiter: delimiters.find((delimiter) => delimiter === separator), byteCount: Buffer.byteLength(line) };
}

/** Columns with dates that can be two days, and what the other dates of the column say of their order. */
function findUnclearDates(headers: readonly string[], rows: readonly CsvRecord[]): UnclearDates[] {
  return headers.flatMap((header, index) => {
    const orders = new Set<'day' | 'month'>();
    let example: string | undefined;
    for (const { cells } of rows) {
      const cell = cells?.[index] ?? '';
      const order = cell.length > longestExample ? undefined : orderOfDay(cell);
      if (order === 'unclear') example ??= cell.trim();
      else if (order) orders.add(order);
    }
    const [order, other] = orders;
    return example === undefined ? [] : [{ header, example, order: order === undefined || other !== undefined ? ('' as const) : order }];
  });
}

export type CsvHead = {
  delimiter: Delimiter;
  headers: string[];
  sampleRows: string[][];
  bodyStart: Position;
  unclearDates: UnclearDates[];
};

/** @throws DomainError import.file_invalid for a file without header or rows */
export async function parseHead(open: OpenText): Promise<CsvHead> {
  const head = await readStart(open, headBytes);
  if (head.trim() === '') throw refused(importTexts.empty);
  const named = readSeparatorLine(head);
  const delimiter = named.delimiter ?? detectDelimiter(head.slice(named.byteCount));
  const found: CsvRecord[] = [];
  const start = { byte: named.byteCount, line: named.byteCount > 0 ? 1 : 0 };
  for await (const records of readRecords(open, start, delimiter)) {
    found.push(...records);
    if (found.length > examinedCount) break;
  }
  const [first, ...rows] = found;
  if (first?.isTooWide) throw refused(`The file has more than ${mostColumns} columns.`);
  if (!first?.cells) throw refused(importTexts.unreadable);
  if (rows.length === 0) throw refused(importTexts.noRows);
  const headers = nameHeaders(first.cells);
  return {
    delimiter,
    headers,
    bodyStart: first.end,
    unclearDates: findUnclearDates(headers, rows),
    sampleRows: rows.slice(0, sampleCount).flatMap(({ cells }) => (cells ? [headers.map((_, index) => cells[index] ?? '')] : [])),
  };
}
