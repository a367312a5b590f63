/**
 * Shows what a change broke, within minutes: `npm run check`, or `npm run check -- main` to compare with another commit than the last one.
 * Types are checked whole (unchanged files are cached), lint and format where files changed. Tests run for the console and packages that
 * the changed files reach, and for the server's domains that were touched. `npm test` runs everything, and decides.
 */
import { spawnSync } from 'node:child_process';

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

/** Folders of the server whose tests say whether the change holds; the contract's folders have the domains' names. */
function touchedFolders(): string[] {
  const folders = [...changed, ...gone].flatMap((file) => {
    const [, domain] = /^(?:apps\/server\/src\/domains|packages\/contract\/src)\/([a-z]+)\//.exec(file) ?? [];
    if (domain !== undefined) return [`apps/server/src/domains/${domain}/`];
    const [platform] = /^apps\/server\/src\/platform\/[a-z-]+\//.exec(file) ?? [];
    if (platform !== undefined) return [platform];
    return /^apps\/server\/(?:test|seed)\/.*\.test\.ts$/.test(file) ? [file] : [];
  });
  return [...new Set(folders)];
}

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
const folders = touchedFolders();
if ([...changed, ...gone].some((file) => file.startsWith('apps/server/') || file.startsWith('packages/contract/')))
  check('tests of the server', 'vitest', ['run', '--project', 'server', 'apps/server/src/domains/doors.test.ts', ...folders]);

console.log(
  failures.length === 0 ? '\nNothing is broken as far as this looks; npm test looks at everything.' : `\nbroken: ${failures.join(', ')}`,
);
process.exit(failures.length === 0 ? 0 : 1);
