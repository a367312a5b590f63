import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
const neededBytes = 2 * 1024 ** 3; // far above what the databases of one run take

/** A copy of the template database took 1.3 s on a disk that others use too; in memory it takes 0.04 s. */
function parentFolder(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= neededBytes) return memory;
  } catch {
    // Linux alone has it.
  }
  return tmpdir();
}

/** A new folder for what a test throws away; the embedded database's own user can reach it. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(parentFolder(), `parley-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
