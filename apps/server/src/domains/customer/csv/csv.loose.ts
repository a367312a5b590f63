/** A quoted cell with blanks around it. */
const quotedCell = / *"((?:[^"]|"")*)" */y;

/**
 * Cuts one line that breaks the rules of quotes, where it is plain what is meant: a pair of quotes in the middle of a cell belongs to its
 * text, and blanks around a quoted cell do not. @returns nothing for a line with a quote that has no other
 */
export function cutLoosely(line: string, delimiter: string): string[] | undefined {
  if (/[\r\n]/.test(line)) return undefined;
  const cells: string[] = [];
  for (let start = 0; ; ) {
    const cell = readQuoted(line, start) ?? readPlain(line, start, delimiter);
    if (!cell || (cell.end < line.length && line[cell.end] !== delimiter)) return undefined;
    cells.push(cell.text);
    if (cell.end >= line.length) return cells;
    start = cell.end + 1;
  }
}

type Cell = { text: string; end: number };

function readQuoted(line: string, start: number): Cell | undefined {
  quotedCell.lastIndex = start;
  const [found, text] = quotedCell.exec(line) ?? [];
  return found === undefined || text === undefined ? undefined : { text: text.replaceAll('""', '"'), end: start + found.length };
}

function readPlain(line: string, start: number, delimiter: string): Cell | undefined {
  const next = line.indexOf(delimiter, start);
  const end = next === -1 ? line.length : next;
  const text = line.slice(start, end);
  const quotes = text.split('"').length - 1;
  return quotes % 2 === 1 || text.trimStart().startsWith('"') ? undefined : { text, end };
}
