import { writeRow } from '../block/table.row.ts';
import type { PdfLine, Piece } from './pdf.lines.ts';
import type { Words } from './pdf.words.ts';

/** A table that may go on: where its columns begin, and what they are called ('' without a header). */
export type Table = { columns: number[]; header: string[] };
export type FoundTable = { from: number; to: number; rows: string[]; table: Table };

const leastRows = 3;
const aligned = 5; // points
const mostColumns = 12;
const longestHeader = 40;

/**
 * The tables among the lines of a page: rows whose cells begin at the same places. Each row is written with the names of its columns, so that
 * it says everything by itself.
 * @param before the table at the end of the page before: one with the same columns goes on, under the same header
 */
export function findTables(lines: readonly PdfLine[], before: Table | undefined, words: Words): FoundTable[] {
  const tables: FoundTable[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    const to = endOfTable(lines, from);
    if (to === undefined) continue;
    tables.push(readTable(lines.slice(from, to), from, to, from <= 1 ? before : undefined, words));
    from = to - 1;
  }
  return tables;
}

const startsOf = ({ cells }: PdfLine): number[] => cells.map(({ x }) => x);
const sharedStarts = (one: readonly number[], other: readonly number[]): number =>
  one.filter((x) => other.some((start) => Math.abs(start - x) <= aligned)).length;
const isMarked = ({ cells }: PdfLine): boolean => /^(?:[^\p{L}\p{N}]{1,2}|\(?(?:\d{1,3}|[a-z])[.)])$/iu.test(cells[0]?.text.trim() ?? '');

/** A row needs two cells; a line of one that begins inside the table is the rest of a cell. */
function endOfTable(lines: readonly PdfLine[], from: number): number | undefined {
  const first = lines[from];
  if (!first || first.cells.length < 2 || first.cells.length > mostColumns || isMarked(first)) return undefined;
  let columns = startsOf(first);
  let rows = 1;
  let to = from + 1;
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] as PdfLine;
    const previous = lines[at - 1] as PdfLine;
    if (previous.y - line.y > line.size * 4 || line.y > previous.y) break;
    const shared = sharedStarts(startsOf(line), columns);
    if (line.cells.length >= 2 && shared >= 2 && !isMarked(line)) {
      rows += 1;
      to = at + 1;
      if (line.cells.length > columns.length) columns = startsOf(line);
    } else if (line.cells.length === 1 && shared === 1 && previous.y - line.y < line.size * 1.5 && line.x > (columns[0] ?? 0) + aligned)
      to = at + 1;
    else break;
  }
  return rows >= leastRows ? to : undefined;
}

function readTable(lines: readonly PdfLine[], from: number, to: number, before: Table | undefined, words: Words): FoundTable {
  const widest = lines.reduce((most, line) => (line.cells.length > most.cells.length ? line : most));
  const columns = startsOf(widest);
  const leading = Math.min(...lines.slice(1).map((line, at) => (lines[at]?.y ?? 0) - line.y));
  const rows: string[][] = [];
  for (const [at, line] of lines.entries()) {
    const cells = fillCells(line.cells, columns);
    const open = rows.at(-1);
    const isClose = at > 0 && (lines[at - 1]?.y ?? 0) - line.y < leading * 1.25;
    // A line that begins under another column than the first continues the row above.
    if (open && isClose && cells[0] === '') rows[rows.length - 1] = open.map((cell, column) => words.join([cell, cells[column] ?? '']));
    else rows.push(cells);
  }
  const goesOn =
    before !== undefined && before.columns.length === columns.length && sharedStarts(before.columns, columns) === columns.length;
  const [first = [], ...rest] = rows;
  const isTitled = isHeader(first, rest, lines[0] as PdfLine, lines[1]);
  const header = isTitled ? first : goesOn ? before.header : columns.map(() => '');
  return { from, to, rows: (isTitled ? rest : rows).map((cells) => writeRow(cells, header)), table: { columns, header } };
}

function fillCells(cells: readonly Piece[], columns: readonly number[]): string[] {
  const filled = columns.map(() => '');
  for (const { text, x } of cells) {
    const column = columns.findLastIndex((start) => start <= x + aligned);
    filled[Math.max(column, 0)] = `${filled[Math.max(column, 0)]} ${text}`.trim();
  }
  return filled;
}

/** A first row in bold letters, or one of short words above rows with figures. */
function isHeader(first: readonly string[], rest: readonly string[][], line: PdfLine, next: PdfLine | undefined): boolean {
  if (first.some((cell) => cell.length > longestHeader) || first.filter((cell) => cell !== '').length < 2) return false;
  if (line.isBold && next?.isBold === false) return true;
  return !first.some((cell) => /\d/.test(cell)) && rest.some((row) => row.some((cell) => /\d/.test(cell)));
}
