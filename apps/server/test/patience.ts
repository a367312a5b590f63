import { vi } from 'vitest';

/** Nobody waits this long unless something hangs; the second that Vitest gives is too short for a busy machine. */
const patienceMs = 60_000;

const { waitFor, waitUntil } = vi;

/**
 * `vi.waitFor` and `vi.waitUntil` wait up to a minute where a test names no time of its own. Vitest has no setting for it, so the two are
 * replaced, once in each worker: `setup.ts` runs for each file, while this module is loaded by the first one.
 */
vi.waitFor = (callback, options = {}) => waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
vi.waitUntil = (callback, options = {}) => waitUntil(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
