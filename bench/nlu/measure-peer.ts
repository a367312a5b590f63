/** Trains and measures node-nlp on one set, prints an EngineReport: node --expose-gc measure-peer.ts folder set [grouped|shuffled] */
import { createRequire } from 'node:module';
import { percentile } from '../table.ts';
import { readIntentSet } from './data.ts';
import type { EngineReport } from './engine-report.ts';
import { auroc, calibrationError, type Judged, ratio, recallAtFivePercent, seededRandom, withTypos } from './measures.ts';

type Answer = { intent: string; score: number; classifications: { intent: string; score: number }[] };
type Manager = {
  addDocument(language: string, text: string, intent: string): void;
  train(): Promise<void>;
  process(language: string, text: string): Promise<Answer>;
  export(): string;
};
const { NlpManager } = createRequire(import.meta.url)('node-nlp') as { NlpManager: new (settings: object) => Manager };

const [folder, name, order] = process.argv.slice(2) as [string, string, string | undefined];
const { train, test, strangers } = readIntentSet(folder, name);
const language = name === 'sib200' ? 'hi' : 'en';
const random = seededRandom(1);
if (order === 'shuffled') {
  for (let at = train.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = train[at];
    train[at] = train[other] as (typeof train)[number];
    train[other] = kept as (typeof train)[number];
  }
}
const manager = new NlpManager({ languages: [language], autoSave: false, nlu: { log: false } });
const before = process.cpuUsage();
for (const { text, intent } of train) manager.addDocument(language, text, intent);
await manager.train();
const used = process.cpuUsage(before);
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
const modelMegabytes = Buffer.byteLength(manager.export()) / 1e6;

const none = 'None';
const judged: Judged[] = [];
const times: number[] = [];
let typoRight = 0;
for (const { text, intent } of test) {
  const from = performance.now();
  const answer = await manager.process(language, text);
  times.push((performance.now() - from) * 1000);
  judged.push({ confidence: answer.score, isRight: answer.intent === intent, isInScope: answer.intent !== none, isStranger: false });
  if ((await manager.process(language, withTypos(text, random))).intent === intent) typoRight++;
}
for (const text of strangers) {
  const { intent, score } = await manager.process(language, text);
  judged.push({ confidence: intent === none ? 0 : score, isRight: false, isInScope: intent !== none, isStranger: true });
}
const known = judged.filter(({ isStranger }) => !isStranger);
const report: EngineReport = {
  accuracy: ratio(known, ({ isRight }) => isRight),
  typoAccuracy: typoRight / test.length,
  auroc: auroc(judged),
  recall: recallAtFivePercent(judged),
  falseRejection: ratio(known, ({ isInScope }) => !isInScope),
  calibrationInScope: calibrationError(known),
  calibrationAll: calibrationError(judged),
  literalRatio: Number.NaN,
  trainCpuSeconds: (used.user + used.system) / 1e6,
  peakMegabytes,
  modelMegabytes,
  loadMs: Number.NaN,
  residentMegabytes: Number.NaN,
  p50Microseconds: percentile(times, 0.5),
  p99Microseconds: percentile(times, 0.99),
};
console.log(JSON.stringify(report));
