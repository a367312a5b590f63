import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure } from './table.ts';

const dist = path.join(import.meta.dirname, '../apps/console/dist');
const widget = path.join(import.meta.dirname, '../apps/widget/dist/widget.js');
const gzipBytes = (file: string) => gzipSync(readFileSync(file), { level: 9 }).byteLength;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Scripts that the first page loads: what index.html names, and what those import before they run. */
function firstPageScripts(): string[] {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map((match) => match[1] as string);
}

/** Measures the gzipped size of what the browser downloads; run `npm run build` first. */
export async function benchScripts(): Promise<Figure[]> {
  if (!existsSync(path.join(dist, 'index.html')) || !existsSync(widget)) throw new Error('Run npm run build first.');
  const named = firstPageScripts();
  const login = routeChunk('login');
  const files = [...new Set([...named, ...login])];
  const first = files.reduce((sum, file) => sum + gzipBytes(path.join(dist, file)), 0);
  const small = gzipBytes(widget);
  return [
    {
      name: 'console, script of the first page, gzip',
      ours: kilobytes(first),
      reference: '256 kB',
      ratio: first / 256_000,
      goal: 'at most 256 kB',
      isMet: first <= 256_000,
    },
    {
      name: 'widget, to first paint, gzip',
      ours: kilobytes(small),
      reference: '20 kB',
      ratio: small / 20_000,
      goal: 'under 20 kB',
      isMet: small < 20_000,
    },
  ];
}

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>;

/** The login page's own chunk with everything that it imports, from the build's manifest. */
function routeChunk(name: string): string[] {
  const folder = path.join(dist, '.vite');
  const manifestFile = existsSync(folder) ? readdirSync(folder).find((file) => file === 'manifest.json') : undefined;
  if (!manifestFile) return [];
  const manifest = JSON.parse(readFileSync(path.join(folder, manifestFile), 'utf8')) as Manifest;
  const found = new Set<string>();
  const follow = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) follow(next);
  };
  for (const [key, chunk] of Object.entries(manifest)) if (chunk.isEntry || key.includes(`${name}-page`)) follow(key);
  return [...found].filter((file) => file.endsWith('.js'));
}
