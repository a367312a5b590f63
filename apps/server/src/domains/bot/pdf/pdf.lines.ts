/** A run of text on one line, as a page places it: points from the page's left and lower edge. */
export type Piece = { text: string; x: number; end: number };
export type PdfLine = {
  text: string;
  /** The parts of the line that wide gaps part, as the cells of a table are. */
  cells: Piece[];
  x: number;
  end: number;
  /** Right end of lines around it: in its column, or on its page. */
  right: number;
  /** Height of the baseline above the page's lower edge. */
  y: number;
  /** Size of most of its letters, points. */
  size: number;
  isBold: boolean;
  isMono: boolean;
};

/** Fields of a text run in pdf.js. */
export type Item = {
  str?: string;
  hasEOL?: boolean;
  transform?: number[];
  width?: number;
  height?: number;
  fontName?: string;
  dir?: string;
};
export type FontStyle = { isBold: boolean; isMono: boolean };

type Run = { text: string; x: number; end: number; y: number; size: number; isRtl: boolean; isSpaced: boolean; style: FontStyle };

/** Shares of the size of letters. Runs whose baselines differ by less stand on one line; wider gaps separate words and cells. */
const sameLine = 0.45;
const wordGap = 0.17;
const cellGap = 1.6;
const mostRuns = 20_000;
/** Text that reaches over less of a page than this is short, not narrow. */
const narrowText = 0.6;
/** Share of the text's width that a line of a column fills; the cells of a table mostly do not. */
const filledShare = 0.28;
const leastRuns = 20;
const leastLines = 8;

/**
 * The lines of a page from top to bottom, two columns one after the other.
 * @param styleOf of a font by its name in the page
 * @param pageWidth points
 */
export function readLines(items: readonly Item[], styleOf: (fontName: string) => FontStyle, pageWidth: number): PdfLine[] {
  const runs = toRuns(items, styleOf);
  const gutter = findGutter(runs);
  return listBands(runs, gutter).flatMap((band) => {
    const right = Math.max(...band.map(({ end }) => end), gutter === undefined ? pageWidth * narrowText : 0);
    return groupRows(band).map((row) => toLine(row, right));
  });
}

function toRuns(items: readonly Item[], styleOf: (fontName: string) => FontStyle): Run[] {
  const runs: Run[] = [];
  let isSpaced = false;
  for (const { str = '', transform, width = 0, height = 0, fontName = '', dir } of items) {
    if (runs.length >= mostRuns) break;
    const [a = 0, b = 0, , d = 0, x = 0, y = 0] = transform ?? [];
    // Text that runs up or down the side of a page is no line of it.
    if (str.trim() === '' || Math.abs(b) > Math.abs(a)) {
      isSpaced ||= str !== '';
      continue;
    }
    runs.push({
      text: str.normalize('NFC'),
      x,
      end: x + width,
      y,
      size: height || Math.abs(d) || 10,
      isRtl: dir === 'rtl',
      isSpaced,
      style: styleOf(fontName),
    });
    isSpaced = false;
  }
  return runs;
}

/**
 * Finds the gap between two columns of a page: a strip that hardly any run crosses, with lines of text on both sides that fill their
 * columns. The cells of a table do not fill them.
 */
function findGutter(runs: readonly Run[]): number | undefined {
  if (runs.length < leastRuns) return undefined;
  const left = Math.min(...runs.map(({ x }) => x));
  const right = Math.max(...runs.map(({ end }) => end));
  const width = right - left;
  const letters = runs.reduce((sum, { text }) => sum + text.length, 0);
  let best: { at: number; crossed: number } | undefined;
  for (let at = left + width * 0.4; at <= left + width * 0.6; at += width * 0.01) {
    const crossed = runs.reduce((sum, run) => sum + (run.x < at && run.end > at ? run.text.length : 0), 0);
    if (best === undefined || crossed < best.crossed) best = { at, crossed };
  }
  if (!best || best.crossed > letters * 0.25) return undefined;
  const { at } = best;
  const fills = [runs.filter(({ end }) => end <= at), runs.filter(({ x }) => x >= at)].map((side) => {
    const lines = groupRows(side).map((row) => toLine(row, right));
    const full = lines.filter((line) => line.end - line.x > width * filledShare);
    return lines.length >= leastLines && full.length >= lines.length * 0.5;
  });
  return fills.every(Boolean) ? at : undefined;
}

/** Runs in the order of reading: what spans the page parts it into bands, of which the left column is read before the right one. */
function listBands(runs: readonly Run[], gutter: number | undefined): Run[][] {
  if (gutter === undefined) return [[...runs]];
  const bands: Run[][] = [];
  let left: Run[] = [];
  let right: Run[] = [];
  let whole: Run[] = [];
  const close = (): void => {
    for (const band of [whole, left, right]) if (band.length > 0) bands.push(band);
    left = [];
    right = [];
    whole = [];
  };
  const rows = groupRows(runs);
  for (const row of rows) {
    const spans = row.some(({ x, end }) => x < gutter - 4 && end > gutter + 4);
    if (spans) {
      if (left.length + right.length > 0) close();
      whole.push(...row);
      continue;
    }
    if (whole.length > 0) close();
    for (const run of row) (run.end <= gutter + 4 ? left : right).push(run);
  }
  close();
  return bands;
}

/** Runs by their baselines, the highest first. */
function groupRows(runs: readonly Run[]): Run[][] {
  const rows: Run[][] = [];
  for (const run of [...runs].sort((one, other) => other.y - one.y)) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && first.y - run.y < Math.max(first.size, run.size) * sameLine) row.push(run);
    else rows.push([run]);
  }
  return rows;
}

function toLine(row: readonly Run[], right: number): PdfLine {
  const letters = row.reduce((sum, { text }) => sum + text.length, 0);
  const shareOf = (has: (run: Run) => boolean): number => row.filter(has).reduce((sum, { text }) => sum + text.length, 0) / letters;
  const isRtl = shareOf(({ isRtl: rtl }) => rtl) > 0.5;
  const sorted = [...row].sort((one, other) => (isRtl ? other.end - one.end : one.x - other.x));
  const longest = sorted.reduce((most, run) => (run.text.length > most.text.length ? run : most), sorted[0] as Run);
  const cells: Piece[] = [];
  let before: Run | undefined;
  for (const run of sorted) {
    const gap = before ? (isRtl ? before.x - run.end : run.x - before.end) : 0;
    const cell = cells.at(-1);
    if (!cell || gap > longest.size * cellGap) cells.push({ text: run.text, x: run.x, end: run.end });
    else {
      cell.text +=
        ((gap > longest.size * wordGap || run.isSpaced) && !/\s$/u.test(cell.text) && !/^\s/u.test(run.text) ? ' ' : '') + run.text;
      cell.x = Math.min(cell.x, run.x);
      cell.end = Math.max(cell.end, run.end);
    }
    before = run;
  }
  return {
    text: cells.map(({ text }) => text.trim()).join(' '),
    cells,
    x: Math.min(...row.map(({ x }) => x)),
    end: Math.max(...row.map(({ end }) => end)),
    right,
    y: longest.y,
    size: Math.round(longest.size * 2) / 2,
    isBold: shareOf(({ style }) => style.isBold) > 0.6,
    isMono: shareOf(({ style }) => style.isMono) > 0.8,
  };
}
