import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Packable } from '../../../packable.ts';
import { type PackageFile, readPackageFile } from '../package-file/package-file.ts';
import { fingerprintOfKey } from '../package-file/signature.ts';
import { releaseKey } from './release-key.ts';

const folder = path.join(import.meta.dirname, '../../../../market');

/** Packages that come with the product, by their ids. */
export type Shipped = () => Promise<ReadonlyMap<string, PackageFile>>;

/** They have no row: an id that follows from key and version is the same in every installation. */
export function shippedIdOf({ id, version }: { id: string; version: string }): string {
  const hash = createHash('sha256').update(`parley.package ${id} ${version}`).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}

/** @throws Error for a file that the release key has not signed */
async function readShipped(kinds: readonly Packable[], from: string): Promise<Map<string, PackageFile>> {
  const found = new Map<string, PackageFile>();
  const files = existsSync(from) ? readdirSync(from).filter((name) => name.endsWith('.parley')) : [];
  for (const name of files.sort()) {
    const file = await readPackageFile(path.join(from, name), kinds);
    if (file.signature.publicKey !== releaseKey) throw new Error(`${name} is not signed by the key of the releases.`);
    found.set(shippedIdOf(file.manifest), file);
  }
  return found;
}

/** Reads the shipped packages when they are first asked for, once. */
export function openShipped(kinds: readonly Packable[], from = folder): Shipped {
  let reading: Promise<ReadonlyMap<string, PackageFile>> | undefined;
  return () => (reading ??= readShipped(kinds, from));
}

export const releaseFingerprint = fingerprintOfKey(releaseKey);
