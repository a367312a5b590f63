import { getDocumentProxy } from 'unpdf';
import { unreadable } from '../block/unreadable.ts';
import { type FontStyle, type Item, type PdfLine, readLines } from './pdf.lines.ts';

const mostPages = 3000;
/** Pages that are looked through for the names of fonts: it costs as much as drawing them. */
const mostDrawn = 24;
const mostTitles = 5000;

export type Page = { number: number; lines: PdfLine[]; width: number; height: number };
export type Document = {
  pageCount: number;
  /** The titles of the outline, as they are compared, with their levels from 1. */
  outline: ReadonlyMap<string, number>;
  /** One after the other; a page that is damaged or scanned has no lines. */
  pages: () => AsyncGenerator<Page>;
};

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>;
type OutlineNode = { title: string; items: OutlineNode[] };

/** A title as it is compared: its number and its signs do not count. */
export const titleKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*(?:chapter|section|appendix|part)?\s*(?:[\dA-Za-z]{1,3}(?:\.\d{1,3})*\.?)\s+(?=\S{2})/iu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** @throws DomainError knowledge.invalid when it is no PDF, needs a password or is too long */
export async function openDocument(bytes: Uint8Array): Promise<Document> {
  const proxy = await getDocumentProxy(bytes, { stopAtErrors: false, verbosity: 0 }).catch((error: Error) => {
    throw unreadable(
      error.name === 'PasswordException' ? 'The document is protected by a password.' : 'The document is damaged or no PDF.',
    );
  });
  if (proxy.numPages > mostPages) throw unreadable(`The document has ${proxy.numPages} pages; ${mostPages} are read at most.`);
  const fonts = createFonts();
  return {
    pageCount: proxy.numPages,
    outline: await readOutline(proxy),
    async *pages() {
      for (let number = 1; number <= proxy.numPages; number += 1)
        yield await readPage(proxy, number, fonts).catch(() => ({ number, lines: [], width: 0, height: 0 }));
    },
  };
}

async function readOutline(proxy: Proxy): Promise<Map<string, number>> {
  const titles = new Map<string, number>();
  const roots = ((await proxy.getOutline().catch(() => null)) ?? []) as OutlineNode[];
  const take = (nodes: readonly OutlineNode[], level: number): void => {
    for (const { title, items } of nodes) {
      const key = titleKey(title);
      if (titles.size >= mostTitles) return;
      if (key.length > 1 && !titles.has(key)) titles.set(key, level);
      if (level < 6) take(items, level + 1);
    }
  };
  take(roots, 1);
  return titles;
}

type Fonts = { styles: Map<string, FontStyle>; drawn: number };
const createFonts = (): Fonts => ({ styles: new Map(), drawn: 0 });
const plain: FontStyle = { isBold: false, isMono: false };

async function readPage(proxy: Proxy, number: number, fonts: Fonts): Promise<Page> {
  const page = await proxy.getPage(number);
  try {
    const { items, styles } = await page.getTextContent();
    const { width, height } = page.getViewport({ scale: 1 });
    const unknown = Object.keys(styles).filter((name) => !fonts.styles.has(name));
    if (unknown.length > 0) {
      // The names of fonts, which alone say that one is bold, are known only of a page that was prepared to be drawn.
      const isDrawn = fonts.drawn < mostDrawn && (await page.getOperatorList().catch(() => undefined)) !== undefined;
      if (isDrawn) fonts.drawn += 1;
      for (const name of unknown) {
        const font = isDrawn && page.commonObjs.has(name) ? (page.commonObjs.get(name) as { name?: string } | null) : null;
        const isMono = styles[name]?.fontFamily === 'monospace';
        fonts.styles.set(name, styleOf(font?.name ?? '', isMono));
      }
    }
    return { number, lines: readLines(items as Item[], (name) => fonts.styles.get(name) ?? plain, width), width, height };
  } finally {
    page.cleanup();
  }
}

const styleOf = (name: string, isMono: boolean): FontStyle => ({
  isBold: /bold|black|heavy|semib|demi|cmbx|(?:^|[+-])(?:ptmb|phvb|ptmbi|.*-b$)/iu.test(name),
  isMono: isMono || /mono|courier|consol|cmtt|typewriter|txtt|menlo|inconsol|code/iu.test(name),
});
