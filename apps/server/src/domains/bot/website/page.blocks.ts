import { type Block, isRemark, termLevel } from '@parley/nlu';
import { writeRow } from '../block/table.row.ts';
import { isElement, type PageElement, type PageNode, textOf } from './element.ts';

const blockTags = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
);
const shortDefinition = 400;
const longestTitle = 200;
const longestTerm = 80;
const mostColumns = 20;
const mostBlocks = 20_000;

/** Ends the explanation of a term: text behind it is no part of the explanation. */
const endOfTerm: Block = { kind: 'heading', level: termLevel, text: '' };

/** Headings, paragraphs, items, rows and listings of an element, in order. */
export function readElement(root: PageElement): Block[] {
  const blocks: Block[] = [];
  visit(root, blocks);
  return blocks.filter(({ kind, text }) => kind === 'heading' || text.trim() !== '').slice(0, mostBlocks);
}

function visit(element: PageElement, blocks: Block[]): void {
  let inline = '';
  const close = (): void => {
    for (const part of inline.split(/\n\s*\n/u)) {
      const text = part.replace(/\s+/gu, ' ').trim();
      if (text !== '') blocks.push({ kind: 'paragraph', text });
    }
    inline = '';
  };
  for (const child of element.childNodes) {
    if (child.nodeName === 'BR') inline += '\n';
    else if (isElement(child) && hasBlocks(child)) {
      close();
      readBlock(child, blocks);
    } else inline += inlineText(child);
  }
  close();
}

const hasBlocks = (element: PageElement): boolean =>
  blockTags.has(element.nodeName) || [...element.children].some((child) => blockTags.has(child.nodeName));

/** The text of a node in a line; line breaks stay, since two of them part paragraphs. */
function inlineText(node: PageNode): string {
  if (node.nodeType === 3) return (node.textContent ?? '').replace(/\s+/gu, ' ');
  if (node.nodeName === 'BR') return '\n';
  let text = '';
  for (const child of node.childNodes) text += inlineText(child);
  return text;
}

function readBlock(element: PageElement, blocks: Block[]): void {
  switch (element.nodeName) {
    case 'H1':
    case 'H2':
    case 'H3':
    case 'H4':
    case 'H5':
    case 'H6':
      blocks.push(toHeading(element, Number(element.nodeName.slice(1))));
      return;
    case 'SUMMARY':
      blocks.push(toHeading(element, termLevel));
      return;
    case 'DETAILS':
      visit(element, blocks);
      blocks.push(endOfTerm);
      return;
    case 'P':
      if (isBold(element)) blocks.push(toHeading(element, termLevel));
      else visit(element, blocks);
      return;
    case 'PRE':
      blocks.push({ kind: 'code', text: (element.textContent ?? '').replace(/^\n+|\s+$/gu, '') });
      return;
    case 'UL':
    case 'OL':
      readList(element, blocks);
      return;
    case 'DL':
      readDefinitions(element, blocks);
      return;
    case 'TABLE':
      readTable(element, blocks);
      return;
    default:
      visit(element, blocks);
  }
}

