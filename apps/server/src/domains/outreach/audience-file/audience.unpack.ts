import { readFile } from 'node:fs/promises';
import { mostWorkbookRows } from '@parley/contract';
import { stringify } from 'csv-stringify/sync';
import { openPromise, type ZipFile } from 'yauzl';
import { isWorkbook, readWorkbook } from '#platform/files/workbook.ts';
import { listZip, type Refuse } from '#platform/files/zip.ts';
import { DomainError } from '#platform/http/domain-error.ts';

const mostColumns = 500;
/** Size limit of an unpacked file in a zip: the limit of an import's upload. */
const mostBytes = 1024 ** 3;
const pieceBytes = 48 * 1024;

const refuse: Refuse = (reason) => new DomainError('import.file_invalid', reason, { reason });

export default async function* unpack({ path, name }: { path: string; name: string }): AsyncGenerator<string> {
  if (/\.xlsx$/i.test(name)) {
    if (!isWorkbook(await listZip(path, refuse))) throw refuse('The file is called a workbook and is none.');
    const { rows } = await readWorkbook(path, await readFile(path), { mostRows: mostWorkbookRows, mostColumns, refuse });
    yield* inPieces(Buffer.from(stringify(rows.filter((row) => row.some((cell) => cell.trim() !== '')))));
  } else yield* readOnlyCsv(path);
}

function* inPieces(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes).toString('base64');
}

/** Matches files that programs add to a zip beside those that people mean. */
const isAddition = (name: string) => name.endsWith('/') || name.startsWith('__MACOSX/') || /(?:^|\/)\./.test(name);

async function* readOnlyCsv(path: string): AsyncGenerator<string> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false });
    const wanted = [];
    for await (const entry of zip.eachEntry()) if (!isAddition(entry.fileName)) wanted.push(entry);
    const [csv] = wanted;
    if (!csv || wanted.length > 1 || !/\.csv$/i.test(csv.fileName)) throw refuse('The zip must hold one CSV file, and nothing else.');
    if (csv.uncompressedSize > mostBytes) throw refuse('The file in the zip is larger than 1 GB.');
    // A file that is larger than it says ends here too.
    for await (const chunk of await zip.openReadStreamPromise(csv)) yield* inPieces(chunk as Buffer);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw refuse(`The file is not a zip that can be read: ${(error as Error).message}`);
  } finally {
    zip?.close();
  }
}
