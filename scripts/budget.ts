/**
 * Tells whether each screen of the built console, and the first sight of the built designer, loads no more script than it may: `npm run budget`, after
 * `npm run build`. Says which have grown, and by how much; `npm run budget -- --write` takes today's sizes with 2 to 7 kB to spare, for whoever
 * means it; the widget's script may never have more than 20 kB. Sizes are those of all scripts that have to arrive before the screen can be drawn, gzip, in kB.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const mostOfFirst = 260;
const mostOfWidget = 20;
const step = 5;
const spare = 2;

type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>;
type Sizes = Record<string, number>;

/** Kilobytes of a script as it travels. */
const sizeOf = (file: string): number => (file.endsWith('.js') ? gzipSync(readFileSync(file), { level: 9 }).byteLength / 1000 : 0);
const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);

/** Returns the sizes that each screen of the console downloads. */
function readScreens(): Sizes {
  const dist = 'apps/console/dist';
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sizes = new Map<string, number>();
  const knownSizeOf = (file: string): number => {
    const size = sizes.get(file) ?? sizeOf(path.join(dist, file));
    sizes.set(file, size);
    return size;
  };
  const addFiles = (key: string, found: Set<string>): Set<string> => {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) addFiles(next, found);
    return found;
  };
  const entries = Object.entries(manifest).flatMap(([key, chunk]) => (chunk.isEntry ? [key] : []));
  const pages = Object.keys(manifest).filter((key) => /-page\.tsx$/.test(key));
  const restOfCalls = Object.keys(manifest).filter((key) => key.endsWith('/calls.rest.gen.ts'));
  return Object.fromEntries(
    pages.toSorted().map((page) => {
      // Only who signs in does without the calls of other nouns.
      const needed = page.includes('/account/sign-in/') ? [page] : [page, ...restOfCalls];
      const files = [...entries, ...needed].reduce((found, key) => addFiles(key, found), new Set<string>());
      return [page.replace('src/features/', '').replace('-page.tsx', ''), sum([...files].map(knownSizeOf))];
    }),
  );
}

/** Returns the size that a page of the designer downloads before it draws anything: the scripts that it names, and the calls that bring it its document. */
function readDesigner(page: string, assets: string): number {
  const dist = 'apps/designer/dist';
  const named = readFileSync(path.join(dist, page), 'utf8').matchAll(/assets\/[\w./-]+\.js/g);
  const calls = globSync(`${assets}/calls.rest*.js`, { cwd: dist });
  return sum([...new Set([...[...named].map(([file]) => file), ...calls])].map((file) => sizeOf(path.join(dist, file))));
}

/** Compares sizes with a budget, or makes the budget of them. @returns what has grown, lacks a budget, or is gone */
function compare(now: Sizes, budgetFile: string): string[] {
  if (process.argv.includes('--write')) {
    const rounded = Object.fromEntries(Object.entries(now).map(([name, size]) => [name, Math.ceil((size + spare) / step) * step]));
    writeFileSync(budgetFile, `${JSON.stringify(rounded, null, 2)}\n`);
  }
  const budget = JSON.parse(readFileSync(budgetFile, 'utf8')) as Sizes;
  return [
    ...Object.entries(now).flatMap(([name, size]) => {
      const most = budget[name];
      if (most === undefined) return [`${name} has no budget yet: it loads ${size.toFixed(1)} kB`];
      return size > most ? [`${name} loads ${size.toFixed(1)} kB, ${(size - most).toFixed(1)} more than it may`] : [];
    }),
    ...Object.keys(budget).flatMap((name) => (name in now ? [] : [`${name} has a budget, and is no screen`])),
  ];
}

const screens = readScreens();
const designer = readDesigner('index.html', 'assets');
const formDesigner = readDesigner('form.html', 'assets/form');

const faults = [
  ...compare(screens, 'apps/console/budget.json'),
  ...compare({ 'first sight of the designer': designer, 'designer of forms': formDesigner }, 'apps/designer/budget.json'),
];
const first = screens['account/sign-in/login'] ?? Number.POSITIVE_INFINITY;
const widget = sizeOf('apps/widget/dist/widget.js');
if (widget > mostOfWidget) faults.push(`the widget's script has ${widget.toFixed(2)} kB of ${mostOfWidget}`);
if (first > mostOfFirst) faults.push(`the first page loads ${first.toFixed(1)} kB of ${mostOfFirst}`);
console.log(
  faults.length === 0
    ? `${Object.keys(screens).length} screens within their budgets; the first page loads ${first.toFixed(1)} kB, the first sight of the designer ${designer.toFixed(1)} kB, the widget ${widget.toFixed(1)} kB.`
    : faults.join('\n'),
);
process.exit(faults.length === 0 ? 0 : 1);
