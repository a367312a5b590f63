import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type PlayableCopy, PlayableReason } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { inspectFile } from '../inspection/file.inspect.ts';
import { makePlayable } from './playable.jobs.ts';
import { type Made, makeCopy } from './playable.make.ts';
import { changeWaiting, doWait, findCopy, findWaiting, type StoredCopy } from './playable.repository.ts';
import { sourceOf } from './playable.rules.ts';

/** Files of one enterprise that wait at a time: who sends more has them as downloads, and the others wait no longer for it. */
const mostWaiting = 50;

/** Returns the first state of a new file, by its first bytes; `enqueueCopy` follows in the same transaction. */
export async function startOfCopy(tx: Tx, enterpriseId: string, found: string | undefined) {
  if (!sourceOf(found)) return {};
  if (await doWait(tx, enterpriseId, mostWaiting)) return { playableState: 'failed', playableReason: 'too_many' } as const;
  return { playableState: 'waiting' } as const;
}

export const enqueueCopy = ({ enterpriseId, jobs }: EnterpriseContext, tx: Tx, fileId: string): Promise<void> =>
  jobs.enqueue(tx, makePlayable, { enterpriseId, fileId });

export const getCopy = (ctx: EnterpriseContext, fileId: string): Promise<StoredCopy | undefined> =>
  ctx.read((tx) => findCopy(tx, ctx.enterpriseId, fileId));

export function presentCopy(copy: StoredCopy | undefined): PlayableCopy {
  if (!copy?.state) return { state: 'none' };
  if (copy.state === 'failed') return { state: 'failed', reason: PlayableReason.catch('unreadable').parse(copy.reason) };
  return { state: copy.state, ...(copy.state === 'ready' && copy.type ? { type: copy.type } : {}) };
}

const placeOf = ({ config }: Pick<Deps, 'config'>) => path.join(config.dataDir, 'playable');
const leftAfterMs = 3_600_000;

/** Removes what a process left that was killed. */
export async function removeLeft(deps: Pick<Deps, 'config'>): Promise<void> {
  const place = placeOf(deps);
  for (const name of await readdir(place).catch(() => [])) {
    const folder = path.join(place, name);
    const at = await stat(folder).catch(() => undefined);
    if (at && Date.now() - at.mtimeMs > leftAfterMs) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes the copy of a file that waits for one; of one that does not, nothing. May be called again after it was cut short: where the bytes will
 * be is written before they are there, so that the file's end is theirs too.
 */
export async function makeWaiting(ctx: EnterpriseContext, deps: Pick<Deps, 'config'>, fileId: string, signal: AbortSignal): Promise<void> {
  const { enterpriseId } = ctx;
  const file = await ctx.read((tx) => findWaiting(tx, enterpriseId, fileId));
  if (!file) return;
  await mkdir(placeOf(deps), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(placeOf(deps), 'copy-'));
  try {
    const made = await make(ctx, deps, { sha256: file.sha256, folder, signal });
    if (made.kind === 'failed')
      await ctx.transaction((tx) => changeWaiting(tx, enterpriseId, fileId, { playableState: 'failed', playableReason: made.reason }));
    else if (made.kind === 'none') await ctx.transaction((tx) => changeWaiting(tx, enterpriseId, fileId, { playableState: null }));
    else await keepCopy(ctx, fileId, made);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function make(
  ctx: EnterpriseContext,
  { config: { ffmpeg } }: Pick<Deps, 'config'>,
  { sha256, folder, signal }: { sha256: string; folder: string; signal: AbortSignal },
): Promise<Made> {
  if (!ffmpeg) return { kind: 'failed', reason: 'no_program' };
  const borrowed = await ctx.files.borrow(sha256);
  try {
    const { extension } = await inspectFile(ctx, borrowed.path);
    const source = sourceOf(extension);
    return source ? await makeCopy({ ffmpeg, path: borrowed.path, source, folder, signal }) : { kind: 'none' };
  } finally {
    await borrowed.release();
  }
}

/**
 * A file that is deleted meanwhile waits for the second transaction or comes before it. In it the bytes are kept and named together; a process
 * that is killed between the two leaves bytes whose place stands with the file.
 */
async function keepCopy(ctx: EnterpriseContext, fileId: string, made: Extract<Made, { kind: 'made' }>): Promise<void> {
  const { enterpriseId } = ctx;
  const received = await ctx.files.receiveFrom(made.path);
  const { sha256: playableSha256, sizeBytes: playableSizeBytes } = received;
  const isThere = await ctx.transaction((tx) => changeWaiting(tx, enterpriseId, fileId, { playableSha256 }));
  const isKept =
    isThere &&
    (await ctx.transaction(async (tx) => {
      const ready = { playableState: 'ready', playableSha256, playableType: made.type, playableSizeBytes } as const;
      const isOurs = await changeWaiting(tx, enterpriseId, fileId, ready);
      if (isOurs) await received.keep();
      return isOurs;
    }));
  if (!isKept) await received.discard();
}
