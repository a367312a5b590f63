import { getDocumentProxy } from 'unpdf';

/** The document cannot be read, with a reason for the screen. */
export class Unreadable extends Error {}

const mostPages = 2000;

type Item = { str?: string; hasEOL?: boolean; transform?: number[]; height?: number };

/** Lines as they stand, with an empty line where the distance to the next is more than a line and a half. */
function joinItems(items: readonly Item[]): string {
  let text = '';
  let lastY: number | undefined;
  for (const { str = '', hasEOL, transform, height } of items) {
    const y = transform?.[5];
    const size = height || Math.abs(transform?.[3] ?? 0) || 10;
    if (lastY !== undefined && y !== undefined && str !== '' && Math.abs(lastY - y) > size * 1.8) text = `${text.trimEnd()}\n\n`;
    text += str + (hasEOL ? '\n' : '');
    if (y !== undefined && str !== '') lastY = y;
  }
  return text.trim();
}

/** The text of each page of a PDF; '' for a page that holds none, as scanned ones do. @throws Unreadable */
export async function readPdfPages(bytes: Uint8Array): Promise<string[]> {
  let document: Awaited<ReturnType<typeof getDocumentProxy>>;
  try {
    document = await getDocumentProxy(bytes, { stopAtErrors: false, verbosity: 0 });
  } catch (error) {
    const { name } = error as Error;
    if (name === 'PasswordException') throw new Unreadable('The document is protected by a password.');
    throw new Unreadable('The document is damaged or no PDF.');
  }
  if (document.numPages > mostPages) throw new Unreadable(`The document has ${document.numPages} pages; ${mostPages} are read at most.`);
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    try {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(joinItems(items as Item[]));
      page.cleanup();
    } catch {
      // A damaged page is told like one without text; the others are still worth reading.
      pages.push('');
    }
  }
  return pages;
}
