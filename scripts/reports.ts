/** Reads the results of each test from the reports of Vitest and Playwright, and keeps the part for `npm run requirements`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const provedFile = '.cache/proved.json';

/**
 * @property title the test's full title: those of its describe blocks and its own, as the run filled them in; '' for a file that could not be run
 * @property reason what failed, on one line and without the stack: the beginning and the end of it; what a skipped test lacks, with the
 * command that helps (apps/server/test/lacking.ts, `test.skip` of Playwright); otherwise ''
 */
export type TestRun = { file: string; title: string; outcome: 'passed' | 'failed' | 'skipped'; reason: string };
export type Proved = { finishedAt: string; tests: TestRun[] };

type UnitReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[]; meta?: { lacks?: string } }[];
  }[];
};
type Suite = {
  title: string;
  file: string;
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      annotations: { type: string; description?: string }[];
      results: { error?: { message?: string } }[];
    }[];
  }[];
};
type BrowserReport = {
  config: { rootDir: string };
  suites: Suite[];
  /** Errors outside of every test, as of a promise that nobody waits for and that fails after its test. */
  errors?: { message?: string; location?: { file: string; line: number } }[];
};

const outcomes: Record<string, TestRun['outcome']> = {
  passed: 'passed',
  expected: 'passed',
  flaky: 'passed',
  failed: 'failed',
  unexpected: 'failed',
};
const toOutcome = (status: string): TestRun['outcome'] => outcomes[status] ?? 'skipped';
const fromRoot = (file: string) => path.relative(process.cwd(), file);

function reasonOf(text = ''): string {
  const line = (text.split(/\n\s+at /, 1)[0] ?? '').replaceAll(/\s+/g, ' ').trim();
  return line.length > 600 ? `${line.slice(0, 200)} … ${line.slice(-400)}` : line;
}

const readUnit = ({ testResults }: UnitReport): TestRun[] =>
  testResults.flatMap(({ name, status, message, assertionResults }): TestRun[] => {
    const file = fromRoot(name);
    const tests = assertionResults.map((result) => {
      const outcome = toOutcome(result.status);
      return {
        file,
        title: result.fullName,
        outcome,
        reason: reasonOf(outcome === 'skipped' ? result.meta?.lacks : result.failureMessages[0]),
      };
    });
    const isBroken = status === 'failed' && !tests.some(({ outcome }) => outcome === 'failed');
    return isBroken ? [...tests, { file, title: '', outcome: 'failed', reason: reasonOf(message) }] : tests;
  });

function readBrowser({ config, suites, errors = [] }: BrowserReport): TestRun[] {
  // The outermost suite is the file, which is no part of a title.
  const visit = (suite: Suite, titles: string[]): TestRun[] => [
    ...suite.specs.flatMap((spec) =>
      spec.tests.map(({ status, annotations, results }) => ({
        file: fromRoot(path.join(config.rootDir, spec.file)),
        title: [...titles, spec.title].join(' '),
        outcome: toOutcome(status),
        reason: reasonOf(results.at(-1)?.error?.message ?? annotations.find(({ type }) => type === 'skip')?.description),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => visit(inner, [...titles, inner.title])),
  ];
  const outside = errors.map(({ message, location }): TestRun => {
    const file = location ? `${fromRoot(location.file)}:${location.line}` : '';
    return { file, title: 'outside of its tests', outcome: 'failed', reason: reasonOf(message) };
  });
  return [...suites.flatMap((suite) => visit(suite, [])), ...outside];
}

/** The tests of one report; none when it was not written whole, as by a run that was killed. */
export function readReport(file: string): TestRun[] {
  let report: Partial<UnitReport & BrowserReport>;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as typeof report;
  } catch {
    return [];
  }
  if (report.testResults) return readUnit(report as UnitReport);
  return report.suites ? readBrowser(report as BrowserReport) : [];
}

export function keepProved(tests: TestRun[]): void {
  mkdirSync(path.dirname(provedFile), { recursive: true });
  writeFileSync(provedFile, JSON.stringify({ finishedAt: new Date().toISOString(), tests } satisfies Proved));
}
