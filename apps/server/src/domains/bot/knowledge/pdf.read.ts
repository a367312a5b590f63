import { readFile } from 'node:fs/promises';
import { splitPassages } from '@parley/nlu';
import { readPdfPages } from './pdf.text.ts';

/** A paragraph of a page, as it will be found. */
export type PdfPage = { page: number; passages: string[] };

export default async function* read({ path }: { path: string }): AsyncGenerator<PdfPage> {
  let page = 0;
  for await (const text of readPdfPages(new Uint8Array(await readFile(path)))) {
    page += 1;
    yield { page, passages: splitPassages(text).map((passage) => passage.text) };
  }
}
