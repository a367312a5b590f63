import type { BotVersion, TestResult, Training, TrainingReport } from '@parley/contract';
import { expect, test } from 'vitest';
import { toCsv } from '../shared/save-csv.ts';
import { chooseVersions, judgeThreshold, listFailing, toEdge, toErrorRows, toShares } from './report-rules.ts';

const histogram = [
  { from: 0, inScope: 1, outOfScope: 6 },
  { from: 0.5, inScope: 3, outOfScope: 2 },
  { from: 0.95, inScope: 16, outOfScope: 0 },
];
const version = (number: number, isServing = false) => ({ id: `v${number}`, number, isServing }) as BotVersion;
const result = (testId: string, isPassed: boolean): TestResult => ({ testId, name: testId, isPassed, turns: [] });

test('a threshold keeps a share of the phrases and lets a share of outsiders through', () => {
  expect(judgeThreshold(histogram, 0)).toEqual({ kept: 1, letThrough: 1 });
  expect(judgeThreshold(histogram, 0.5)).toEqual({ kept: 0.95, letThrough: 0.25 });
  expect(judgeThreshold(histogram, toEdge(0.953))).toEqual({ kept: 0.8, letThrough: 0 });
  expect(judgeThreshold([{ from: 0, inScope: 2, outOfScope: 0 }], 0.5)).toEqual({ kept: 0, letThrough: undefined });
});

test('each kind of the histogram is a share of its own', () => {
  expect(toShares(histogram)).toEqual([
    { from: 0, inScope: 5, outOfScope: 75 },
    { from: 0.5, inScope: 15, outOfScope: 25 },
    { from: 0.95, inScope: 80, outOfScope: 0 },
  ]);
});

test('tests that passed before come first among those that fail', () => {
  const now = [result('a', false), result('b', true), result('c', false)];
  expect(listFailing(now, ['c']).map(({ test: { testId }, isNew }) => [testId, isNew])).toEqual([
    ['c', true],
    ['a', false],
  ]);
});

test('the serving version is held against the one before it, every other against the serving one', () => {
  const versions = [version(3), version(2, true), version(1)];
  const training = { versionId: 'v3' } as Training;
  expect(chooseVersions(versions, training, '')).toEqual({ shownId: 'v3', beforeId: 'v2' });
  expect(chooseVersions(versions, training, 'v2')).toEqual({ shownId: 'v2', beforeId: 'v1' });
  expect(chooseVersions(versions, training, 'v1')).toEqual({ shownId: 'v1', beforeId: 'v2' });
  expect(chooseVersions(versions, null, '')).toEqual({ shownId: 'v2', beforeId: 'v1' });
  expect(chooseVersions([version(1, true)], null, '')).toEqual({ shownId: 'v1', beforeId: '' });
  expect(chooseVersions([], null, '')).toEqual({ shownId: '', beforeId: '' });
});

test('errors are exported line by line, and what looks like a formula is no formula', () => {
  const report = {
    confusions: [{ intent: 'pay', predicted: '', count: 2, phrases: ['=1+1', 'a, "b"'] }],
    suspects: [{ text: 'hm', intent: 'pay', predicted: 'buy', confidence: 0.61234 }],
    tests: [
      {
        ...result('t', false),
        turns: [
          { say: 'hello', wanted: 'greet', got: 'bye', confidence: 0.5, isPassed: false },
          { say: 'bye', wanted: 'bye', got: 'bye', confidence: 0.9, isPassed: true },
        ],
      },
    ],
  } as unknown as TrainingReport;
  const words = { header: ['Kind', 'Phrase', 'Intent', 'As', 'Confidence'], confusion: 'c', suspect: 's', test: 't', outOfScope: 'none' };
  expect(toCsv(toErrorRows(report, words))).toBe(
    '\ufeffKind,Phrase,Intent,As,Confidence\r\nc,\'=1+1,pay,none,\r\nc,"a, ""b""",pay,none,\r\ns,hm,pay,buy,0.612\r\nt,hello,greet,bye,0.5\r\n',
  );
});
