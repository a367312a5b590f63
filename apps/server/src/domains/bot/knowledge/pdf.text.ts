import { getDocumentProxy } from 'unpdf';
import { unreadable } from './unreadable.ts';

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

/** The text of each page of a PDF, one after the other; '' for a page that holds none, as scanned ones do. @throws DomainError knowledge.invalid */
export async function* readPdfPages(bytes: Uint8Array): AsyncGenerator<string> {
  let document: Awaited<ReturnType<typeof getDocumentProxy>>;
  try {
    document = await getDocumentProxy(bytes, { stopAtErrors: false, verbosity: 0 });
  } catch (error) {
    const { name } = error as Error;
    if (name === 'PasswordException') throw unreadable('The document is protected by a password.');
    throw unreadable('The document is damaged or no PDF.');
  }
  if (document.numPages > mostPages) throw unreadable(`The document has ${document.numPages} pages; ${mostPages} are read at most.`);
  for (let number = 1; number <= document.numPages; number += 1) {
    // A damaged page is reported like a page without text; the others are still worth reading.
    yield await readPage(document, number).catch(() => '');
  }
}

async function readPage(document: Awaited<ReturnType<typeof getDocumentProxy>>, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return joinItems(items as Item[]);
}
