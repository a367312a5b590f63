import { setImmediate } from 'node:timers/promises';
import type { EnterpriseContext } from '../../context.ts';
import type { OpenText } from './csv.records.ts';

const pieceBytes = 16 * 1024;

type Stored = { sha256: string; sizeBytes: number; markBytes: number };

/** The text of a stored file, UTF-8 without its mark. Each call reads from its byte on and holds one chunk at a time. */
export const openStored = (ctx: Pick<EnterpriseContext, 'files'>, { sha256, sizeBytes, markBytes }: Stored): OpenText =>
  async function* (byteOffset) {
    if (byteOffset >= sizeBytes) return;
    const stream = await ctx.files.open(sha256, { start: markBytes + byteOffset, end: markBytes + sizeBytes - 1 });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Rows of 64 kB take 15 ms to check; a chat in the same process, and the batch that is being written, wait for a quarter of that.
      for (let from = 0; from < chunk.length; from += pieceBytes) {
        yield chunk.subarray(from, from + pieceBytes);
        await setImmediate();
      }
    }
  };
