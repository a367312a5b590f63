/**
 * Every test: types, lint and format, unit and API tests, then browser journeys against the built product.
 * Prints one closing line, `N passed, N failed, N skipped`, and exits with 1 when anything failed. `npm test -- --bare` also walks one journey as
 * a machine with Node and npm alone would.
 */
import { globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closingWords, type Part, type PartRun, runPart } from './parts.ts';
import { keepProved, readReport, type TestRun } from './reports.ts';

const reports = mkdtempSync(path.join(tmpdir(), 'parley-reports-'));
const tests: TestRun[] = [];
/** Parts that have no tests of their own, of which each counts as one, and those that ended badly without a test that failed. */
const checks: PartRun[] = [];
/** Every part in the order in which it ended: how long each took is repeated at the end, where the reader of a long log looks first. */
const runs: PartRun[] = [];

async function run(part: Part, isAside = false): Promise<PartRun> {
  const ended = await runPart(part, isAside);
  runs.push(ended);
  return ended;
}

async function check(part: Part, isAside = false): Promise<void> {
  checks.push(await run(part, isAside));
}

/** Takes the tests from the report; a run that ends badly though it reports no failure, or reports nothing, counts as a failure itself. */
function addTests(part: PartRun, report: string): void {
  const found = readReport(report);
  tests.push(...found);
  const hasFailed = found.some(({ outcome }) => outcome === 'failed');
  if (found.length === 0 || (!part.isGreen && !hasFailed)) checks.push({ ...part, isGreen: false });
}

async function unitTests(title: string, environment: Record<string, string>, args: string[], isAside = false): Promise<void> {
  const report = path.join(reports, isAside ? 'aside.json' : 'unit.json');
  const reporting = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  addTests(await run({ title, command: 'vitest', args: [...reporting, ...args], environment }, isAside), report);
}

/**
 * One journey as on a machine with Node and npm alone (`--bare`): nothing of Debian's or Playwright's is found, so that a browser is brought by
 * npm, and no program is on the path but those of the install.
 */
async function bareJourney(): Promise<void> {
  const nowhere = path.join(reports, 'nowhere');
  const environment = { CHROMIUM: '', PATH: path.resolve('node_modules/.bin'), PLAYWRIGHT_BROWSERS_PATH: nowhere };
  await check({ title: 'a browser for a bare machine', command: process.execPath, args: ['scripts/browser.ts'], environment });
  const args = ['test', '--reporter=list', 'e2e/account.e2e.ts:4'];
  await check({ title: 'a journey on a bare machine', command: path.resolve('node_modules/.bin/playwright'), args, environment });
}

/** A machine without a browser has one brought (scripts/browser.ts). */
async function browserTests(): Promise<void> {
  const browser = await run({ title: 'a browser', command: process.execPath, args: ['scripts/browser.ts'] });
  if (!browser.isGreen) return void checks.push(browser);
  const report = path.join(reports, 'browser.json');
  const environment = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  addTests(await run({ title: 'browser journeys', command: 'playwright', args: ['test', '--reporter=list,json'], environment }), report);
}

await check({ title: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings', '.'] });
// Both checks run in one pass: apart, types and promises would read every program twice.
const sources = ['apps', 'packages', 'e2e', 'scripts', 'bench', 'attack', ...globSync('*.config.ts')];
await check({ title: 'types and promises', command: 'oxlint', args: ['--type-check', '--type-aware', ...sources] });
await check({ title: 'build', command: 'npm', args: ['run', '--silent', 'build'] });
await check({ title: 'size of the screens', command: process.execPath, args: ['scripts/budget.ts'] });
// Each test runs once. What asks the database for more than rows by key runs on the oldest version that is supported, where a server of it is
// named, and a backup by its tools; everything else, and the browser journeys over all of it, on the embedded one.
const askingMore = [
  'channel/template',
  'chat/chat',
  'chat/conversation',
  'chat/offer',
  'customer',
  'messaging',
  'outreach',
  'insight/report',
  'file/artifact',
];
const onServer = 'API tests, on the server of TEST_DATABASE_URL';
const elsewhere = process.env.TEST_DATABASE_URL
  ? [
      ...askingMore.flatMap((folder) => globSync(`apps/server/src/domains/${folder}/**/*.api.test.ts`)),
      'apps/server/test/backup.api.test.ts',
    ]
  : [];
const onEmbedded = unitTests(
  'unit and API tests, on the embedded database',
  { TEST_DATABASE_URL: '', TESTS_ELSEWHERE: elsewhere.join(':') },
  [],
);
// These run beside it, two at a time: each waits for databases and programs half of its time. The attack follows them, beside the last of the others.
if (elsewhere.length > 0) await unitTests(onServer, {}, ['--project', 'server', '--maxWorkers=2', ...elsewhere], true);
else console.log(`\n== ${onServer}: it names none, so they ran on the embedded one`);
await check({ title: 'attack, in its short form', command: process.execPath, args: ['attack/main.ts', '--short', '--seed', '3'] }, true);
await onEmbedded;
await browserTests();
if (process.argv.includes('--bare')) await bareJourney();
keepProved(tests);

const failed = tests.filter(({ outcome }) => outcome === 'failed').map(({ file, title, reason }) => `${file} > ${title}: ${reason}`);
const broken = checks.filter(({ isGreen }) => !isGreen);
const skipped = tests.filter(({ outcome }) => outcome === 'skipped').map(({ reason }) => reason);
const passedCount = tests.filter(({ outcome }) => outcome === 'passed').length + checks.length - broken.length;
console.log(closingWords(runs, { passedCount, skipped, failed, broken }));
process.exit(failed.length + broken.length === 0 ? 0 : 1);
