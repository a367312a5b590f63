import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../config.ts';

/** Stored contents, addressed by their SHA-256: the same bytes are stored once. The module decides who may read them. */
export type FileStore = {
  /** @returns where the bytes wait until `keep` or `discard` */
  receive: (stream: Readable) => Promise<ReceivedFile>;
  /** @throws when the bytes are gone, before the first of them is read */
  open: (sha256: string, range?: ByteRange) => Promise<Readable>;
  /**
   * Returns the path of the bytes on this machine, for readers in other processes; `release` removes bytes that had to be fetched. @throws
   * as `open`
   */
  borrow: (sha256: string) => Promise<{ path: string; release: () => Promise<void> }>;
  /** A place for bytes that another process writes; `receiveFrom` takes them in. */
  place: () => Promise<string>;
  receiveFrom: (path: string) => Promise<ReceivedFile>;
  /**
   * Removes bytes that were kept some time ago (`youngFileMs`): an upload keeps its bytes a moment before it says so in the database.
   * @returns false while they are too young
   */
  remove: (sha256: string) => Promise<boolean>;
};
/** A range of bytes; both ends are included, as in HTTP. */
export type ByteRange = { start: number; end: number };
export type ReceivedFile = { path: string; sha256: string; sizeBytes: number; keep: () => Promise<void>; discard: () => Promise<void> };

const pieceBytes = 1024 * 1024;

export function createFileStore(config: Config): FileStore {
  const folder = path.join(config.dataDir, 'files');
  const incoming = path.join(folder, 'incoming');
  const place = (sha256: string) => path.join(folder, sha256.slice(0, 2), sha256);
  const remote = config.s3 ? remoteStore(config.s3) : undefined;
  const newPlace = async () => {
    await mkdir(incoming, { recursive: true });
    return path.join(incoming, randomUUID());
  };
  return {
    place: newPlace,
    async receiveFrom(written) {
      try {
        return await this.receive(createReadStream(written));
      } finally {
        await rm(written, { force: true });
      }
    },
    async borrow(sha256) {
      if (!remote) {
        await access(place(sha256));
        return { path: place(sha256), release: async () => {} };
      }
      const file = await newPlace();
      const release = () => rm(file, { force: true });
      try {
        await pipeline(await remote.get(sha256), createWriteStream(file, { mode: 0o600 }));
      } catch (error) {
        await release();
        throw error;
      }
      return { path: file, release };
    },
    async receive(stream) {
      const file = await newPlace();
      const hash = createHash('sha256');
      let sizeBytes = 0;
      try {
        await pipeline(
          stream,
          async function* (chunks: AsyncIterable<Buffer | string>) {
            for await (const part of chunks) {
              const given = typeof part === 'string' ? Buffer.from(part) : part;
              // Hashing one piece of many megabytes would block the thread.
              for (let from = 0; from < given.byteLength; from += pieceBytes) {
                const chunk = given.subarray(from, from + pieceBytes);
                hash.update(chunk);
                sizeBytes += chunk.byteLength;
                yield chunk;
              }
            }
          },
          createWriteStream(file, { mode: 0o600, flush: true }),
        );
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      const sha256 = hash.digest('hex');
      return {
        path: file,
        sha256,
        sizeBytes,
        async keep() {
          if (remote) {
            await remote.put(sha256, file, sizeBytes);
            await rm(file, { force: true });
            return;
          }
          await mkdir(path.dirname(place(sha256)), { recursive: true });
          await rename(file, place(sha256));
        },
        discard: () => rm(file, { force: true }),
      };
    },
    async remove(sha256) {
      const keptAt = remote ? await remote.keptAt(sha256) : await stat(place(sha256)).then(({ ctimeMs }) => ctimeMs, goneAlready);
      if (keptAt === undefined) return true;
      if (Date.now() - keptAt < config.youngFileMs) return false;
      if (remote) await remote.remove(sha256);
      else await rm(place(sha256), { force: true });
      return true;
    },
    async open(sha256, range) {
      if (remote) return remote.get(sha256, range);
      const handle = await open(place(sha256));
      return handle.createReadStream(range);
    },
  };
}

const goneAlready = (error: unknown): undefined => {
  if ((error as { code?: string }).code !== 'ENOENT') throw error;
  return undefined;
};

/** The client of the object store is a fifth of the program in memory: it is loaded where it is used. */
function remoteStore(s3: NonNullable<Config['s3']>) {
  const ready = import('@aws-sdk/client-s3').then(
    ({ DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client }) => {
      const client = new S3Client({
        region: s3.region,
        ...(s3.endpoint ? { endpoint: s3.endpoint } : {}),
        forcePathStyle: true,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
      });
      return {
        keptAt: (Key: string) =>
          client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key })).then(
            ({ LastModified }) => LastModified?.getTime() ?? 0,
            (error: { name?: string }) => {
              if (error.name !== 'NotFound' && error.name !== 'NoSuchKey') throw error;
              return undefined;
            },
          ),
        remove: (Key: string) => client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key })),
        put: (Key: string, file: string, sizeBytes: number) =>
          client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body: createReadStream(file), ContentLength: sizeBytes })),
        get: (Key: string, Range: string | undefined) => client.send(new GetObjectCommand({ Bucket: s3.bucket, Key, Range })),
      };
    },
  );
  return {
    // Also where the same bytes are there: their time becomes now, so that nobody who saw them unused removes them.
    put: async (sha256: string, file: string, sizeBytes: number) => void (await (await ready).put(sha256, file, sizeBytes)),
    keptAt: async (sha256: string) => (await ready).keptAt(sha256),
    remove: async (sha256: string) => void (await (await ready).remove(sha256)),
    async get(sha256: string, range?: ByteRange) {
      const answer = await (await ready).get(sha256, range ? `bytes=${range.start}-${range.end}` : undefined);
      return answer.Body as Readable;
    },
  };
}
