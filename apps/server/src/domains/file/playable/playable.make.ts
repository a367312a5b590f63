import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { PlayableReason } from '@parley/contract';
import { type ProgramResult, runLimited } from '#platform/programs/limited-program.ts';
import { arePlayed, copiedSeconds, copyArguments, lookArguments, readStreams, type Source } from './playable.rules.ts';

export type Making = {
  ffmpeg: string;
  /** Path of the file; no name that a person gave. */
  path: string;
  source: Source;
  /** Folder of the copy. */
  folder: string;
  signal: AbortSignal;
  limits?: Limits;
};
/** `none`: browsers play the file itself. */
export type Made = { kind: 'made'; path: string; type: string } | { kind: 'failed'; reason: PlayableReason } | { kind: 'none' };

export type Limits = { lookSeconds: number; copySeconds: number; largestCopyBytes: number; longestSeconds: number };
const usualLimits: Limits = { lookSeconds: 20, copySeconds: 150, largestCopyBytes: 50 * 1024 ** 2, longestSeconds: 3600 };
/** Seconds of the clock for a second of the processor: at the lowest priority other programs go first. */
const patience = 1.3;
const memoryBytes = 1024 ** 3; // a video of 4096 x 2304 takes 600 MB of addresses
/** Exit codes of a shell for a program that does not exist or may not be run. */
const noProgram = [126, 127];

const failed = (reason: PlayableReason): Made => ({ kind: 'failed', reason });

/** Looks at what is in a file, and makes the copy that browsers play. @throws when it is stopped */
export async function makeCopy({ ffmpeg, path: from, source, folder, signal, limits = usualLimits }: Making): Promise<Made> {
  const { lookSeconds, copySeconds, largestCopyBytes, longestSeconds } = limits;
  const run = (args: string[], processorSeconds: number) =>
    runLimited({
      program: ffmpeg,
      args,
      folder,
      processorSeconds,
      timeoutMs: processorSeconds * patience * 1000,
      memoryBytes,
      fileBytes: largestCopyBytes,
      signal,
    });
  const looked = await run(lookArguments(from, source), lookSeconds);
  if (looked.ended) return endedOf(looked);
  if (noProgram.includes(looked.exitCode)) return failed('no_program');
  const streams = readStreams(looked.stderr);
  if (streams.length === 0) return failed('unreadable');
  if (source.mayPlay && arePlayed(streams)) return { kind: 'none' };
  const hasVideo = streams.some(({ kind }) => kind === 'Video');
  const copy = path.join(folder, 'copy.mp4');
  const copied = await run(copyArguments(from, source, { hasVideo, longestSeconds, name: path.basename(copy) }), copySeconds);
  if (copied.ended) return endedOf(copied);
  const seconds = copiedSeconds(copied.stdout);
  if (seconds > longestSeconds) return failed('too_long');
  if (copied.exitCode !== 0 || seconds === 0) return failed((await sizeOf(copy)) >= largestCopyBytes ? 'too_large' : 'unreadable');
  return { kind: 'made', path: copy, type: hasVideo ? 'video/mp4' : 'audio/mp4' };
}

function endedOf({ ended }: ProgramResult): Made {
  if (ended === 'stopped') throw new Error('A copy was not finished, since the process stops.');
  return failed(ended === 'output' ? 'too_large' : 'too_slow');
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
