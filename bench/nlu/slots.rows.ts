import { loadIntentModel, loadSlotModel, type SlotExample, trainIntentModel, trainSlotModel } from '../../packages/nlu/src/index.ts';
import { percentile } from '../table.ts';
import { readLines } from './data.ts';
import { seededRandom } from './measures.ts';
import { type NluBench, type NluRow, toRow } from './row.ts';

/**
 * Learned slots on SNIPS: a tenth of the rows, drawn once, is held out (the set's own test part is not in the data), the rest is learned from.
 * A slot counts when its name and both its ends are right.
 */
export function slotRows({ dataFolder }: NluBench): NluRow[] {
  const random = seededRandom(7);
  const train: SlotExample[] = [];
  const test: SlotExample[] = [];
  for (const line of readLines(dataFolder, 'snips/train.jsonl')) {
    const { intent, text, slots } = JSON.parse(line) as { intent: string; text: string; slots: [number, number, string][] };
    (random() < 0.1 ? test : train).push({ intent, text, slots: slots.map(([start, end, slot]) => ({ start, end, slot })) });
  }
  const before = process.cpuUsage();
  const bytes = trainSlotModel(train);
  const used = process.cpuUsage(before);
  const model = loadSlotModel(bytes);
  const intents = loadIntentModel(trainIntentModel(train));
  const times: number[] = [];
  const measure = (intentOf: (example: SlotExample) => string): number => {
    let right = 0;
    let said = 0;
    let meant = 0;
    for (const example of test) {
      const intent = intentOf(example);
      const from = performance.now();
      const fills = model.find(example.text, intent);
      times.push(performance.now() - from);
      const wanted = new Set(example.slots.map(({ start, end, slot }) => `${start} ${end} ${slot}`));
      said += fills.length;
      meant += wanted.size;
      right += fills.filter(({ start, end, slot }) => wanted.has(`${start} ${end} ${slot}`)).length;
    }
    return (2 * right) / (said + meant);
  };
  return [
    toRow({
      measure: 'slots: SNIPS F1, intent given',
      ours: measure(({ intent }) => intent),
      direction: 'at least',
      goal: 0.955,
      stretch: 0.965,
      digits: 4,
    }),
    toRow({
      measure: 'slots: SNIPS F1, intent predicted',
      ours: measure(({ text }) => intents.predict(text).intent),
      direction: 'at least',
      goal: 0.955,
      stretch: 0.965,
      digits: 4,
    }),
    toRow({
      measure: 'slots: p50 of a message, ms',
      ours: percentile(times, 0.5),
      direction: 'at most',
      goal: 0.2,
      stretch: 0.2,
      digits: 2,
    }),
    {
      measure: 'slots: training on 12,400 phrases, CPU s; model, MB',
      ours: `${((used.user + used.system) / 1e6).toFixed(1)}; ${(bytes.length / 1e6).toFixed(2)}`,
      peer: '',
      goal: '',
      stretch: '',
      verdict: 'no goal set',
    },
  ];
}
