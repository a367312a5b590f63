/** Trains and measures our engine on one set, prints an EngineReport: node --expose-gc measure-ours.ts folder set svm|semantic [encoder] */
import { readFileSync } from 'node:fs';
import { type IntentModel, loadIntentModel, type ModelType, trainIntentModel } from '../../packages/nlu/src/index.ts';
import { percentile } from '../table.ts';
import { readIntentSet } from './data.ts';
import type { EngineReport } from './engine-report.ts';
import { auroc, calibrationError, type Judged, ratio, recallAtFivePercent, seededRandom, withTypos } from './measures.ts';

const [folder, name, type, encoderFile] = process.argv.slice(2) as [string, string, ModelType, string | undefined];
const { train, test, strangers } = readIntentSet(folder, name);
const encoder = encoderFile ? { encoder: readFileSync(encoderFile) } : {};
const before = process.cpuUsage();
const bytes = trainIntentModel(train, { modelType: type, ...encoder });
const used = process.cpuUsage(before);
const peakMegabytes = process.resourceUsage().maxRSS / 1024;

const started = performance.now();
const model = loadIntentModel(bytes, encoder);
model.predict(test[0]?.text ?? '');
const loadMs = performance.now() - started;

const judged: Judged[] = [
  ...test.map(({ text, intent }) => judge(text, intent)),
  ...strangers.map((text) => ({ ...judge(text, ''), isStranger: true, isRight: false })),
];
const known = judged.filter(({ isStranger }) => !isStranger);
const random = seededRandom(1);
const typoAccuracy = test.filter(({ text, intent }) => model.predict(withTypos(text, random)).intent === intent).length / test.length;
const literal = train.filter(({ text, intent }) => {
  const { intent: predicted, isInScope } = model.predict(text);
  return predicted === intent && isInScope;
});
const times = test.map(({ text }) => {
  const from = performance.now();
  model.predict(text);
  return (performance.now() - from) * 1000;
});
const report: EngineReport = {
  accuracy: ratio(known, ({ isRight }) => isRight),
  typoAccuracy,
  auroc: auroc(judged),
  recall: recallAtFivePercent(judged),
  falseRejection: ratio(known, ({ isInScope }) => !isInScope),
  calibrationInScope: calibrationError(known),
  calibrationAll: calibrationError(judged),
  literalRatio: literal.length / train.length,
  trainCpuSeconds: (used.user + used.system) / 1e6,
  peakMegabytes,
  modelMegabytes: bytes.length / 1e6,
  loadMs,
  residentMegabytes: residentMegabytes(),
  p50Microseconds: percentile(times, 0.5),
  p99Microseconds: percentile(times, 0.99),
};
console.log(JSON.stringify(report));

function judge(text: string, intent: string): Judged {
  const prediction = model.predict(text);
  return {
    confidence: prediction.confidence,
    isRight: prediction.intent === intent,
    isInScope: prediction.isInScope,
    isStranger: false,
  };
}

/** Memory that one more bot takes once it has answered. */
function residentMegabytes(): number {
  const models: IntentModel[] = [];
  const held = (): number => {
    // a first collection only queues the buffers of dead arrays
    for (let times = 0; times < 4; times++) globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const from = held();
  for (let count = 0; count < 10; count++) {
    const loaded = loadIntentModel(bytes, encoder);
    loaded.predict(test[count]?.text ?? '');
    models.push(loaded);
  }
  return (held() - from) / models.length / 2 ** 20;
}
