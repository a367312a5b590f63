import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CutPassage } from '@parley/nlu';
import readPdf from '../pdf/pdf.read.ts';
import readPage from '../website/page.read.ts';
import { cutPage, findRepeated } from '../website/site.passages.ts';

/** Reads the passages of a manual for tests and benches, in this process; a knowledge base reads it in a confined one. */
export async function readManual(files: readonly string[]): Promise<CutPassage[]> {
  const passages: CutPassage[] = [];
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => {
      const url = `https://manual.example/${file.split('/').at(-1)}`;
      return { url, ...readPage({ source: readFileSync(file, 'utf8'), isHtml: true, url }) };
    });
  const repeated = findRepeated(pages);
  for (const page of pages) passages.push(...cutPage(page, repeated));
  const folder = mkdtempSync(join(tmpdir(), 'manual-'));
  try {
    for (const [at, file] of files.filter((each) => /\.pdf(?:\.gz)?$/.test(each)).entries()) {
      const bytes = readFileSync(file);
      const path = join(folder, `${at}.pdf`);
      writeFileSync(path, file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
      for await (const page of readPdf({ path })) passages.push(...page.passages);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return passages;
}
