import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const growthBytes = 32 * 1024 ** 2;
let collect: (() => void) | undefined;
let afterLast = 0;

/** Bytes of the old generation, which only a full garbage collection frees. */
const oldBytes = () =>
  getHeapSpaceStatistics().reduce(
    (sum, space) => (/^(?:old|large_object)_space$/.test(space.space_name) ? sum + space.space_used_size : sum),
    0,
  );

function prepare(): () => void {
  // The young generation doubles while batches outlive it, up to 96 MB in a process that needs 20: it stays as it is from here on.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * Collects garbage between two batches of a long stream. V8 delays a full collection until the old generation has grown by hundreds of
 * megabytes, and a long file fills it with garbage. Importing 50,000 rows took 372 MB without this and 255 MB with it, at the same speed.
 */
export function boundMemory(): void {
  collect ??= prepare();
  if (oldBytes() < afterLast + growthBytes) return;
  collect();
  afterLast = oldBytes();
}
