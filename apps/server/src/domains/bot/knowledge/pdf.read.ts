import { readFile } from 'node:fs/promises';
import { splitPassages } from '@parley/nlu';
import type { PdfPage } from './knowledge.tasks.ts';
import { readPdfPages } from './pdf.text.ts';

export default async function* read({ path }: { path: string }): AsyncGenerator<PdfPage> {
  let page = 0;
  for await (const text of readPdfPages(new Uint8Array(await readFile(path)))) {
    page += 1;
    yield { page, passages: splitPassages(text).map((passage) => passage.text) };
  }
}
