import type { PdfLine } from './pdf.lines.ts';
import type { Page } from './pdf.pages.ts';

/** Pages before and after one that are compared with it. No more of a document are held at once. */
const near = 8;
/** Lines at the upper and the lower edge of a page that may be running heads and feet, and how far from the edge, of its height. */
const edgeLines = 3;
const edgeShare = 0.16;
const numberShare = 0.1;
const mostPageLines = 2_000;

type Edge = { keys: string[]; y: number; line: PdfLine };
type Looked = { page: Page; edges: Edge[] };

const pageNumber = /^[\s\-–—|[(]*(?:page\s+|p\.\s*|पृष्ठ\s*)?(?:\d{1,4}|[ivxlc]{1,7}|[०-९]{1,4})(?:\s*(?:of|\/)\s*\d{1,4})?[\s\-–—|\])]*$/iu;

/** A running head with another page's or chapter's number is the same one. */
const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\b[ivxlc]{1,7}\b|[\d०-९]+/gu, '#')
    .replace(/\s+/gu, '');

const leastKey = 12;

/** The line, its beginning, and what stands apart in it: a head may name the chapter on one side and the section on the other. */
function keysOf({ text, cells }: PdfLine): string[] {
  const whole = keyOf(text);
  const parts = [whole.slice(0, leastKey), ...cells.map((cell) => keyOf(cell.text))].filter((key) => key.length >= leastKey);
  return [whole, ...parts];
}

const isNear = (one: Edge, other: Edge): boolean => Math.abs(one.y - other.y) < 3;

/** Pages as they come, without running heads and feet, page numbers and tables of contents. */
export async function* cleanPages(pages: AsyncIterable<Page>, pageCount: number): AsyncGenerator<Page> {
  const held: Looked[] = [];
  let at = 0;
  let isContents = false;
  const clean = (): Page => {
    const { page } = held[at] as Looked;
    const lines = dropContents(dropRunning(held, at), pageCount, isContents);
    isContents = lines.isContents;
    return { ...page, lines: lines.kept };
  };
  for await (const page of pages) {
    held.push({ page, edges: readEdges(page) });
    if (held.length - at <= near) continue;
    yield clean();
    at += 1;
    if (at > near) {
      held.shift();
      at -= 1;
    }
  }
  for (; at < held.length; at += 1) yield clean();
}

function readEdges({ lines, height }: Page): Edge[] {
  const sorted = [...lines.slice(0, mostPageLines)].sort((one, other) => other.y - one.y);
  const top = sorted.slice(0, edgeLines).filter(({ y }) => height === 0 || y > height * (1 - edgeShare));
  const bottom = sorted.slice(-edgeLines).filter(({ y }) => height === 0 || y < height * edgeShare);
  return [...new Set([...top, ...bottom])].map((line) => ({ line, y: line.y, keys: keysOf(line) }));
}

/** Drops lines that repeat at the same height on pages nearby, and lines at the places of such lines. */
function dropRunning(held: readonly Looked[], at: number): PdfLine[] {
  const { page, edges } = held[at] as Looked;
  const others = held.filter((_, index) => index !== at && Math.abs(index - at) <= near);
  const countOf = (edge: Edge, among: readonly Looked[]): number =>
    among.filter((other) => other.edges.some((each) => isNear(each, edge) && each.keys.some((key) => edge.keys.includes(key)))).length;
  const zones = others.flatMap((other) => other.edges.filter((edge) => countOf(edge, others) >= 3));
  const isRunning = (edge: Edge): boolean => {
    const { y, line } = edge;
    const isOuter = page.height > 0 && (y < page.height * numberShare || y > page.height * (1 - numberShare));
    if (isOuter && pageNumber.test(line.text)) return true;
    return countOf(edge, others) >= 2 || zones.filter((zone) => isNear(zone, edge) && Math.abs(zone.line.size - line.size) < 1).length >= 3;
  };
  const running = new Set(edges.filter(isRunning).map(({ line }) => line));
  return page.lines.slice(0, mostPageLines).filter((line) => !running.has(line));
}

const leaders = /(?:\.\s?){5,}\s*[\divxlc]*\s*$|…{2,}\s*\d*\s*$|_{5,}\s*\d+\s*$/iu;
const contentsTitle = /^(?:table of )?contents$|^list of (?:figures|tables|examples)$|^index$|^विषय[\s-]*सूची$|^अनुक्रमणिका$/iu;
const indexEntry = /[,.\s]\s*\d{1,4}(?:\s*[,–-]\s*\d{1,4})*\s*$/u;
const leastEntries = 5;

/** Lines that lead to other pages: with leaders, or on a page of contents with a page number at their end, and the wrapped ones between them. */
function dropContents(lines: readonly PdfLine[], pageCount: number, wasContents: boolean): { kept: PdfLine[]; isContents: boolean } {
  const isTitled = wasContents || lines.slice(0, 3).some(({ text }) => contentsTitle.test(text.trim()));
  const leads = lines.map(({ text, cells }) => {
    if (leaders.test(text)) return true;
    const last = Number(cells.at(-1)?.text.trim());
    const isPaged = cells.length > 1 && Number.isInteger(last) && last > 0 && last <= pageCount + 50;
    return isTitled && (isPaged || indexEntry.test(text));
  });
  const count = leads.filter(Boolean).length;
  const isContents = count >= leastEntries && count >= lines.length * 0.4;
  if (!isContents) return { kept: lines.filter((_, index) => !leads[index] || !leaders.test(lines[index]?.text ?? '')), isContents: false };
  const from = lines.slice(0, 4).some(({ text }) => contentsTitle.test(text.trim())) || wasContents ? 0 : leads.indexOf(true);
  const to = leads.lastIndexOf(true);
  return { kept: lines.filter((_, index) => index < from || index > to), isContents: true };
}
