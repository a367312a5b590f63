/**
 * Shows what a change broke, within minutes: `npm run check`, or `npm run check -- main` to compare with another commit than the last one.
 * Types are checked whole (unchanged files are cached), lint and format where files changed. Tests run for the console and packages that
 * the changed files reach, and for the server's domains that were touched, be it by a package or by the database (reach.ts). `npm test` runs
 * everything, and decides.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { domainTables } from '../apps/server/src/domains/tables.ts';
import { serverTestsOf } from './reach.ts';

const base = process.argv[2] ?? 'HEAD';
const lines = (args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
const changed = [...lines(['diff', '--name-only', '--diff-filter=d', base]), ...lines(['ls-files', '--others', '--exclude-standard'])];
const gone = lines(['diff', '--name-only', '--diff-filter=D', base]);
if (changed.length + gone.length === 0) {
  console.log(`Nothing differs from ${base}.`);
  process.exit(0);
}
const sources = changed.filter((file) => /\.tsx?$/.test(file));
const failures: string[] = [];

function check(title: string, command: string, args: string[]): void {
  console.log(`\n== ${title}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) failures.push(title);
}

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const ownerOf = new Map(
  Object.entries(domainTables).flatMap(([domain, { tables }]) => tables.map((table) => [toSnake(table), domain] as const)),
);

check('types', process.execPath, ['scripts/typecheck.ts']);
check('lint and format', 'biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...changed]);
if (sources.length > 0) {
  check('promises', 'oxlint', ['--type-aware', ...sources]);
  check('tests of what is drawn and what is pure', 'vitest', [
    'related',
    '--run',
    '--passWithNoTests',
    ...['console', 'designer', 'packages', 'widget'].flatMap((project) => ['--project', project]),
    ...sources,
  ]);
}
const folders = serverTestsOf(
  [
    ...changed.map((file) => ({ path: file, text: file.endsWith('.sql') ? readFileSync(file, 'utf8') : '' })),
    ...gone.map((file) => ({ path: file, text: '' })),
  ],
  ownerOf,
);
if (folders.length > 0 || [...changed, ...gone].some((file) => file.startsWith('apps/server/') || file.startsWith('packages/contract/')))
  check('tests of the server', 'vitest', ['run', '--project', 'server', 'apps/server/src/domains/doors.test.ts', ...folders]);

console.log(
  failures.length === 0 ? '\nNothing is broken as far as this looks; npm test looks at everything.' : `\nbroken: ${failures.join(', ')}`,
);
process.exit(failures.length === 0 ? 0 : 1);
