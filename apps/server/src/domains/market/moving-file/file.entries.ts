import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { type Entry, openPromise } from 'yauzl';

/** One text of an export: a file, or a file of a ZIP. */
export type ExportEntry = { name: string; open: () => AsyncIterable<Buffer> };
/** A fault of an export as a whole, which is no record's. */
export class ExportFault extends Error {
  readonly reason: 'unreadable' | 'too_large' | 'cut_off';
  constructor(reason: ExportFault['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const mostEntries = 200_000;
/** JSON becomes 10 to 40 times as large. */
const largestRatio = 200;
const ratioFromBytes = 10 * 1024 ** 2;
const largestTotal = 50 * 1024 ** 3;
const pieceBytes = 256 * 1024;

const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
const isBomb = ({ uncompressedSize, compressedSize }: Entry) =>
  uncompressedSize > ratioFromBytes && uncompressedSize > compressedSize * largestRatio;

async function isZip(path: string): Promise<boolean> {
  const handle = await openFile(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\u0003\u0004';
  } finally {
    await handle.close();
  }
}

/**
 * Texts of an export and names of the files that are none, such as pictures. A ZIP is read entry by entry from its place on disk, so its
 * size does not matter. @throws ExportFault
 */
export async function openExport(path: string, name: string): Promise<{ entries: ExportEntry[]; others: string[]; close: () => void }> {
  if (!(await isZip(path)))
    return {
      entries: [{ name, open: () => createReadStream(path, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer> }],
      others: [],
      close: () => {},
    };
  try {
    const zip = await openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false });
    const texts: Entry[] = [];
    const others: string[] = [];
    let total = 0;
    if (zip.entryCount > mostEntries) throw new ExportFault('too_large');
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/') || isLink(entry) || entry.fileName.startsWith('__MACOSX/')) continue;
      if (!/\.(?:json|ndjson|jsonl|csv)$/i.test(entry.fileName)) {
        others.push(entry.fileName);
        continue;
      }
      total += entry.uncompressedSize;
      if (isBomb(entry) || total > largestTotal) throw new ExportFault('too_large');
      texts.push(entry);
    }
    const open = (entry: Entry) =>
      async function* () {
        for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer;
      };
    return {
      entries: texts.map((entry) => ({ name: entry.fileName, open: () => open(entry)() })),
      others,
      close: () => zip.close(),
    };
  } catch (error) {
    if (error instanceof ExportFault) throw error;
    // The list of a ZIP stands at its end.
    throw new ExportFault('cut_off');
  }
}
