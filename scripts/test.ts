/**
 * Every test: types, lint and format, unit and API tests, then browser journeys against the built product.
 * Prints one closing line, `N passed, N failed`, and exits with 1 when anything failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

type Part = { title: string; command: string; args: string[]; environment?: Record<string, string> };

/** @param isAside what it prints is kept until it ends, since another part prints meanwhile */
async function run({ title, command, args, environment = {} }: Part, isAside = false): Promise<boolean> {
  if (!isAside) console.log(`\n== ${title}`);
  const startedAt = performance.now();
  const child = spawn(command, args, {
    stdio: isAside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [status] = await once(child, 'close').catch((error: Error) => [error.message]);
  if (isAside) console.log(`\n== ${title}\n${Buffer.concat(output).toString()}`);
  times.push(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(5)} s  ${title}`);
  return status === 0;
}

async function check(part: Part, isAside = false): Promise<void> {
  checks.push({ title: part.title, isGreen: await run(part, isAside) });
}

/** Takes the tests from the report; a run that ends badly though it reports no failure, or reports nothing, counts as a failure itself. */
function addTests(title: string, isGreen: boolean, report: string): void {
  const found = readReport(report);
  tests.push(...found);
  const hasFailed = found.some(({ outcome }) => outcome === 'failed');
  if (found.length === 0 || (!isGreen && !hasFailed)) checks.push({ title, isGreen: false });
}

async function unitTests(title: string, environment: Record<string, string>, args: string[], isAside = false): Promise<void> {
  const report = path.join(reports, isAside ? 'aside.json' : 'unit.json');
  const reporting = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGreen = await run({ title, command: 'vitest', args: [...reporting, ...args], environment }, isAside);
  addTests(title, isGreen, report);
}

async function browserTests(): Promise<void> {
  const title = 'browser journeys';
  const report = path.join(reports, 'browser.json');
  const environment = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const isGreen = await run({ title, command: 'playwright', args: ['test', '--reporter=list,json'], environment });
  addTests(title, isGreen, report);
}

await check({ title: 'lint and format', command: 'biome', args: ['check', '--error-on-warnings', '.'] });
// In one pass: apart, types and promises would read every program twice.
const sources = ['apps', 'packages', 'e2e', 'scripts', 'bench', 'attack', ...globSync('*.config.ts')];
await check({ title: 'types and promises', command: 'oxlint', args: ['--type-check', '--type-aware', ...sources] });
await check({ title: 'build', command: 'npm', args: ['run', '--silent', 'build'] });
await check({ title: 'size of the screens', command: process.execPath, args: ['scripts/budget.ts'] });
// Each test runs once. What asks the database for more than rows by key runs on the oldest version that is supported, where a server of it is
// named; everything else, and the browser journeys over all of it, on the embedded one.
const askingMore = ['channel/template', 'chat/chat', 'customer', 'messaging', 'outreach', 'insight/report', 'file/artifact'];
const onServer = 'API tests, on the server of TEST_DATABASE_URL';
const elsewhere = process.env.TEST_DATABASE_URL
  ? askingMore.flatMap((folder) => globSync(`apps/server/src/domains/${folder}/**/*.api.test.ts`))
  : [];
const onEmbedded = unitTests(
  'unit and API tests, on the embedded database',
  { TEST_DATABASE_URL: '', TESTS_ELSEWHERE: elsewhere.join(':') },
  [],
);
// At the same time, one after the other: each of these waits for databases and programs half of its time.
if (elsewhere.length > 0) await unitTests(onServer, {}, ['--project', 'server', '--maxWorkers=1', ...elsewhere], true);
else console.log(`\n== ${onServer}: it names none, so they ran on the embedded one`);
await check({ title: 'attack, in its short form', command: process.execPath, args: ['attack/main.ts', '--short', '--seed', '3'] }, true);
await onEmbedded;
await browserTests();
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
