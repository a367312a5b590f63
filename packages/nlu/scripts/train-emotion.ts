/**
 * Trains packages/nlu/models/emotion.bin from GoEmotions (Apache-2.0; the paper's data: CC BY 4.0), and prints what it reaches on the
 * development part; thresholds are tuned on training texts held out in turn, with the development part as a ninth of them: node packages/nlu/scripts/train-emotion.ts [folder of the data]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { emotionCharacterRange, emotionCharacterShare, loadEmotionModel, writeEmotionModel } from '../src/emotion/emotion-model.ts';
import { FeatureReader } from '../src/intent/feature-reader.ts';
import { buildFeatureRows, toWeightCode } from '../src/intent/feature-rows.ts';
import { LinearSvm } from '../src/intent/linear-svm.ts';
import { PlaneCollector } from '../src/intent/plane-collector.ts';
import { NgramScanner } from '../src/text/ngram-scanner.ts';

type LabelledText = { labels: number[]; text: string };

const folder = `${process.argv[2] ?? new URL('../../../../shared/data', import.meta.url).pathname}/goemotions`;
const cost = Number(process.argv[3] ?? 0.17);
const pruneLimit = Number(process.argv[4] ?? 0.03);
const foldCount = 4;
const labels = readFileSync(`${folder}/labels.txt`, 'utf8').trim().split('\n');

function readTexts(name: string): LabelledText[] {
  const lines = readFileSync(`${folder}/${name}.tsv`, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    return { labels: line.slice(0, tab).split(',').map(Number), text: line.slice(tab + 1) };
  });
}

/** The threshold with the best F1 of one label, from scores of texts that have and have not the label. */
function bestThreshold(scores: Float64Array, isLabelled: Uint8Array): number {
  const order = Array.from(scores.keys()).sort((one, other) => (scores[other] as number) - (scores[one] as number));
  const total = isLabelled.reduce((sum, mark) => sum + mark, 0);
  let hits = 0;
  let best = { f1: 0, threshold: 0 };
  for (const [at, row] of order.entries()) {
    hits += isLabelled[row] as number;
    const f1 = (2 * hits) / (at + 1 + total);
    const next = order[at + 1];
    if (f1 > best.f1)
      best = { f1, threshold: ((scores[row] as number) + (next === undefined ? (scores[row] as number) : (scores[next] as number))) / 2 };
  }
  return best.threshold;
}

const train = readTexts('train');
const dev = readTexts('dev');
const scanner = new NgramScanner(emotionCharacterRange.minLength, emotionCharacterRange.maxLength);
const { rows, space } = buildFeatureRows(
  train.map(({ text }) => text),
  scanner,
  { fewestTexts: { word: 2, character: 5 }, characterShare: emotionCharacterShare, frequencyPower: 1, leastTelling: 1 },
);
const svm = new LinearSvm(rows, { cost, ownWeight: 1, range: 0.1, maxPasses: 60 });
const classesByLabel = labels.map((_, label) => Int32Array.from(train, (text) => (text.labels.includes(label) ? 1 : 0)));
const everyRow = Uint32Array.from({ length: rows.rowCount }, (_, row) => row);

/** Scores of training texts by planes that have not seen them: eight times as many texts for the thresholds as the development part has. */
const trainScores = labels.map(() => new Float64Array(train.length));
for (let fold = 0; fold < foldCount; fold++) {
  const known = everyRow.filter((row) => row % foldCount !== fold);
  for (const label of labels.keys()) {
    svm.train(known, classesByLabel[label] as Int32Array, 1);
    for (let row = fold; row < train.length; row += foldCount) (trainScores[label] as Float64Array)[row] = svm.score(row, rows);
  }
  console.error(`fold ${fold + 1} of ${foldCount} scored`);
}

const collector = new PlaneCollector(rows.featureCount, labels.length, pruneLimit);
for (const label of labels.keys()) {
  svm.train(everyRow, classesByLabel[label] as Int32Array, 1);
  collector.add(svm.plane, svm.bias);
}
const order = collector
  .keptFeatures()
  .sort((one, other) => ((space.hashes[one] as number) >>> 0) - ((space.hashes[other] as number) >>> 0));
const planes = {
  ...collector.toFeatureMajor(order),
  hashes: Int32Array.from(order, (feature) => space.hashes[feature] as number),
  codes: Uint8Array.from(order, (feature) => toWeightCode(space.weights[feature] as number)),
};
const reader = new FeatureReader(planes, scanner, { character: emotionCharacterShare, hidden: 0 });
const devScores = labels.map(() => new Float64Array(dev.length));
const all = new Float64Array(labels.length);
for (const [row, { text }] of dev.entries()) {
  reader.read(text);
  reader.score(all);
  for (const label of labels.keys()) (devScores[label] as Float64Array)[row] = all[label] as number;
}
const thresholds = Float32Array.from(labels, (_, label) => {
  const scores = Float64Array.of(...(trainScores[label] as Float64Array), ...(devScores[label] as Float64Array));
  return bestThreshold(
    scores,
    Uint8Array.from([...train, ...dev], (text) => (text.labels.includes(label) ? 1 : 0)),
  );
});
const bytes = writeEmotionModel({ ...planes, labels, thresholds });
writeFileSync(new URL('../models/emotion.bin', import.meta.url), bytes);

const model = loadEmotionModel(bytes);
const counts = labels.map(() => ({ hits: 0, said: 0, meant: 0 }));
for (const { text, labels: meant } of dev) {
  const said = model.predict(text).map(({ label }) => labels.indexOf(label));
  for (const label of said) (counts[label] as { said: number }).said++;
  for (const label of meant) (counts[label] as { meant: number }).meant++;
  for (const label of said) if (meant.includes(label)) (counts[label] as { hits: number }).hits++;
}
const f1 = ({ hits, said, meant }: { hits: number; said: number; meant: number }): number => (2 * hits) / Math.max(1, said + meant);
const macro = counts.reduce((sum, count) => sum + f1(count), 0) / labels.length;
const sum = (key: 'hits' | 'said' | 'meant'): number => counts.reduce((total, count) => total + count[key], 0);
console.log(
  `macro-F1 ${macro.toFixed(4)}, micro-F1 ${f1({ hits: sum('hits'), said: sum('said'), meant: sum('meant') }).toFixed(4)}, ${bytes.length} bytes`,
);
