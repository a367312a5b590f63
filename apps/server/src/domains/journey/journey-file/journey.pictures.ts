import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import { DomainError } from '#platform/http/domain-error.ts';
import { safeFetch } from '#platform/safe-fetch/safe-fetch.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { type TakenMedium, takeMedia } from './journey.media.ts';

const limits = { pictures: 30, bytes: 5 * 1024 ** 2, pictureMs: 10_000, allMs: 20_000 };
/** Picture types that the library takes */
const extensions: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

type Loaded = { name: string; extension: string; content: Buffer };

/** @returns undefined for what is no picture, or was not there in time */
async function load(address: string, timeoutMs: number, privateHosts: readonly string[]): Promise<Loaded | undefined> {
  if (timeoutMs <= 0) return undefined;
  const answer = await safeFetch(address, { maxBytes: limits.bytes, timeoutMs, maxRedirects: 3, allowedHosts: privateHosts }).catch(
    () => undefined,
  );
  const extension = extensions[answer?.contentType.split(';')[0]?.trim().toLowerCase() ?? ''];
  if (answer?.status !== 200 || extension === undefined) return undefined;
  return { name: nameOf(address), extension, content: answer.body };
}

/** The last part of an address, without what would be an extension. */
function nameOf(address: string): string {
  const last = basename(new URL(address).pathname)
    .replace(/\.[a-z]{3,4}$/i, '')
    .replace(/%[0-9a-f]{2}/gi, ' ');
  return (
    last
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .slice(0, 100) || 'picture'
  );
}

/**
 * Saves a picture in the library, shared, and checked as uploads are.
 * @returns null where the content is not of its type, and where the library refuses it
 */
async function keep(ctx: Ctx, { name, extension, content }: Loaded): Promise<TakenMedium | null> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const medium = { id: sha256, type: 'IMAGE' as const, name, description: '', fileName: `${name}.${extension}`, sha256 };
  const refuse = (reason: string) => new DomainError('journey.import_invalid', reason, { reason });
  try {
    return (await takeMedia(ctx, [medium], new Map([[sha256, content]]), refuse)).get(sha256) ?? null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/**
 * Pictures of a foreign file, by their addresses: of public hosts, as many and as large as one import may load, in the time that somebody waits.
 * The same address is asked once. @returns null for one that could not be loaded
 */
export async function takePictures(
  ctx: Ctx,
  { config: { privateHosts } }: { config: Pick<Deps['config'], 'privateHosts'> },
  addresses: readonly string[],
): Promise<Map<string, TakenMedium | null>> {
  const until = performance.now() + limits.allMs;
  const taken = new Map<string, TakenMedium | null>();
  for (const [place, address] of addresses.entries()) {
    const left = Math.ceil(until - performance.now());
    const loaded = place < limits.pictures ? await load(address, Math.min(limits.pictureMs, left), privateHosts) : undefined;
    taken.set(address, loaded ? await keep(ctx, loaded) : null);
  }
  return taken;
}
