import { setImmediate } from 'node:timers/promises';
import type { EnterpriseContext } from '../../../context.ts';
import type { OpenText } from '../csv/csv.records.ts';

const pieceBytes = 16 * 1024;

/** The bytes are gone from the store: no other try will find them. */
export class FileGone extends Error {}

const isGone = (error: unknown) => {
  const { code, name } = error as { code?: string; name?: string };
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound';
};

type Stored = { sha256: string; sizeBytes: number; markBytes: number };

/** The text of a stored file, UTF-8 without its mark. Each call reads from its byte on and holds one chunk at a time. */
export const openStored = (ctx: Pick<EnterpriseContext, 'files'>, { sha256, sizeBytes, markBytes }: Stored): OpenText =>
  async function* (byteOffset) {
    if (byteOffset >= sizeBytes) return;
    const range = { start: markBytes + byteOffset, end: markBytes + sizeBytes - 1 };
    const stream = await ctx.files.open(sha256, range).catch((error: unknown) => {
      throw isGone(error) ? new FileGone('The bytes of an import are gone.', { cause: error }) : error;
    });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Rows of 64 kB take 15 ms to check; a chat in the same process, and the batch that is being written, wait for a quarter of that.
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        yield chunk.subarray(from, from + pieceBytes);
        await setImmediate();
      }
    }
  };
