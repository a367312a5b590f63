import { readFileSync } from 'node:fs';

export type BundledModel = 'encoder' | 'emotion' | 'words';

const read = new Map<BundledModel, Uint8Array>();

/**
 * Bytes of a model that comes with this package (docs/NLU.md names source and licence); read from the disk on the first call, then kept.
 * Do not write into them.
 */
export function readBundledModel(name: BundledModel): Uint8Array {
  let bytes = read.get(name);
  if (!bytes) {
    bytes = readFileSync(new URL(`../models/${name}.bin`, import.meta.url));
    read.set(name, bytes);
  }
  return bytes;
}