function toHeading(element: PageElement, level: number): Block {
  const anchor = anchorOf(element);
  return { kind: 'heading', level, text: textOf(element).replace(/\s*[¶#§🔗]\s*$/u, ''), ...(anchor === '' ? {} : { anchor }) };
}

/** The id by which an address leads here: the heading's own, one inside it, or that of the section which it begins. */
function anchorOf(element: PageElement): string {
  const inside = element.querySelector('[id]')?.id || element.querySelector('a[name]')?.getAttribute('name');
  if (element.id || inside) return element.id || inside || '';
  // Some programs put an empty mark in front of a heading.
  const before = element.previousElementSibling;
  if (before && /^(?:A|SPAN)$/.test(before.nodeName) && textOf(before) === '' && before.id) return before.id;
  let child = element;
  for (let depth = 0; depth < 4 && child.parentElement; depth += 1) {
    const [first] = child.parentElement.children;
    if (first !== child || /^(?:MAIN|BODY|ARTICLE)$/.test(child.parentElement.nodeName)) return '';
    child = child.parentElement;
    if (child.id) return child.id;
  }
  return '';
}

/** A paragraph that is bold as a whole stands for a heading. */
function isBold(element: PageElement): boolean {
  const [child, ...others] = [...element.children].filter(({ nodeName }) => nodeName !== 'BR' && nodeName !== 'A');
  const text = textOf(element);
  if (!child || others.length > 0 || (child.nodeName !== 'STRONG' && child.nodeName !== 'B')) return false;
  return textOf(child) === text && text.length <= longestTitle && !/[.;,:।]$/u.test(text) && !isRemark(text);
}

function readList(list: PageElement, blocks: Block[]): void {
  let number = Number(list.getAttribute('start') ?? '1') || 1;
  for (const item of list.children) {
    if (item.nodeName !== 'LI') {
      readBlock(item, blocks);
      continue;
    }
    const inner: Block[] = [];
    visit(item, inner);
    const mark = list.nodeName === 'OL' ? `${number}. ` : '';
    number += 1;
    let isFirst = true;
    for (const block of inner) {
      // The paragraphs of an item are all of it; what is a list or a listing in it stands below.
      const last = blocks.at(-1);
      if (block.kind === 'paragraph' && isFirst) blocks.push({ kind: 'item', text: mark + block.text });
      else if (block.kind === 'paragraph' && last?.kind === 'item')
        blocks[blocks.length - 1] = { kind: 'item', text: `${last.text} ${block.text}` };
      else blocks.push(block);
      isFirst = false;
    }
  }
}

function readDefinitions(list: PageElement, blocks: Block[]): void {
  let terms: PageElement[] = [];
  const parts = [...list.children].flatMap((child) => (child.nodeName === 'DIV' ? [...child.children] : [child]));
  let isSaid = true;
  for (const part of parts) {
    if (part.nodeName === 'DT') {
      if (isSaid) terms = [];
      terms.push(part);
      isSaid = false;
      continue;
    }
    const inner: Block[] = [];
    visit(part, inner);
    const term = terms.map(textOf).filter(Boolean).join(', ');
    const [only, ...others] = inner;
    if (term === '' || isSaid) blocks.push(...inner);
    else if (only?.kind === 'paragraph' && others.length === 0 && only.text.length <= shortDefinition && !/[?？]$/u.test(term))
      blocks.push({ kind: 'item', text: `${term}: ${only.text}` });
    else blocks.push({ ...toHeading(terms[0] as PageElement, termLevel), text: term.slice(0, longestTitle) }, ...nameFirst(term, inner));
    isSaid = true;
  }
  blocks.push(endOfTerm);
}

/** The first words of an explanation with what they explain, which nobody sees of a heading; a question is no name. */
function nameFirst(term: string, [first, ...rest]: readonly Block[]): Block[] {
  if (!first) return [];
  const isNamed = first.kind === 'paragraph' && term.length <= longestTerm && !/[?？.]$/u.test(term);
  return [isNamed ? { ...first, text: `${term}: ${first.text}` } : first, ...rest];
}

/** A table of data by its rows; one that lays out a page as what stands in its cells. */
function readTable(table: PageElement, blocks: Block[]): void {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  const grid = fillGrid(rows);
  const isLayout =
    table.getAttribute('role') === 'presentation' ||
    table.querySelector('table, h1, h2, h3, pre') !== null ||
    grid.every((cells) => cells.length < 2);
  if (isLayout) {
    for (const row of rows) for (const cell of row.children) visit(cell, blocks);
    return;
  }
  const caption = textOf(table.querySelector('caption'));
  if (caption !== '') blocks.push({ kind: 'paragraph', text: `${caption.replace(/[.:]$/u, '')}:` });
  const headed = rows.findIndex((row) => [...row.children].length > 1 && [...row.children].every(({ nodeName }) => nodeName === 'TH'));
  const isHeaded = headed === 0 || (headed > 0 && rows[headed]?.closest('thead') !== null);
  const header = isHeaded ? (grid[headed] ?? []) : [];
  for (const [at, cells] of grid.entries()) if (!(isHeaded && at <= headed)) blocks.push({ kind: 'row', text: writeRow(cells, header) });
}

/** Cells by row and column: one that reaches over several is in each of them. */
function fillGrid(rows: readonly PageElement[]): string[][] {
  const grid: string[][] = rows.map(() => []);
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const cell of row.children) {
      const cells = grid[at] as string[];
      while (cells[column] !== undefined) column += 1;
      const text = textOf(cell);
      const [across, down] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      for (let below = at; below < Math.min(at + down, rows.length); below += 1)
        for (let beside = column; beside < Math.min(column + across, mostColumns); beside += 1)
          (grid[below] as string[])[beside] = beside === column ? text : '';
      column += across;
    }
  }
  return grid.map((cells) => Array.from(cells, (cell) => cell ?? ''));
}

const spanOf = (cell: PageElement, name: string): number => Math.min(Math.max(Number(cell.getAttribute(name) ?? '1') || 1, 1), mostColumns);
