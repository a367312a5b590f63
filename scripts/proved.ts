/** What the reports of a test run say about each test, kept small for `npm run requirements`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const provedFile = '.cache/proved.json';

/** @property title the test's full title: those of its describe blocks and its own, as the run filled them in */
export type TestRun = { file: string; title: string; outcome: 'passed' | 'failed' | 'skipped' };
export type Proved = { finishedAt: string; tests: TestRun[] };

type UnitReport = {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
};
type Suite = {
  title: string;
  file: string;
  suites?: Suite[];
  specs: { title: string; file: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
};
type BrowserReport = { config: { rootDir: string }; suites: Suite[] };

const outcomes: Record<string, TestRun['outcome']> = {
  passed: 'passed',
  expected: 'passed',
  flaky: 'passed',
  failed: 'failed',
  unexpected: 'failed',
};
const toOutcome = (status: string): TestRun['outcome'] => outcomes[status] ?? 'skipped';
const fromRoot = (file: string) => path.relative(process.cwd(), file);

const readUnit = ({ testResults }: UnitReport): TestRun[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ file: fromRoot(name), title: fullName, outcome: toOutcome(status) })),
  );

function readBrowser({ config, suites }: BrowserReport): TestRun[] {
  // The outermost suite is the file, which is no part of a title.
  const walk = (suite: Suite, titles: string[]): TestRun[] => [
    ...suite.specs.flatMap((spec) =>
      spec.tests.map(({ status }) => ({
        file: fromRoot(path.join(config.rootDir, spec.file)),
        title: [...titles, spec.title].join(' '),
        outcome: toOutcome(status),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ];
  return suites.flatMap((suite) => walk(suite, []));
}

function readReport(file: string): TestRun[] {
  let report: Partial<UnitReport & BrowserReport>;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as typeof report;
  } catch {
    // A run that was killed leaves half a report; what it did not report proves nothing.
    return [];
  }
  if (report.testResults) return readUnit(report as UnitReport);
  return report.suites ? readBrowser(report as BrowserReport) : [];
}

/** Merges the JSON reports of Vitest and Playwright that lie in `folder`. */
export function keepProved(folder: string): void {
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readReport(path.join(folder, name)));
  mkdirSync(path.dirname(provedFile), { recursive: true });
  writeFileSync(provedFile, JSON.stringify({ finishedAt: new Date().toISOString(), tests } satisfies Proved));
}
