import { readFile } from 'node:fs/promises';
import { type CutPassage, createPassageCutter } from '@parley/nlu';
import { createBlockReader } from './pdf.blocks.ts';
import { openDocument } from './pdf.pages.ts';
import { cleanPages } from './pdf.running.ts';

/** Passages that are complete once a page was read; they may begin on pages before. */
export type PdfPage = { page: number; isEmpty: boolean; passages: CutPassage[] };

export default async function* read({ path }: { path: string }): AsyncGenerator<PdfPage> {
  const document = await openDocument(new Uint8Array(await readFile(path)));
  const empty = new Set<number>();
  async function* look() {
    for await (const page of document.pages()) {
      if (page.lines.length === 0) empty.add(page.number);
      yield page;
    }
  }
  const reader = createBlockReader(document.outline);
  const cutter = createPassageCutter();
  for await (const page of cleanPages(look(), document.pageCount))
    yield { page: page.number, isEmpty: empty.delete(page.number), passages: reader.add(page).flatMap(cutter.add) };
  yield { page: document.pageCount, isEmpty: false, passages: [...reader.end().flatMap(cutter.add), ...cutter.end()] };
}
