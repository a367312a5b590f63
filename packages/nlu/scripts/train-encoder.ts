/**
 * Trains packages/nlu/models/encoder.bin, the hidden layer of Semantic models, from CLINC150 (CC BY 3.0), SNIPS (CC0), the human part of
 * Hinglish-TOP and GoEmotions (both Apache-2.0), and concepts.ts (our own):
 * node packages/nlu/scripts/train-encoder.ts [folder of the data] [file to write] [sets to leave out, or "clinc:banking" for one domain]
 * ShareAlike and ODbL data are never read here.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { writeEncoder } from '../src/encoder/encoder.ts';
import { type EncoderTask, trainEncoder } from '../src/encoder/encoder-training.ts';
import { concepts } from './concepts.ts';

type Labelled = { intent: string; text: string };

const folder = process.argv[2] ?? new URL('../../../../shared/data', import.meta.url).pathname;
const target = process.argv[3] ?? new URL('../models/encoder.bin', import.meta.url).pathname;
const leftOut = process.argv.slice(4);

const readLines = (name: string): string[] => readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n');

function readTable(name: string): Labelled[] {
  return readLines(name).map((line) => {
    const tab = line.indexOf('\t');
    return { intent: line.slice(0, tab), text: line.slice(tab + 1) };
  });
}

function toTask(examples: readonly Labelled[], weight: number): EncoderTask {
  const names = [...new Set(examples.map(({ intent }) => intent))].sort();
  const numbers = new Map(names.map((name, number) => [name, number]));
  return {
    texts: examples.map(({ text }) => text),
    classes: Int32Array.from(examples, ({ intent }) => numbers.get(intent) as number),
    classCount: names.length,
    weight,
  };
}

function readClinc(): Labelled[] {
  const domains: Record<string, string[]> = JSON.parse(readFileSync(`${folder}/clinc150/domains.json`, 'utf8'));
  const hidden = new Set(leftOut.filter((name) => name.startsWith('clinc:')).flatMap((name) => domains[name.slice(6)] ?? []));
  return [...readTable('clinc150/train.tsv'), ...readTable('clinc150/val.tsv')].filter(({ intent }) => !hidden.has(intent));
}

const readSnips = (): Labelled[] =>
  readLines('snips/train.jsonl')
    .map((line) => JSON.parse(line) as Labelled)
    .filter((_, at) => at % 2 === 0);

/** Both languages of each line, so that romanised Hindi comes to lie beside its English. */
const readHinglish = (): Labelled[] =>
  readLines('hinglish-top/train.jsonl').flatMap((line) => {
    const { intent, text, en } = JSON.parse(line) as Labelled & { en: string };
    return [
      { intent, text },
      { intent, text: en },
    ];
  });

/** Texts with one feeling, and few of the many without. */
const readEmotions = (): Labelled[] =>
  readTable('goemotions/train.tsv').filter(({ intent }, at) => !intent.includes(',') && (intent !== '27' || at % 4 === 0));

const frames = ['', 'i want ', 'please ', 'about my ', 'can you tell me about '];

/** Each word alone and in a few frames: what is asked about it differs, what it means does not. */
const readConcepts = (): Labelled[] =>
  concepts.flatMap((words, number) =>
    words.flatMap((word) => frames.map((frame) => ({ intent: String(number), text: `${frame}${word}` }))),
  );

const sources: Record<string, () => EncoderTask> = {
  clinc: () => toTask(readClinc(), 1),
  snips: () => toTask(readSnips(), 0.5),
  hinglish: () => toTask(readHinglish(), 0.7),
  concepts: () => toTask(readConcepts(), 2),
  emotions: () => toTask(readEmotions(), 0.3),
};
const tasks = Object.entries(sources)
  .filter(([name]) => !leftOut.includes(name))
  .map(([, read]) => read());
const data = trainEncoder(tasks, {
  hiddenSize: 128,
  rowCount: 15_500,
  epochs: 10,
  learningRate: 0.05,
  dropout: 0.5,
  onEpoch: (epoch, loss) => console.error(`epoch ${epoch + 1}: loss ${loss.toFixed(4)}`),
});
const bytes = writeEncoder(data);
writeFileSync(target, bytes);
console.log(`${target}: ${bytes.length} bytes`);
