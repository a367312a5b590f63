import type { EnterpriseContext } from '../../context.ts';
import type { OpenText } from './csv.records.ts';

type Stored = { sha256: string; sizeBytes: number; markBytes: number };

/** The text of a stored file, UTF-8 without its mark. Each call reads from its byte on and holds one chunk at a time. */
export const openStored = (ctx: Pick<EnterpriseContext, 'files'>, { sha256, sizeBytes, markBytes }: Stored): OpenText =>
  async function* (byteOffset) {
    if (byteOffset >= sizeBytes) return;
    yield* (await ctx.files.open(sha256, { start: markBytes + byteOffset, end: markBytes + sizeBytes - 1 })) as AsyncIterable<Buffer>;
  };
