import { type Block, hasItemMark, isRemark } from '@parley/nlu';
import type { PdfLine } from './pdf.lines.ts';
import { type Page, titleKey } from './pdf.pages.ts';
import { findTables, type Table } from './pdf.tables.ts';
import { createWords, type Words } from './pdf.words.ts';

export type BlockReader = {
  /** Takes the next page. @returns its blocks; a paragraph that goes on comes with the next page */
  add: (page: Page) => Block[];
  end: () => Block[];
};

const longestHeading = 220;
const mostHeadingLines = 4;
const boldLevel = 5;
const longestName = 60;
const caption = /^(?:table|figure|fig\.|listing|example|तालिका|चित्र|सारणी)\s+[\dA-Z][\d.-]*/iu;
const ended = /[.!?:;।॥"”’)\]]\s*$/u;

/**
 * Makes blocks of the lines of a document: headings by the outline, by their letters and by their numbers, items, tables and listings by how they
 * stand on the page, and paragraphs.
 */
export function createBlockReader(outline: ReadonlyMap<string, number>): BlockReader {
  const sizes = new Map<number, number>();
  const words = createWords();
  let open: Open | undefined;
  let table: Table | undefined;
  let hasTitles = false;

  function close(): Block[] {
    const blocks = open ? toBlock(open, words) : [];
    open = undefined;
    return blocks;
  }

  function readLine(line: PdfLine, page: number, before: PdfLine | undefined): Block[] {
    const opens = open;
    if (line.isMono && !isInline(line, opens)) {
      if (opens?.kind === 'code' && opens.page === page) opens.lines.push(line);
      else {
        const blocks = close();
        open = { kind: 'code', lines: [line], page };
        return blocks;
      }
      return [];
    }
    const marked = hasItemMark(line.text);
    if (opens && opens.kind !== 'code' && !marked && goesOn(opens, line, before, page)) {
      opens.lines.push(line);
      return [];
    }
    const blocks = close();
    open = { kind: marked ? 'item' : 'paragraph', lines: [line], page };
    return blocks;
  }

  return {
    add({ number, lines }) {
      const blocks: Block[] = [];
      for (const { size, text, isMono } of lines) {
        words.learn(text);
        if (!isMono) sizes.set(size, (sizes.get(size) ?? 0) + text.length);
      }
      const bodySize = [...sizes].reduce((most, each) => (each[1] > most[1] ? each : most), [10, 0] as [number, number])[0];
      const tables = findTables(lines, table, words);
      table = undefined;
      for (let at = 0; at < lines.length; at += 1) {
        const line = lines[at] as PdfLine;
        const found = tables.find(({ from }) => from === at);
        if (found) {
          blocks.push(...close(), ...found.rows.map((text): Block => ({ kind: 'row', text, page: number })));
          at = found.to - 1;
          if (found.to >= lines.length - 1) table = found.table;
          continue;
        }
        const title = readTitle(lines, at, { bodySize, outline, words });
        if (title) {
          blocks.push(...close(), { kind: 'heading', level: title.level, text: title.text, page: number });
          at += title.count - 1;
          continue;
        }
        blocks.push(...readLine(line, number, lines[at - 1]));
      }
      if (open && open.kind !== 'code' && ended.test(open.lines.at(-1)?.text ?? '')) blocks.push(...close());
      hasTitles ||= blocks.some(({ kind }) => kind === 'heading');
      return hasTitles ? blocks : nameSections(blocks);
    },
    end: close,
  };
}

/** Turns a few words without an end above a sentence into a heading, in a document whose headings look like its text. */
const nameSections = (blocks: readonly Block[]): Block[] =>
  blocks.map((block, at) => {
    const next = blocks[at + 1];
    const isName = block.kind === 'paragraph' && block.text.length <= longestName && /^\p{Lu}[^:]*[^\s.!?:;,।]$/u.test(block.text);
    const isAbove = next?.kind === 'paragraph' && next.page === block.page && /[.!?।]$/u.test(next.text);
    return isName && isAbove ? { ...block, kind: 'heading', level: boldLevel } : block;
  });

type Open = { kind: 'paragraph' | 'item' | 'code'; lines: PdfLine[]; page: number };

function toBlock({ kind, lines, page }: Open, words: Words): Block[] {
  if (kind !== 'code') return [{ kind, text: words.join(lines.map(({ text }) => text)), page }];
  const left = Math.min(...lines.map(({ x }) => x));
  const text = lines.map(({ x, size, text: line }) => ' '.repeat(Math.min(Math.round((x - left) / (size * 0.6)), 40)) + line).join('\n');
  return [{ kind: 'code', text, page }];
}

/** A line in the letters of listings inside a paragraph: one that a sentence runs through. */
function isInline(line: PdfLine, open: Open | undefined): boolean {
  if (open?.kind === 'code' || !open) return false;
  const last = open.lines.at(-1);
  if (!last || ended.test(last.text) || last.y - line.y > line.size * 1.6) return false;
  const left = Math.min(...open.lines.slice(open.lines.length > 1 || open.kind === 'item' ? 1 : 0).map(({ x }) => x));
  return Number.isFinite(left) ? Math.abs(line.x - left) < 3 : line.x > last.x;
}

function goesOn(open: Open, line: PdfLine, before: PdfLine | undefined, page: number): boolean {
  const last = open.lines.at(-1) as PdfLine;
  if (open.page !== page || before !== last || line.y > last.y)
    // Only an unfinished sentence goes on over the end of a page, a column or a table.
    return !ended.test(last.text) && /^[\p{Ll}\p{Lo}\d(]/u.test(line.text) && Math.abs(line.size - last.size) < 1;
  const gap = last.y - line.y;
  if (hadRoom(last, line)) return false;
  if (gap > Math.max(last.size, line.size) * 1.75 || Math.abs(last.size - line.size) > 1.5) return false;
  if (last.isBold !== line.isBold && ended.test(last.text)) return false;
  const first = open.lines[0] as PdfLine;
  const left = Math.min(...open.lines.slice(open.lines.length > 1 ? 1 : 0).map(({ x }) => x));
  if (open.kind === 'item') return line.x > first.x + 2 || !ended.test(last.text);
  // The first line of a paragraph may stand further right; with what was said to an end, it begins a new one.
  const isIndented = line.x - left > line.size * 0.8;
  if (isIndented && ended.test(last.text)) return false;
  const spacing = open.lines.length > 1 ? (open.lines.at(-2) as PdfLine).y - last.y : last.size * 1.35;
  return !(gap > spacing * 1.25 && ended.test(last.text));
}

/** Tells whether the first word of a line would have stood on the line above: then that one ended there on purpose. */
function hadRoom(last: PdfLine, line: PdfLine): boolean {
  if (!/^[\p{Lu}\d]/u.test(line.text) || /[,;–-]$/u.test(last.text)) return false;
  const [word = ''] = line.text.split(' ');
  const letter = (line.end - line.x) / Math.max(line.text.length, 1);
  return last.end + (word.length + 1) * letter < last.right - last.size * 1.5;
}

type Title = { text: string; level: number; count: number };

/** The heading that begins at a line, if one does: all its lines look alike. */
type Titles = { bodySize: number; outline: ReadonlyMap<string, number>; words: Words };

function readTitle(lines: readonly PdfLine[], at: number, { bodySize, outline, words }: Titles): Title | undefined {
  const first = lines[at] as PdfLine;
  if (first.isMono || first.size < bodySize * 0.9) return undefined;
  const ratio = first.size / bodySize;
  const stands = ratio >= 1.12 || first.isBold;
  // A heading in the letters of the text has a number or stands apart, and the outline has it.
  if (!stands && (outline.size === 0 || !(numbering.test(first.text) || isApart(lines, at, 0)))) return undefined;
  const group = [first];
  for (let next = at + 1; next < lines.length && group.length <= mostHeadingLines; next += 1) {
    const line = lines[next] as PdfLine;
    const last = group.at(-1) as PdfLine;
    const isAlike = line.size === first.size && line.isBold === first.isBold && !line.isMono;
    if (!isAlike || last.y - line.y > line.size * 1.7 || line.y >= last.y) break;
    // A number of its own begins another heading, and so does a line after one that the outline has.
    if (numbering.test(line.text) || (outline.size > 0 && outline.has(titleKey(words.join(group.map(({ text }) => text)))))) break;
    group.push(line);
  }
  if (group.length > mostHeadingLines) return undefined;
  const text = words.join(group.map(({ text: line }) => line));
  if (text.length > longestHeading || !/\p{L}/u.test(text) || isRemark(text) || caption.test(text)) return undefined;
  // The head of a table, rather than a heading and its number.
  if (first.cells.length > 1 && !numbering.test(text)) return undefined;
  const outlined = outline.get(titleKey(text));
  if (outlined !== undefined && (stands || numbering.test(text) || isApart(lines, at, group.length)))
    return { text, level: outlined, count: group.length };
  if (!stands || hasItemMark(text.replace(/^\d+[.)]\s/u, ''))) return undefined;
  if (ratio < 1.12 && (/[.;,।]$/u.test(text) || text.length > 160 || /:$/u.test(text))) return undefined;
  return { text, level: levelOf(text, ratio), count: group.length };
}

const numbering = /^(?:(?:chapter|appendix|part|section|अध्याय|भाग)\s+)?(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*\.?\s+\p{Lu}/u;

const isApart = (lines: readonly PdfLine[], at: number, count: number): boolean => {
  const [above, first, last, below] = [lines[at - 1], lines[at], lines[at + count - 1], lines[at + count]];
  const gap = (upper: PdfLine | undefined, lower: PdfLine | undefined): boolean =>
    !upper || !lower || upper.y - lower.y > lower.size * 1.5 || upper.y < lower.y;
  return gap(above, first) && (count === 0 || gap(last, below));
};

/** Returns the level of a heading: by the parts of its number, else by its size against that of the text. */
function levelOf(text: string, ratio: number): number {
  const number = /^(?:[A-Z]|\d{1,3})((?:\.\d{1,3})*)\.?\s/u.exec(text)?.[1];
  if (number !== undefined && /^\d|^[A-Z]\./u.test(text)) return Math.min(1 + (number.match(/\./g)?.length ?? 0), 6);
  if (/^(?:chapter|appendix|part|अध्याय|भाग)\s/iu.test(text)) return 1;
  return ratio >= 1.9 ? 1 : ratio >= 1.5 ? 2 : ratio >= 1.25 ? 3 : ratio >= 1.12 ? 4 : boldLevel;
}
