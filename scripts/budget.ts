/**
 * Whether each screen of the built console loads no more script than it may: `npm run budget`, after `npm run build`. Says which screens have
 * grown, and by how much; `npm run budget -- --write` takes today's sizes with 2 to 7 kB to spare, for whoever means it.
 * Sizes are those of all scripts that have to arrive before the screen can be drawn, gzip, in kB.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = 'apps/console/dist';
const budgetFile = 'apps/console/budget.json';
const mostOfFirst = 250;
const step = 5;
const spare = 2;

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>;
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = file.endsWith('.js') ? gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).byteLength : 0;
  sizes.set(file, size);
  return size;
}

function addFiles(key: string, found: Set<string>): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) addFiles(next, found);
  return found;
}

const entries = Object.entries(manifest).flatMap(([key, chunk]) => (chunk.isEntry ? [key] : []));
const pages = Object.keys(manifest).filter((key) => /-page\.tsx$/.test(key));
const now = Object.fromEntries(
  pages.toSorted().map((page) => {
    const files = [...entries, page].reduce((found, key) => addFiles(key, found), new Set<string>());
    const name = page.replace('src/features/', '').replace('-page.tsx', '');
    return [name, [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000];
  }),
);

if (process.argv.includes('--write')) {
  const rounded = Object.fromEntries(Object.entries(now).map(([name, size]) => [name, Math.ceil((size + spare) / step) * step]));
  writeFileSync(budgetFile, `${JSON.stringify(rounded, null, 2)}\n`);
}
const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Record<string, number>;
const faults = Object.entries(now).flatMap(([name, size]) => {
  const most = budget[name];
  if (most === undefined) return [`${name} has no budget yet: it loads ${size.toFixed(1)} kB`];
  return size > most ? [`${name} loads ${size.toFixed(1)} kB, ${(size - most).toFixed(1)} more than it may`] : [];
});
const first = now['account/sign-in/login'] ?? Number.POSITIVE_INFINITY;
if (first > mostOfFirst) faults.push(`the first page loads ${first.toFixed(1)} kB of ${mostOfFirst}`);
for (const gone of Object.keys(budget).filter((name) => !(name in now))) faults.push(`${gone} has a budget, and is no screen`);
console.log(
  faults.length === 0 ? `${pages.length} screens within their budgets; the first page loads ${first.toFixed(1)} kB.` : faults.join('\n'),
);
process.exit(faults.length === 0 ? 0 : 1);
