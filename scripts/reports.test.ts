import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readReport } from './reports.ts';

function writeReport(report: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test('a skipped test says what it lacks, in the report of either runner', () => {
  const lacks = 'Redis: apt-get install redis-server';
  const results = [
    { fullName: 'skipped', status: 'skipped', failureMessages: [], meta: { lacks } },
    { fullName: 'run', status: 'passed', failureMessages: [], meta: { lacks } },
  ];
  const unit = { testResults: [{ name: path.resolve('a.test.ts'), status: 'passed', message: '', assertionResults: results }] };
  expect(readReport(writeReport(unit))).toEqual([
    { file: 'a.test.ts', title: 'skipped', outcome: 'skipped', reason: lacks },
    { file: 'a.test.ts', title: 'run', outcome: 'passed', reason: '' },
  ]);
  const skipped = { status: 'skipped', annotations: [{ type: 'skip', description: 'a browser' }], results: [{}] };
  const suites = [{ title: 'a.e2e.ts', file: 'a.e2e.ts', specs: [{ title: 'push', file: 'a.e2e.ts', tests: [skipped] }] }];
  const browser = { config: { rootDir: path.resolve('e2e') }, suites };
  expect(readReport(writeReport(browser))).toEqual([{ file: 'e2e/a.e2e.ts', title: 'push', outcome: 'skipped', reason: 'a browser' }]);
});

test('an error behind the end of a journey is told with its line', () => {
  const location = { file: path.resolve('e2e/a.e2e.ts'), line: 7, column: 3 };
  const browser = { config: { rootDir: path.resolve('e2e') }, suites: [], errors: [{ message: 'Error: gone\n    at a.e2e.ts', location }] };
  expect(readReport(writeReport(browser))).toEqual([
    { file: 'e2e/a.e2e.ts:7', title: 'outside of its tests', outcome: 'failed', reason: 'Error: gone' },
  ]);
});
