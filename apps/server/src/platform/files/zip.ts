import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { DomainError } from '../http/domain-error.ts';

const mega = 1024 ** 2;
export const zipLimits = {
  entries: 50_000,
  /** Limit of one file in it, unfolded */
  entryBytes: 8 * mega,
  /** Limit of everything that is read, unfolded */
  totalBytes: 100 * mega,
  /** Limit of a file's growth; JSON becomes 10 to 40 times as large. Small ones may exceed it. */
  ratio: 200,
  ratioFromBytes: mega,
};

/** Says why a file is not read, in the words and with the code of its reader. */
export type Refuse = (reason: string) => DomainError;

/** The kind of a file that Unix has written, and that of a link in it */
const kindOf = ({ externalFileAttributes }: Entry): number => (externalFileAttributes >>> 16) & 0o170000;
const link = 0o120000;

/**
 * The wanted files of a zip, each there once and none a link. Sizes are checked before anything is unfolded; a file that is larger than it says ends the reading.
 * @param given `isStrict`: names as Windows once wrote them, with backslashes, are refused
 * @throws DomainError of `refuse`
 */
export async function readZip(
  path: string,
  isWanted: (name: string) => boolean,
  refuse: Refuse,
  { isStrict = false, ...given }: Partial<typeof zipLimits> & { isStrict?: boolean } = {},
): Promise<Map<string, Buffer>> {
  const limits = { ...zipLimits, ...given };
  const tooMuch = () => refuse('The zip holds more than is read of one.');
  const files = new Map<string, Buffer>();
  let total = 0;
  let zip: ZipFile | undefined;
  try {
    // Reads the file as a whole: reading each entry of thousands from the file takes ten times as long.
    zip = await fromBufferPromise(await readFile(path), {
      lazyEntries: true,
      validateEntrySizes: true,
      strictFileNames: isStrict,
      autoClose: false,
    });
    if (zip.entryCount > limits.entries) throw tooMuch();
    for await (const entry of zip.eachEntry()) {
      if (!isWanted(entry.fileName)) continue;
      if (files.has(entry.fileName)) throw refuse(`The zip holds “${entry.fileName}” twice.`);
      if (kindOf(entry) === link) throw refuse(`In the zip, “${entry.fileName}” is a link.`);
      total += entry.uncompressedSize;
      if (isTooLarge(entry, limits) || total > limits.totalBytes) throw tooMuch();
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw refuse(`The file is not a zip that can be read: ${(error as Error).message}`);
  } finally {
    zip?.close();
  }
  return files;
}

/** Names of all entries, read as `readZip` does. @throws DomainError of `refuse` */
export async function listZip(path: string, refuse: Refuse): Promise<string[]> {
  const names: string[] = [];
  await readZip(
    path,
    (name) => {
      names.push(name);
      return false;
    },
    refuse,
  );
  return names;
}

const isTooLarge = ({ uncompressedSize, compressedSize }: Entry, { entryBytes, ratioFromBytes, ratio }: typeof zipLimits): boolean =>
  uncompressedSize > entryBytes || (uncompressedSize > ratioFromBytes && uncompressedSize > compressedSize * ratio);
