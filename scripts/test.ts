/**
 * Every test: types, lint and format, unit and API tests, then browser journeys against the built product.
 * Prints one closing line, `N passed, N failed`, and exits with 1 when anything failed.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepProved } from './proved.ts';

const reports = mkdtempSync(path.join(tmpdir(), 'parley-reports-'));
const totals = { passed: 0, failed: 0, skipped: 0 };
/** What is repeated at the end, where whoever reads a long log looks first. */
const times: string[] = [];
const failures: string[] = [];

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

/** A check without tests of its own counts as one. */
function check(title: string, command: string, args: string[]): void {
  const isGreen = run(title, command, args);
  totals[isGreen ? 'passed' : 'failed'] += 1;
  if (!isGreen) failures.push(title);
}

type UnitReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};
type Suite = { title: string; specs?: { title: string; ok: boolean }[]; suites?: Suite[] };
type BrowserReport = { stats: { expected: number; unexpected: number; skipped: number }; suites: Suite[] };
const read = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

function unitTests(title: string, environment: Record<string, string>, args: string[]): void {
  const file = path.join(reports, `${totals.passed}-unit.json`);
  const isGreen = run(title, 'vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args], environment);
  const report = read<UnitReport>(file);
  totals.passed += report?.numPassedTests ?? 0;
  totals.skipped += report?.numPendingTests ?? 0;
  totals.failed += report && (isGreen || report.numFailedTests > 0) ? report.numFailedTests : isGreen ? 0 : 1;
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) failures.push(`${path.relative('.', name)}: ${firstLine(message)}`);
    for (const { fullName, failureMessages } of failed)
      failures.push(`${path.relative('.', name)} > ${fullName}: ${firstLine(failureMessages[0] ?? '')}`);
  }
  if (!isGreen && !report) failures.push(`${title}: no report`);
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

function failedJourneys({ title, specs = [], suites = [] }: Suite): string[] {
  return [...specs.filter(({ ok }) => !ok).map((spec) => `${title} > ${spec.title}`), ...suites.flatMap(failedJourneys)];
}

function browserTests(): void {
  const file = path.join(reports, 'browser.json');
  const isGreen = run('browser journeys', 'playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const report = read<BrowserReport>(file);
  totals.passed += report?.stats.expected ?? 0;
  totals.skipped += report?.stats.skipped ?? 0;
  const failed = report?.stats.unexpected ?? 0;
  totals.failed += isGreen ? failed : Math.max(1, failed);
  failures.push(...(report?.suites ?? []).flatMap(failedJourneys));
  if (!isGreen && failed === 0) failures.push('browser journeys: they did not come to their end');
}

check('types', process.execPath, ['scripts/typecheck.ts']);
check('lint and format', 'biome', ['check', '--error-on-warnings', '.']);
check('promises', 'oxlint', ['--type-aware', 'apps', 'packages', 'e2e', 'scripts', 'bench', 'attack']);
check('build', 'npm', ['run', '--silent', 'build']);
unitTests('unit and API tests, on the embedded database', { TEST_DATABASE_URL: '' }, []);
// On the other version goes what asks the database for more than rows by key. The walk, killed processes, tests without a database and the
// like say nothing of it; the migrations run there for all of them.
const askingMore = ['channel/template', 'chat/chat', 'customer', 'messaging', 'outreach', 'insight/report', 'file/artifact'];
const elsewhere = askingMore.flatMap((folder) => globSync(`apps/server/src/domains/${folder}/**/*.api.test.ts`));
if (process.env.TEST_DATABASE_URL) unitTests('API tests, on the server of TEST_DATABASE_URL', {}, ['--project', 'server', ...elsewhere]);
else console.log('\n== API tests on a server: left out, TEST_DATABASE_URL names none');
check('attack, in its short form', process.execPath, ['attack/main.ts', '--short', '--seed', '3']);
browserTests();
keepProved(reports);

console.log(`\n${times.join('\n')}`);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
process.exit(totals.failed === 0 ? 0 : 1);
