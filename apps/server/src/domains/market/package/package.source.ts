import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PackageManifest } from '@parley/contract';
import { canonical } from '#platform/audit/changes.ts';
import { type PackageFile, sha256Of } from '../package-file/package-file.ts';

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** Reads a package as somebody writes it: a folder with `manifest.json`, whose items lack their hashes, and the items. */
export function readSource(folder: string): Omit<PackageFile, 'signature'> {
  const given = readJson(path.join(folder, 'manifest.json')) as { items: { path: string }[] };
  const parts = new Map(given.items.map((item) => [item.path, canonical(readJson(path.join(folder, item.path)))]));
  const items = given.items.map((item) => ({ ...item, sha256: sha256Of(parts.get(item.path) ?? '') }));
  const manifest = PackageManifest.parse({ ...given, items });
  return { manifest, manifestText: canonical(manifest), parts };
}
