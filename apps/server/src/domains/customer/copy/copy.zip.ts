import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import type { CopyManifest } from '@parley/contract';
import { ZipFile } from 'yazl';
import { csvHead, csvLines } from '#platform/files/csv-table.ts';
import type { PersonalRecord } from '../../../personal-data.ts';

/** One kind of records, which are read anew for each file that they go into. */
export type CopiedKind = { kind: string; records: () => AsyncIterable<PersonalRecord> };
export type CopiedFile = { name: string; open: () => Promise<Readable> };

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

async function* jsonOf({ records }: CopiedKind, counted: (count: number) => void): AsyncGenerator<string> {
  let count = 0;
  for await (const record of records()) {
    yield `${count === 0 ? '[\n' : ',\n'}${JSON.stringify(record)}`;
    count += 1;
  }
  yield count === 0 ? '[]\n' : '\n]\n';
  counted(count);
}

async function* csvOf({ records }: CopiedKind): AsyncGenerator<string> {
  let columns: string[] | undefined;
  for await (const record of records()) {
    if (!columns) {
      columns = Object.keys(record);
      yield csvHead(columns.map((header) => ({ header })));
    }
    yield csvLines([columns.map((column) => textOf(record[column]))]);
  }
}

/**
 * A zip of records and files, and last its manifest with the hash of each. Everything is read as the zip leaves: a page of records and a
 * chunk of a file are in memory.
 */
export function zipOf(
  manifest: Omit<CopyManifest, 'counts' | 'files'>,
  kinds: readonly CopiedKind[],
  media: readonly CopiedFile[],
): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const files: CopyManifest['files'] = [];
  const counts: CopyManifest['counts'] = {};
  const options = { mtime: new Date(manifest.madeAt) };
  const add = (name: string, open: () => Readable | Promise<Readable>, isListed = true) =>
    zip.addReadStreamLazy(name, options, (done) => {
      Promise.resolve(open())
        .then((stream) => done(null, isListed ? counted(name, stream) : stream))
        .catch((error: unknown) => done(error as Error, Readable.from([])));
    });
  const counted = (name: string, stream: Readable): Readable => {
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const passing = Readable.from(
      (async function* () {
        for await (const chunk of stream as AsyncIterable<Buffer | string>) {
          const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
          hash.update(bytes);
          sizeBytes += bytes.length;
          yield bytes;
        }
        files.push({ name, sha256: hash.digest('hex'), sizeBytes });
      })(),
    );
    passing.on('error', (error) => out.destroy(error));
    return passing;
  };
  for (const kind of kinds) {
    add(`${kind.kind}.json`, () =>
      Readable.from(
        jsonOf(kind, (count) => {
          counts[kind.kind] = count;
        }),
      ),
    );
    add(`${kind.kind}.csv`, () => Readable.from(csvOf(kind)));
  }
  for (const { name, open } of media) add(`media/${name}`, open);
  add('manifest.json', () => Readable.from([`${JSON.stringify({ ...manifest, counts, files }, null, 2)}\n`]), false);
  zip.on('error', (error: Error) => out.destroy(error));
  zip.outputStream.on('error', (error) => out.destroy(error));
  zip.end();
  return zip.outputStream.pipe(out);
}
