import { englishSuite, type SuiteCase, suiteContext } from '../../packages/nlu/src/entity/system/suite.en.ts';
import { hindiSuite } from '../../packages/nlu/src/entity/system/suite.hi.ts';
import { findSystemEntities } from '../../packages/nlu/src/index.ts';
import { percentile } from '../table.ts';
import { readLines } from './data.ts';
import { type NluBench, type NluRow, toRow } from './row.ts';

/** System entities on the written suites, exact values, and on the times that people said in public data, which nobody wrote the code by. */
export function entityRows({ dataFolder }: NluBench): NluRow[] {
  const times: number[] = [];
  const measure = (suite: readonly SuiteCase[]): number => {
    const right = suite.filter(([text, expected]) => {
      const found = findSystemEntities(text, suiteContext);
      times.push(timeOnce(text));
      return found.map((match) => `${match.entity.slice('sys.'.length)} ${match.value}`).join(' + ') === expected;
    });
    return (right.length / suite.length) * 100;
  };
  measure(englishSuite);
  times.length = 0;
  const row = (name: string, ours: number, goal: number, stretch: number): NluRow =>
    toRow({ measure: `entities: ${name}`, ours, direction: 'at least', goal, stretch, digits: 1 });
  return [
    row(`suite of ${englishSuite.length} English cases, %`, measure(englishSuite), 95, 98),
    row(`suite of ${hindiSuite.length} Hindi cases in two scripts, %`, measure(hindiSuite), 90, 95),
    toRow({
      measure: 'entities: p50 of a message, ms',
      ours: percentile(times, 0.5),
      direction: 'at most',
      goal: 1,
      stretch: 1,
      digits: 2,
    }),
    toRow({
      measure: 'entities: p99 of a message, ms',
      ours: percentile(times, 0.99),
      direction: 'at most',
      goal: 1,
      stretch: 1,
      digits: 2,
    }),
    told('SNIPS times read as one, %', readTimes(dataFolder, ['snips/train.jsonl'], /^timeRange$/)),
    told(
      'Hinglish-TOP times read as one, %',
      readTimes(dataFolder, ['hinglish-top/train.jsonl', 'hinglish-top/val.jsonl'], /DATE_TIME(?!.*RECUR)/),
    ),
  ];
}

/** Milliseconds of one reading, the best of five: what else runs on the machine must not count. */
function timeOnce(text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    const from = performance.now();
    findSystemEntities(text, suiteContext);
    best = Math.min(best, performance.now() - from);
  }
  return best;
}

const told = (name: string, ours: number): NluRow => ({
  measure: `entities: ${name}`,
  ours: ours.toFixed(1),
  peer: '',
  goal: '',
  stretch: '',
  verdict: 'no goal set',
});

/** Ratio in percent of annotated times that one match of a time kind covers, small words at either end apart. */
function readTimes(folder: string, names: readonly string[], slot: RegExp): number {
  let count = 0;
  let covered = 0;
  for (const line of names.flatMap((name) => readLines(folder, name))) {
    const { text, slots } = JSON.parse(line) as { text: string; slots: [number, number, string][] };
    const said = slots.filter(([, , name]) => slot.test(name));
    if (said.length === 0) continue;
    const found = findSystemEntities(text, suiteContext);
    for (const [start, end] of said) {
      count++;
      const [match, another] = found.filter((one) => one.start < end && start < one.end);
      if (match === undefined || another !== undefined || !/date|time|duration/.test(match.entity)) continue;
      if (match.start <= start + 8 && match.end >= end - 9) covered++;
    }
  }
  return (covered / count) * 100;
}
