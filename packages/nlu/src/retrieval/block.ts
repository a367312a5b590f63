/**
 * A piece of a document that reads as one: what a heading is above, a paragraph, one item of a list, one row of a table, a listing.
 * `page` is that of a paged document, from 1; `anchor` the id by which an address leads to a heading. A heading without text ends the sections
 * of its level and below.
 */
export type Block =
  | { kind: 'heading'; level: number; text: string; page?: number; anchor?: string }
  | { kind: 'paragraph' | 'item' | 'row' | 'code'; text: string; page?: number };
export type BodyBlock = Exclude<Block, { kind: 'heading' }>;

/** Below the six levels of a document: a question in bold letters, or a term that a longer text explains. */
export const termLevel = 7;

/** A word that marks what comes next, and is no heading of a section. */
const remark = /^(?:note|notes|warning|caution|tip|hint|important|attention|example|remark|नोट|ध्यान दें|सावधानी|चेतावनी)\s*[:.!]?$/iu;
export const isRemark = (text: string): boolean => remark.test(text.trim());

const fence = '```';
/** Marks that begin an item, of a list or of steps; and a row of a table. */
const itemMark = /^(?:[•‣▪◦*–-]|\(?(?:\d{1,3}|[०-९]{1,3}|[a-z])[.)])\s+(?=\S)/u;
const rowMark = '| ';
const longestTitle = 120;

export const hasItemMark = (line: string): boolean => itemMark.test(line);

/** Blocks as a person would write them down: paragraphs apart, items and rows on lines of their own, listings in fences. */
export function writeBlocks(blocks: readonly BodyBlock[]): string {
  let text = '';
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1];
    const isSameList = before?.kind === block.kind && (block.kind === 'item' || block.kind === 'row');
    text += `${at === 0 ? '' : isSameList ? '\n' : '\n\n'}${writeBlock(block)}`;
  }
  return text;
}

function writeBlock({ kind, text }: BodyBlock): string {
  if (kind === 'code') return `${fence}\n${text.replaceAll(fence, "'''")}\n${fence}`;
  const line = text.replace(/\s+/gu, ' ').trim();
  if (kind === 'row') return `${rowMark}${line}`;
  if (kind === 'item') return hasItemMark(line) ? line : `• ${line}`;
  return line;
}

/** A block of a written text: offsets of all of it, and its lines of text. */
export type WrittenBlock = { kind: BodyBlock['kind']; start: number; end: number };

/** The blocks of a text that `writeBlocks` wrote, or a person: in order, without blanks at their ends. */
export function listBlocks(text: string): WrittenBlock[] {
  const blocks: WrittenBlock[] = [];
  let open: WrittenBlock | undefined;
  let isFenced = false;
  const begin = (kind: WrittenBlock['kind'], start: number, end: number): void => {
    open = { kind, start, end };
    blocks.push(open);
  };
  for (const { start, end } of listLines(text)) {
    const line = text.slice(start, end).trim();
    if (line.startsWith(fence)) {
      if (isFenced && open) open.end = end;
      else begin('code', start, end);
      if (isFenced) open = undefined;
      isFenced = !isFenced;
      continue;
    }
    if (isFenced && open) open.end = end;
    else if (line === '') open = undefined;
    else if (line.startsWith(rowMark)) begin('row', start, end);
    else if (hasItemMark(line)) begin('item', start, end);
    else if (open && open.kind !== 'row') open.end = end;
    else begin('paragraph', start, end);
  }
  return blocks.map((block) => trimBlock(text, block)).filter(({ start, end }) => end > start);
}

function* listLines(text: string): Generator<{ start: number; end: number }> {
  let start = 0;
  while (start <= text.length) {
    const stop = text.indexOf('\n', start);
    const end = stop === -1 ? text.length : stop;
    yield { start, end };
    start = end + 1;
  }
}

function trimBlock(text: string, { kind, start, end }: WrittenBlock): WrittenBlock {
  const written = text.slice(start, end);
  return { kind, start: start + written.length - written.trimStart().length, end: start + written.trimEnd().length };
}

/**
 * Blocks of a text without marks, as people type it: lines that begin with `#` and questions on a line of their own are headings,
 * "Q:" and "A:" are left out.
 */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (const { kind, start, end } of listBlocks(text.replace(/\r\n?/g, '\n'))) {
    const written = text.replace(/\r\n?/g, '\n').slice(start, end);
    if (kind === 'code') blocks.push({ kind, text: written.replace(/^```[^\n]*\n?|\n?```$/g, '') });
    else if (kind === 'row') blocks.push({ kind, text: written.slice(rowMark.length) });
    else if (kind === 'item') blocks.push({ kind, text: written });
    else blocks.push(...readParagraph(written));
  }
  return blocks;
}

function readParagraph(written: string): Block[] {
  const [first = '', ...rest] = written.split('\n').map((line) => line.trim());
  const body = rest.join('\n').replace(/^(?:A|Answer|उत्तर)\s*[:.]\s+/iu, '');
  const title = /^(#{1,6})\s+(.+)$/u.exec(first);
  const below: Block[] = body === '' ? [] : [{ kind: 'paragraph', text: body }];
  if (title) return [{ kind: 'heading', level: title[1]?.length ?? 1, text: title[2] ?? '' }, ...below];
  const question = first.replace(/^(?:Q|Question|प्रश्न)\s*\d*\s*[:.]\s+/iu, '');
  if ((question !== first || (/\?$/.test(first) && body !== '')) && question.length <= longestTitle)
    return [{ kind: 'heading', level: termLevel, text: question }, ...below];
  return [{ kind: 'paragraph', text: written.replace(/^(?:A|Answer|उत्तर)\s*[:.]\s+/iu, '') }];
}
