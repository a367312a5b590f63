/** The parts of a workbook beside the cells: its sheets, the extent of the first one, and the merged cells of it. */
export type WorkbookParts = { sheetNames: string[]; firstSheet: Buffer | undefined };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (text: string): string => text.replace(/&(amp|lt|gt|quot|apos);/g, (_whole, name: string) => entities[name] ?? '');
const attributeOf = (tag: string, name: string): string => new Map(pairsOf(tag)).get(name) ?? '';
const pairsOf = (tag: string): [string, string][] =>
  [...tag.matchAll(/([\w:]{1,100})="([^"]{0,1000})"/g)].map(([, key = '', value = '']) => [key, decode(value)]);

export function readParts(parts: ReadonlyMap<string, Buffer>): WorkbookParts {
  const text = (name: string) => parts.get(name)?.toString('utf8') ?? '';
  const sheets = [...text('xl/workbook.xml').matchAll(/<(?:\w{1,20}:)?sheet\s[^<>]{0,2000}>/g)].map(([tag]) => tag);
  const [first = ''] = sheets;
  const id = pairsOf(first).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
  const relation = [...text('xl/_rels/workbook.xml.rels').matchAll(/<Relationship\s[^<>]{0,2000}>/g)].find(
    ([tag]) => attributeOf(tag, 'Id') === id,
  );
  const target = relation ? attributeOf(relation[0], 'Target') : '';
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  return { sheetNames: sheets.map((tag) => attributeOf(tag, 'name')), firstSheet: parts.get(path) };
}

/** The last row and the last column that a cell of the sheet names: one cell in the last row makes a table of a million. */
export function extentOf(sheet: Buffer): { rows: number; columns: number } {
  const mark = ' r="';
  const extent = { rows: 0, columns: 0 };
  for (let at = sheet.indexOf(mark); at !== -1; at = sheet.indexOf(mark, at + mark.length)) {
    const [, letters = '', digits = ''] =
      /^([A-Z]{0,3})(\d{1,7})"/.exec(sheet.toString('latin1', at + mark.length, at + mark.length + 12)) ?? [];
    extent.rows = Math.max(extent.rows, Number(digits));
    extent.columns = Math.max(extent.columns, columnOf(letters));
  }
  return extent;
}

/** 1 for A, 27 for AA. */
const columnOf = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const mostFilled = 1_000_000;

/** A cell that was merged out of several says its words in each of them: an intent is often written once beside all of its phrases. */
export function fillMerged(rows: string[][], sheet: Buffer): void {
  const start = sheet.lastIndexOf('<mergeCells');
  if (start === -1) return;
  let filled = 0;
  for (const [, left = '', top = '', right = '', bottom = ''] of sheet
    .toString('latin1', start)
    .matchAll(/<mergeCell\s[^<>]{0,200}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g)) {
    const words = rows[Number(top) - 1]?.[columnOf(left) - 1] ?? '';
    if (words === '') continue;
    for (let at = Number(top) - 1; at < Math.min(Number(bottom), rows.length); at++)
      for (let column = columnOf(left) - 1; column < columnOf(right); column++) {
        filled += 1;
        if (filled > mostFilled) return;
        const row = rows[at];
        if (row) row[column] = words;
      }
  }
}
