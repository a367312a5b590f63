import { HashIndex } from '../text/hash-index.ts';
import { NgramScanner } from '../text/ngram-scanner.ts';
import { type EncoderData, EncoderInput, encoderCharacterRange } from './encoder.ts';

/** Texts of one data set with their classes; each task has classes of its own and shares the hidden layer with the others. */
export type EncoderTask = { texts: readonly string[]; classes: Int32Array; classCount: number; weight: number };

export type EncoderOptions = {
  hiddenSize: number;
  /** Number of features that the encoder will know. */
  rowCount: number;
  epochs: number;
  learningRate: number;
  /** Share of a text's features that are hidden in each visit, so that no single word carries a class. */
  dropout: number;
  onEpoch?: (epoch: number, loss: number) => void;
};

/** Factor that turns cosines into probabilities: the usual 10 to 20 of normalised softmax heads. */
const sharpness = 14;

/**
 * Trains the shared hidden layer on several classification tasks at once: hashed features, tanh, length 1, and for each task a softmax
 * over cosines with its classes' vectors. AdaGrad, one text at a time; deterministic.
 */
export function trainEncoder(tasks: readonly EncoderTask[], options: EncoderOptions): EncoderData {
  const { hiddenSize } = options;
  const hashes = chooseFeatures(tasks, options.rowCount);
  const random = seededRandom(0x1234567);
  const table = Float32Array.from({ length: hiddenSize * hashes.length }, () => (random() - 0.5) * 0.2);
  const tableSquares = new Float32Array(hashes.length).fill(1e-4);
  const biases = new Float32Array(hiddenSize);
  const heads = tasks.map(({ classCount }) => Float32Array.from({ length: classCount * hiddenSize }, () => (random() - 0.5) * 0.3));
  const headSquares = tasks.map(({ classCount }) => new Float32Array(classCount).fill(1e-4));
  const visits = listVisits(tasks);
  const input = new EncoderInput(hashes);
  const sum = new Float64Array(hiddenSize);
  const hidden = new Float64Array(hiddenSize);
  const bent = new Float64Array(hiddenSize);
  const error = new Float64Array(hiddenSize);
  const scores = new Float64Array(Math.max(...tasks.map(({ classCount }) => classCount)));

  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(visits, random);
    const rate = options.learningRate * (1 - epoch / options.epochs);
    let loss = 0;
    for (const visit of visits) {
      const task = tasks[visit.task] as EncoderTask;
      const head = heads[visit.task] as Float32Array;
      input.read(task.texts[visit.text] as string);
      let kept = 0;
      for (let at = 0; at < input.count; at++) {
        if (random() < options.dropout) continue;
        input.rows[kept] = input.rows[at] as number;
        input.values[kept++] = (input.values[at] as number) / (1 - options.dropout);
      }
      sum.set(biases);
      for (let at = 0; at < kept; at++) {
        const base = (input.rows[at] as number) * hiddenSize;
        const value = input.values[at] as number;
        for (let unit = 0; unit < hiddenSize; unit++) sum[unit] = (sum[unit] as number) + value * (table[base + unit] as number);
      }
      let squares = 1e-12;
      for (let unit = 0; unit < hiddenSize; unit++) {
        const value = Math.tanh(sum[unit] as number);
        bent[unit] = value;
        squares += value * value;
      }
      const length = Math.sqrt(squares);
      for (let unit = 0; unit < hiddenSize; unit++) hidden[unit] = (bent[unit] as number) / length;

      const wanted = task.classes[visit.text] as number;
      loss += scoreHead(head, hidden, scores, task.classCount, wanted);
      error.fill(0);
      const squaresOfHead = headSquares[visit.task] as Float32Array;
      for (let number = 0; number < task.classCount; number++) {
        const slope = ((scores[number] as number) - (number === wanted ? 1 : 0)) * task.weight * sharpness;
        if (Math.abs(slope) < 1e-4) continue;
        const base = number * hiddenSize;
        squaresOfHead[number] = (squaresOfHead[number] as number) + (slope * slope) / hiddenSize;
        const step = (rate * slope) / Math.sqrt(squaresOfHead[number] as number);
        for (let unit = 0; unit < hiddenSize; unit++) {
          error[unit] = (error[unit] as number) + slope * (head[base + unit] as number);
          head[base + unit] = (head[base + unit] as number) - step * (hidden[unit] as number);
        }
      }
      // goes back through the length, then through tanh
      let along = 0;
      for (let unit = 0; unit < hiddenSize; unit++) along += (error[unit] as number) * (hidden[unit] as number);
      let norm = 0;
      for (let unit = 0; unit < hiddenSize; unit++) {
        const slope = (((error[unit] as number) - along * (hidden[unit] as number)) / length) * (1 - (bent[unit] as number) ** 2);
        error[unit] = slope;
        norm += slope * slope;
      }
      norm /= hiddenSize;
      for (let at = 0; at < kept; at++) {
        const row = input.rows[at] as number;
        const value = input.values[at] as number;
        tableSquares[row] = (tableSquares[row] as number) + norm * value * value;
        const step = (rate * value) / Math.sqrt(tableSquares[row] as number);
        const base = row * hiddenSize;
        for (let unit = 0; unit < hiddenSize; unit++) table[base + unit] = (table[base + unit] as number) - step * (error[unit] as number);
      }
    }
    options.onEpoch?.(epoch, loss / visits.length);
  }
  return quantise(table, biases, hiddenSize, hashes);
}

