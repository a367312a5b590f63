import { expect, test } from 'vitest';
import { NgramScanner } from '../text/ngram-scanner.ts';
import { buildFeatureRows, intentFeatures } from './feature-rows.ts';
import { LinearSvm } from './linear-svm.ts';
import { shopExamples } from './shop-examples.ts';

const texts = shopExamples.map(({ text }) => text);
const { rows } = buildFeatureRows(texts, new NgramScanner(2, 5), intentFeatures(texts.length, 2));
const classes = Int32Array.from(shopExamples, ({ intent }) => (intent === 'refund' ? 1 : 0));
const everyRow = Uint32Array.from(texts.keys());
const options = { cost: 1, ownWeight: 4, range: 1e-3, maxPasses: 500 };

/** The primal objective, which a trained plane makes as small as can be. */
function objective(svm: LinearSvm): number {
  let sum = svm.bias ** 2 / 2;
  for (const weight of svm.plane) sum += weight ** 2 / 2;
  for (const row of everyRow) {
    const isOwn = classes[row] === 1;
    const slack = Math.max(0, 1 - (isOwn ? 1 : -1) * svm.score(row, rows));
    sum += options.cost * (isOwn ? options.ownWeight : 1) * slack ** 2;
  }
  return sum;
}

test('every row has length 1', () => {
  for (const row of everyRow) {
    let squares = 0;
    for (let cell = rows.starts[row] as number; cell < (rows.starts[row + 1] as number); cell++)
      squares += (rows.values[cell] as number) ** 2;
    expect(squares).toBeCloseTo(1, 5);
  }
});

test('the plane is optimal: the dual objective of its support equals the primal', () => {
  const svm = new LinearSvm(rows, options);
  svm.train(everyRow, classes, 1);
  const { rows: held, strengths } = svm.support(everyRow);
  let dual = 0;
  for (const [at, row] of held.entries()) {
    const strength = strengths[at] as number;
    const cost = options.cost * (classes[row] === 1 ? options.ownWeight : 1);
    dual += strength - strength ** 2 / (4 * cost);
  }
  let length = svm.bias ** 2;
  for (const weight of svm.plane) length += weight ** 2;
  dual -= length / 2;
  expect(objective(svm)).toBeCloseTo(dual, 2);
});

test('a training that starts from the support of another ends at the same plane', () => {
  const svm = new LinearSvm(rows, options);
  svm.train(everyRow, classes, 1);
  const plane = svm.plane.slice();
  const start = svm.support(everyRow);
  svm.train(everyRow, classes, 1, start);
  expect(plane.length).toBeGreaterThan(0);
  for (const [feature, weight] of plane.entries()) expect(svm.plane[feature]).toBeCloseTo(weight, 2);
});
