/**
 * Which requirement rows the tests prove: a row is covered when a test's title names it. Prints covered and uncovered rows by module.
 * The rows are read from a tab-separated file, id first: `npm run requirements -- path/to/requirements.tsv [MODULE ...]`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';

const [file = process.env.REQUIREMENTS ?? '../shared/product/requirements.tsv', ...wanted] = process.argv.slice(2);
if (!existsSync(file)) {
  console.error(`There are no requirement rows at ${file}; give the path of a tab-separated file as the first argument.`);
  process.exit(1);
}
const rows = readFileSync(file, 'utf8')
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[0] ?? '')
  .filter((id) => /^[A-Z0-9]+-\d{3}$/.test(id));

const titles = globSync(['apps/**/*.test.{ts,tsx}', 'packages/**/*.test.ts', 'e2e/**/*.ts'], {
  exclude: (name) => name === 'node_modules' || name === 'dist',
})
  // Titles begin with their rows; those of a test that runs for each of a list may stand in the list.
  .flatMap((path) => readFileSync(path, 'utf8').match(/['"`](?:%s )?[A-Z0-9]{2,}-\d{3}\b[^'"`]*/g) ?? [])
  .join('\n');
/** `MENU-009 to MENU-043` in a title names every row between. */
const ranges = [...titles.matchAll(/\b([A-Z0-9]{2,})-(\d{3}) to \1-(\d{3})\b/g)].flatMap(([, module, from, to]) =>
  Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `${module}-${String(Number(from) + index).padStart(3, '0')}`),
);
const proved = new Set([...(titles.match(/\b[A-Z0-9]{2,}-\d{3}\b/g) ?? []), ...ranges]);

const modules = Map.groupBy(rows, (id) => id.split('-')[0] ?? '');
for (const [module, ids] of modules) {
  if (wanted.length > 0 && !wanted.includes(module)) continue;
  const missing = ids.filter((id) => !proved.has(id));
  console.log(
    `${module.padEnd(8)} ${String(ids.length - missing.length).padStart(3)} of ${String(ids.length).padStart(3)} covered${missing.length > 0 ? `; not: ${missing.join(' ')}` : ''}`,
  );
}
const unknown = [...proved].filter((id) => modules.has(id.split('-')[0] ?? '') && !rows.includes(id));
if (unknown.length > 0) console.log(`named by tests but no row: ${unknown.join(' ')}`);