/** The features that most texts have; a word counts more than a pair or a piece of a word. */
function chooseFeatures(tasks: readonly EncoderTask[], rowCount: number): Int32Array {
  const wordWeight = 4;
  const scanner = new NgramScanner(encoderCharacterRange.minLength, encoderCharacterRange.maxLength);
  const index = new HashIndex();
  const hashes: number[] = [];
  const counts: number[] = [];
  const countAll = (list: Int32Array, count: number, weight: number): void => {
    for (let at = 0; at < count; at++) {
      const number = index.add(list[at] as number);
      hashes[number] = list[at] as number;
      counts[number] = (counts[number] ?? 0) + weight;
    }
  };
  for (const { texts, weight } of tasks) {
    for (const text of texts) {
      scanner.scan(text);
      countAll(scanner.words, scanner.wordCount, wordWeight * weight);
      countAll(scanner.pairs, scanner.pairCount, weight);
      countAll(scanner.characters, scanner.characterCount, weight);
    }
  }
  const order = Uint32Array.from(counts.keys()).sort((one, other) => (counts[other] as number) - (counts[one] as number) || one - other);
  const chosen = Int32Array.from(order.subarray(0, rowCount), (number) => hashes[number] as number);
  return chosen.sort((one, other) => (one >>> 0) - (other >>> 0));
}

/** Fills `scores` with the probabilities of a task's classes; gives the loss. */
function scoreHead(head: Float32Array, hidden: Float64Array, scores: Float64Array, classCount: number, wanted: number): number {
  const hiddenSize = hidden.length;
  let highest = Number.NEGATIVE_INFINITY;
  for (let number = 0; number < classCount; number++) {
    let score = 0;
    const base = number * hiddenSize;
    for (let unit = 0; unit < hiddenSize; unit++) score += (head[base + unit] as number) * (hidden[unit] as number);
    scores[number] = score * sharpness;
    highest = Math.max(highest, score * sharpness);
  }
  let total = 0;
  for (let number = 0; number < classCount; number++) {
    const value = Math.exp((scores[number] as number) - highest);
    scores[number] = value;
    total += value;
  }
  for (let number = 0; number < classCount; number++) scores[number] = (scores[number] as number) / total;
  return -Math.log(Math.max(1e-12, scores[wanted] as number));
}

function listVisits(tasks: readonly EncoderTask[]): { task: number; text: number }[] {
  return tasks.flatMap(({ texts }, task) => texts.map((_, text) => ({ task, text })));
}

function quantise(table: Float32Array, biases: Float32Array, hiddenSize: number, hashes: Int32Array): EncoderData {
  const scales = new Float32Array(hiddenSize);
  for (let at = 0; at < table.length; at++)
    scales[at % hiddenSize] = Math.max(scales[at % hiddenSize] as number, Math.abs(table[at] as number));
  for (let unit = 0; unit < hiddenSize; unit++) scales[unit] = (scales[unit] as number) / 127 || 1;
  const cells = Int8Array.from(table, (value, at) => Math.round(value / (scales[at % hiddenSize] as number)));
  return { hiddenSize, hashes, table: cells, scales, biases };
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const kept = list[at] as T;
    list[at] = list[other] as T;
    list[other] = kept;
  }
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}
