/**
 * Lists the requirement rows that the last `npm test` proved. A row is covered when tests that name it in their titles ran, and all of them
 * passed. Prints, by module, the covered and uncovered rows; then rows whose test failed or was skipped, rows named outside of titles, and
 * names that are no row. Ends with 1 without a run's report or without rows.
 * `npm run requirements -- [MODULE ...]`; REQUIREMENTS names another tab-separated file of rows, id first.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { type Proved, provedFile, type TestRun } from './reports.ts';

const rowFile = process.env.REQUIREMENTS ?? 'docs/product/requirements.tsv';
const wanted = process.argv.slice(2);

function stop(words: string): never {
  console.error(words);
  process.exit(1);
}
if (!existsSync(rowFile)) stop(`There are no requirement rows at ${rowFile}; REQUIREMENTS names another tab-separated file.`);
if (!existsSync(provedFile)) stop(`There is no report of a run at ${provedFile}; run npm test first.`);

const rows = readFileSync(rowFile, 'utf8')
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t')[0] ?? '')
  .filter((id) => /^[A-Z0-9]+-\d{3}$/.test(id));
const modules = Map.groupBy(rows, (id) => id.split('-')[0] ?? '');
const isRow = new Set(rows);
const { finishedAt, tests } = JSON.parse(readFileSync(provedFile, 'utf8')) as Proved;

/** The ids that a text names; `MENU-009 to MENU-011` names each of the three. */
function namesIn(text: string): string[] {
  const ranges = [...text.matchAll(/\b([A-Z0-9]{2,})-(\d{3}) to \1-(\d{3})\b/g)].flatMap(([, module, from, to]) =>
    Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, index) => {
      return `${module}-${String(Number(from) + index).padStart(3, '0')}`;
    }),
  );
  return [...new Set([...(text.match(/\b[A-Z][A-Z0-9]+-\d{3}\b/g) ?? []), ...ranges])];
}

const testsOf = new Map<string, TestRun[]>();
for (const test of tests) for (const id of namesIn(test.title)) testsOf.set(id, [...(testsOf.get(id) ?? []), test]);
const outcomeOf = (id: string) => {
  const outcomes = new Set(testsOf.get(id)?.map(({ outcome }) => outcome));
  return outcomes.has('failed') ? 'failed' : outcomes.has('passed') ? 'passed' : outcomes.has('skipped') ? 'skipped' : 'unnamed';
};

console.log(`The run that finished at ${finishedAt}: ${tests.length} tests.\n`);
let covered = 0;
for (const [module, ids] of modules) {
  if (wanted.length > 0 && !wanted.includes(module)) continue;
  const missing = ids.filter((id) => outcomeOf(id) !== 'passed');
  covered += ids.length - missing.length;
  console.log(
    `${module.padEnd(8)} ${String(ids.length - missing.length).padStart(3)} of ${String(ids.length).padStart(3)} covered${missing.length > 0 ? `; not: ${missing.join(' ')}` : ''}`,
  );
}
if (wanted.length === 0) console.log(`\n${covered} of ${rows.length} rows are covered.`);

function printList(title: string, lines: string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

const isWanted = (id: string) => wanted.length === 0 || wanted.includes(id.split('-')[0] ?? '');
for (const outcome of ['failed', 'skipped'] as const) {
  printList(
    `Rows with a test that ${outcome === 'failed' ? 'failed' : 'was skipped'}`,
    rows
      .filter(isWanted)
      .flatMap((id) =>
        (testsOf.get(id) ?? []).filter((test) => test.outcome === outcome).map(({ file, title }) => `${id} ${file}: ${title}`),
      ),
  );
}

const titlesOf = Map.groupBy(tests, ({ file }) => file);
const namedIn = globSync(['apps/**/*.test.{ts,tsx}', 'packages/**/*.test.ts', 'e2e/**/*.ts', 'attack/**/*.ts'], {
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).flatMap((file) => {
  const inTitles = new Set(namesIn((titlesOf.get(file) ?? []).map(({ title }) => title).join('\n')));
  return namesIn(readFileSync(file, 'utf8')).map((id) => ({ file, id, isInTitle: inTitles.has(id) }));
});
printList(
  'Rows named outside of the titles of tests that ran (in comments, in lists, in tests that did not run)',
  [
    ...Map.groupBy(
      namedIn.filter(({ id, isInTitle }) => isRow.has(id) && isWanted(id) && !isInTitle),
      ({ file }) => file,
    ),
  ].map(([file, names]) => `${file}: ${names.map(({ id }) => id).join(' ')}`),
);

// Other words have this shape too, such as UTF-008, so elsewhere than in titles only the modules' own names count.
const strangers = [
  ...[...testsOf].filter(([id]) => !isRow.has(id)).flatMap(([id, naming]) => naming.map(({ file }) => `${id} ${file}`)),
  ...namedIn.filter(({ id }) => modules.has(id.split('-')[0] ?? '') && !isRow.has(id)).map(({ file, id }) => `${id} ${file}`),
];
printList('Names that are no row', [...new Set(strangers)]);
