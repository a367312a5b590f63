import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

export type PageText = { title: string; text: string; links: string[] };

const mostLinks = 500;
const blockTags = new Set([
  'P',
  'DIV',
  'LI',
  'TR',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'SECTION',
  'ARTICLE',
  'BLOCKQUOTE',
  'PRE',
  'DD',
  'DT',
  'BR',
  'TABLE',
  'UL',
  'OL',
]);

type ReadableDocument = ConstructorParameters<typeof Readability>[0];
type Node = { nodeType: number; nodeName: string; textContent: string | null; childNodes: Iterable<Node> };

/** Text with a line break where a block begins or ends, so that paragraphs stay apart. */
function blockText(node: Node): string {
  if (node.nodeType === 3) return (node.textContent ?? '').replace(/\s+/gu, ' ');
  let text = '';
  for (const child of node.childNodes) text += blockText(child);
  return blockTags.has(node.nodeName) ? `\n${text}\n` : text;
}

const tidy = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n\n');

/** The readable part of a page, and where it leads. Scripts are never run: the page is parsed, not opened. */
export function readPageText(html: string, address: string): PageText {
  const { document } = parseHTML(html);
  const links: string[] = [];
  for (const anchor of document.querySelectorAll('a[href]')) {
    const url = URL.parse(anchor.getAttribute('href') ?? '', address);
    if (url && (url.protocol === 'http:' || url.protocol === 'https:') && links.length < mostLinks) links.push(url.href);
  }
  const title = (document.querySelector('title')?.textContent ?? '').trim();
  for (const element of document.querySelectorAll('script, style, noscript, template')) element.remove();
  const whole = document.body ? tidy(blockText(document.body as unknown as Node)) : '';
  // Readability changes the document that it reads, and finds nothing on pages that are no article.
  const article = new Readability(document as unknown as ReadableDocument, { charThreshold: 200 }).parse();
  const { document: inner } = parseHTML(`<html><body>${article?.content ?? ''}</body></html>`);
  const main = tidy(blockText(inner.body as unknown as Node));
  return { title: article?.title || title, text: main.length >= 200 ? main : whole, links };
}
