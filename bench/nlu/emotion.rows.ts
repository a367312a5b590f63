import { loadEmotionModel, readBundledModel } from '../../packages/nlu/src/index.ts';
import { percentile } from '../table.ts';
import { readLines, readTable } from './data.ts';
import { type NluBench, type NluRow, toRow } from './row.ts';

/** Emotion on the development part of GoEmotions, on which its thresholds were tuned. */
export function emotionRows({ dataFolder }: NluBench): NluRow[] {
  const labels = readLines(dataFolder, 'goemotions/labels.txt');
  const bytes = readBundledModel('emotion');
  const model = loadEmotionModel(bytes);
  const counts = labels.map(() => ({ hits: 0, said: 0, meant: 0 }));
  const times: number[] = [];
  for (const { intent, text } of readTable(dataFolder, 'goemotions/dev.tsv')) {
    const meant = intent.split(',').map(Number);
    const from = performance.now();
    const said = model.predict(text).map(({ label }) => labels.indexOf(label));
    times.push((performance.now() - from) * 1000);
    for (const [label, count] of counts.entries()) {
      if (said.includes(label)) count.said++;
      if (meant.includes(label)) count.meant++;
      if (said.includes(label) && meant.includes(label)) count.hits++;
    }
  }
  const f1 = (hits: number, said: number, meant: number): number => (2 * hits) / Math.max(1, said + meant);
  const macro = counts.reduce((sum, { hits, said, meant }) => sum + f1(hits, said, meant), 0) / labels.length;
  const total = (key: 'hits' | 'said' | 'meant'): number => counts.reduce((sum, count) => sum + count[key], 0);
  const micro = f1(total('hits'), total('said'), total('meant'));
  const row = (measure: string, ours: number, direction: 'at least' | 'at most', goal: number, stretch: number, digits: number): NluRow =>
    toRow({ measure: `emotion (dev): ${measure}`, ours, direction, goal, stretch, digits });
  return [
    row('macro-F1', macro, 'at least', 0.495, 0.515, 3),
    row('micro-F1', micro, 'at least', 0.56, 0.58, 3),
    row('model, MB', bytes.length / 1e6, 'at most', 2, 2, 2),
    row('p50, us', percentile(times, 0.5), 'at most', 30, 30, 1),
  ];
}
