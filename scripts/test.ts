/**
 * Every test: types, lint and format, unit and API tests, then browser journeys against the built product.
 * Prints one closing line, `N passed, N failed`, and exits with 1 when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepProved, readReport, type TestRun } from './reports.ts';

const reports = mkdtempSync(path.join(tmpdir(), 'parley-reports-'));
const tests: TestRun[] = [];
/** Parts that have no tests of their own; each counts as one. */
const checks: { title: string; isGreen: boolean }[] = [];
/** How long each part took: repeated at the end, where whoever reads a long log looks first. */
const times: string[] = [];

function run(title: string, command: string, args: string[], environment: Record<string, string> = {}): boolean {
  console.log(`\n== ${title}`);
  const startedAt = performance.now();
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  });
  times.push(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(5)} s  ${title}`);
  return status === 0;
}

function check(title: string, command: string, args: string[]): void {
  checks.push({ title, isGreen: run(title, command, args) });
}

/** Takes the tests from the report; a run that ends badly though it reports no failure, or reports nothing, counts as a failure itself. */
function addTests(title: string, isGreen: boolean, report: string): void {
  const found = readReport(report);
  tests.push(...found);
  const hasFailed = found.some(({ outcome }) => outcome === 'failed');
  if (found.length === 0 || (!isGreen && !hasFailed)) checks.push({ title, isGreen: false });
}

function unitTests(title: string, environment: Record<string, string>, args: string[]): void {
  const report = path.join(reports, `${times.length}.json`);
  const isGreen = run(
    title,
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    environment,
  );
  addTests(title, isGreen, report);
}

function browserTests(): void {
  const report = path.join(reports, 'browser.json');
  const isGreen = run('browser journeys', 'playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  addTests('browser journeys', isGreen, report);
}

check('lint and format', 'biome', ['check', '--error-on-warnings', '.']);
// In one pass: apart, types and promises would read every program twice.
const sources = ['apps', 'packages', 'e2e', 'scripts', 'bench', 'attack', ...globSync('*.config.ts')];
check('types and promises', 'oxlint', ['--type-check', '--type-aware', ...sources]);
check('build', 'npm', ['run', '--silent', 'build']);
check('size of the screens', process.execPath, ['scripts/budget.ts']);
// Each test runs once. What asks the database for more than rows by key runs on the oldest version that is supported, where a server of it is
// named; everything else, and the browser journeys over all of it, on the embedded one.
const askingMore = ['channel/template', 'chat/chat', 'customer', 'messaging', 'outreach', 'insight/report', 'file/artifact'];
const elsewhere = process.env.TEST_DATABASE_URL
  ? askingMore.flatMap((folder) => globSync(`apps/server/src/domains/${folder}/**/*.api.test.ts`))
  : [];
unitTests('unit and API tests, on the embedded database', { TEST_DATABASE_URL: '', TESTS_ELSEWHERE: elsewhere.join(':') }, []);
if (elsewhere.length > 0) unitTests('API tests, on the server of TEST_DATABASE_URL', {}, ['--project', 'server', ...elsewhere]);
else console.log('\n== API tests on a server: TEST_DATABASE_URL names none, so they ran on the embedded one');
check('attack, in its short form', process.execPath, ['attack/main.ts', '--short', '--seed', '3']);
browserTests();
keepProved(tests);

const count = (outcome: TestRun['outcome']) => tests.filter((test) => test.outcome === outcome).length;
const failed = tests.filter(({ outcome }) => outcome === 'failed').map(({ file, title, reason }) => `${file} > ${title}: ${reason}`);
failed.push(...checks.filter(({ isGreen }) => !isGreen).map(({ title }) => title));
const passedCount = count('passed') + checks.length - checks.filter(({ isGreen }) => !isGreen).length;
const skippedCount = count('skipped');

console.log(`\n${times.join('\n')}`);
for (const line of failed) console.log(`failed: ${line}`);
console.log(`\n${passedCount} passed, ${failed.length} failed${skippedCount ? `, ${skippedCount} skipped` : ''}`);
process.exit(failed.length === 0 ? 0 : 1);
