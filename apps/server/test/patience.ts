import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';

/** Nobody waits this long unless something hangs; the second that Vitest gives is too short for a busy machine. */
const patienceMs = 60_000;
/** A look costs a call and its statements: those who wait longer look less often, a tenth less processor time (19 files of outreach). */
const firstPauseMs = 15;
const longestPauseMs = 150;
const growth = 1.5;

type Options = number | { timeout?: number; interval?: number };

/** Looks until the callback passes. @param interval below `firstPauseMs` it stays as it is: a test wants to meet a moment */
async function waitFor<T>(callback: () => T | Promise<T>, options: Options = {}): Promise<T> {
  const { timeout = patienceMs, interval = firstPauseMs } = typeof options === 'number' ? { timeout: options } : options;
  const until = performance.now() + timeout;
  for (let pause = Math.min(interval, firstPauseMs); ; ) {
    try {
      return await callback();
    } catch (error) {
      if (performance.now() >= until) throw error;
    }
    await sleep(pause);
    if (interval >= firstPauseMs) pause = Math.min(pause * growth, longestPauseMs);
  }
}

/** The same for a callback that gives something that is not falsy. */
const waitUntil = <T>(callback: () => T | Promise<T>, options: Options = {}): Promise<T> =>
  waitFor(async () => {
    const found = await callback();
    if (!found) throw new Error('What is waited for did not come.');
    return found;
  }, options);

/** Vitest has no setting for either, so they are replaced, once in each worker: `setup.ts` runs for each file, this module is loaded by the first one. */
vi.waitFor = waitFor as typeof vi.waitFor;
vi.waitUntil = waitUntil as typeof vi.waitUntil;
