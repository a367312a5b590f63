/**
 * Fits what `calibrationPrior` expects of small bots: draws bots of 1 to 25 intents with 2 to 20 phrases each from CLINC150, SNIPS and
 * Hinglish-TOP, observes texts of their intents and of others, and prints for each size the coefficients of a logistic regression and the
 * threshold that rejects 5 of 100: node packages/nlu/scripts/fit-prior.ts [folder of the data]
 */
import { readFileSync } from 'node:fs';
import { type Example, trainIntentModel } from '../src/index.ts';
import { type CalibrationPrior, fitCalibration, type Observations, probabilityOf, signalCount } from '../src/intent/calibration.ts';
import { LoadedIntentModel } from '../src/intent/intent-model.ts';
import { readModel } from '../src/intent/model-file.ts';

const folder = process.argv[2] ?? new URL('../../../../shared/data', import.meta.url).pathname;
const random = seededRandom(7);

const readLines = (name: string): string[] => readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n');
const readJson = (name: string): Example[] => readLines(name).map((line) => JSON.parse(line) as Example);
const readTable = (name: string): Example[] =>
  readLines(name).map((line) => ({ intent: line.slice(0, line.indexOf('\t')), text: line.slice(line.indexOf('\t') + 1) }));

type Pool = { train: Example[]; test: Example[] };
const pools: Pool[] = [
  { train: readTable('clinc150/train.tsv'), test: readTable('clinc150/val.tsv') },
  { train: readTable('clinc150/train.tsv'), test: readTable('clinc150/val.tsv') },
  { train: readJson('snips/train_small.jsonl'), test: readJson('snips/train.jsonl').filter((_, at) => at % 7 === 0) },
  { train: readJson('hinglish-top/train.jsonl'), test: readJson('hinglish-top/val.jsonl') },
];
const strangers = [...readTable('clinc150/oos_val.tsv'), ...readTable('goemotions/dev.tsv').slice(0, 100)];
/** Texts of no intent weigh a quarter of the others. */
const strangerShare = 0.25;
/** No prior at all: only as much pull as keeps the fit finite. */
const flatPrior: CalibrationPrior = { coefficients: new Float64Array(signalCount), threshold: 0.26, leniency: 1, pull: 0.5 };

for (const phraseCount of [2, 4, 8, 12, 20]) {
  const whole: Observed[][] = [];
  for (const intentCount of [1, 2, 3, 5, 8, 12, 25]) {
    const parts = Array.from({ length: 8 }, (_, draw) => observeBot(pools[draw % pools.length] as Pool, intentCount, phraseCount));
    const used = parts.filter((part) => part !== undefined);
    if (intentCount > 2) whole.push(...used);
    printFit(`${intentCount} intents of ${phraseCount}`, used);
  }
  printFit(`3 and more of ${phraseCount}`, whole);
}

function printFit(name: string, parts: readonly Observed[][]): void {
  const observed = join(parts);
  const { coefficients } = fitCalibration(observed, flatPrior);
  const shown = [...coefficients].map((value) => value.toFixed(2)).join(' ');
  console.log(`${name}: ${shown}, threshold ${thresholdOf(observed, coefficients).toFixed(2)}`);
}

type Observed = { signals: Float64Array; isRight: boolean; isInScope: boolean; weight: number };

function observeBot(pool: Pool, intentCount: number, phraseCount: number): Observed[] | undefined {
  const byIntent = Map.groupBy(pool.train, ({ intent }) => intent);
  const usable = [...byIntent].filter(([, examples]) => examples.length >= phraseCount);
  const chosen = shuffle(usable).slice(0, intentCount);
  if (chosen.length < intentCount) return undefined;
  const bytes = trainIntentModel(chosen.flatMap(([, examples]) => shuffle(examples).slice(0, phraseCount)));
  const model = new LoadedIntentModel(readModel(bytes), bytes.length);
  const names = new Set(chosen.map(([intent]) => intent));
  const inScope = shuffle(pool.test.filter(({ intent }) => names.has(intent))).slice(0, 300);
  const others = shuffle([...shuffle(pool.test.filter(({ intent }) => !names.has(intent))).slice(0, 100), ...strangers]).slice(0, 200);
  const observe = ({ text, intent }: Example, isInScope: boolean, weight: number): Observed => {
    const seen = model.observe(text);
    return { signals: seen.signals, isRight: isInScope && seen.intent === intent, isInScope, weight };
  };
  // each bot weighs as much as 100 texts
  return [
    ...inScope.map((example) => observe(example, true, 100 / inScope.length)),
    ...others.map((example) => observe(example, false, (100 * strangerShare) / others.length)),
  ];
}

function join(parts: readonly Observed[][]): Observations {
  const all = parts.flat();
  const signals = new Float64Array(all.length * signalCount);
  for (const [at, observed] of all.entries()) signals.set(observed.signals, at * signalCount);
  return {
    signals,
    isRight: Uint8Array.from(all, ({ isRight }) => (isRight ? 1 : 0)),
    isInScope: Uint8Array.from(all, ({ isInScope }) => (isInScope ? 1 : 0)),
    weights: Float64Array.from(all, ({ weight }) => weight),
    count: all.length,
  };
}

function thresholdOf({ signals, isInScope, count }: Observations, coefficients: Float64Array): number {
  const confidences = Array.from({ length: count }, (_, row) => row)
    .filter((row) => isInScope[row] === 1)
    .map((row) => probabilityOf(signals, row * signalCount, coefficients))
    .sort((one, other) => one - other);
  return confidences[Math.floor(confidences.length * 0.05)] ?? Number.NaN;
}

function shuffle<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}
