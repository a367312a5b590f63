import { buffer } from 'node:stream/consumers';
import { channelTypes } from '@parley/contract';
import type { Connection, OutgoingMessage } from '@parley/vendors';
import { fileIdOf } from '#platform/files/file-url.ts';
import { createTurns } from '#platform/jobs/turns.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listFiles } from '../../file/door.ts';

/** Bytes of a stored file; undefined: it is gone, or larger than `most`. */
export type ReadFile = (fileId: string, most: number) => Promise<Uint8Array | undefined>;

export const fileReader =
  (ctx: Pick<EnterpriseContext, 'enterpriseId' | 'read' | 'files'>): ReadFile =>
  async (fileId, most) => {
    const [file] = await ctx.read((tx) => listFiles(tx, ctx.enterpriseId, [fileId]));
    return file && file.sizeBytes <= most ? buffer(await ctx.files.open(file.sha256)) : undefined;
  };

/** Limit of a file that a mail carries by itself. */
const mostBytes = 25 * 1024 * 1024;
/** Mails with files that a process has in memory at once: each is there several times on its way, in Base64 too. */
const mostAtOnce = 2;

const inTurn = createTurns(mostAtOnce);

/**
 * Sends a message, one by mail together with its file. A file that is gone, or too large, is its address alone, as on other channels.
 * @param readFile undefined: no file goes along
 */
export async function withFile<T>(
  readFile: ReadFile | undefined,
  { type }: Pick<Connection, 'type'>,
  message: OutgoingMessage,
  send: (message: OutgoingMessage) => Promise<T>,
): Promise<T> {
  const { content } = message;
  const fileId = readFile && type === channelTypes.EMAIL && content.kind === 'media' ? fileIdOf(content.media.url) : undefined;
  if (!readFile || !fileId || content.kind !== 'media') return send(message);
  return inTurn(async () => {
    const bytes = await readFile(fileId, mostBytes);
    return send(bytes ? { ...message, content: { ...content, media: { ...content.media, bytes } } } : message);
  });
}
