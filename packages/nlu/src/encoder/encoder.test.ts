import { expect, test } from 'vitest';
import { readBundledModel } from '../bundled.ts';
import { NluError } from '../text/nlu-error.ts';
import { loadEncoder, writeEncoder } from './encoder.ts';
import { type EncoderTask, trainEncoder } from './encoder-training.ts';

const encode = (encoder: ReturnType<typeof loadEncoder>, text: string): Float32Array => {
  const hidden = new Float32Array(encoder.hiddenSize);
  encoder.encode(text, hidden);
  return hidden;
};
const product = (one: Float32Array, other: Float32Array): number => one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
const cosine = (one: Float32Array, other: Float32Array): number =>
  product(one, other) / Math.sqrt(product(one, one) * product(other, other));

test('the bundled encoder lays texts that mean alike nearer than others', () => {
  const encoder = loadEncoder(readBundledModel('encoder'));
  const refund = encode(encoder, 'i want a refund');
  expect(cosine(refund, encode(encoder, 'give me my money back'))).toBeGreaterThan(
    cosine(refund, encode(encoder, 'give me my weather report')),
  );
  const greeting = encode(encoder, 'hello');
  expect(cosine(greeting, encode(encoder, 'namaste'))).toBeGreaterThan(cosine(greeting, encode(encoder, 'refund')));
});

test('a text that the encoder does not know has no place', () => {
  const encoder = loadEncoder(readBundledModel('encoder'));
  expect(new Set(encode(encoder, ''))).toEqual(new Set([0]));
  const hidden = encode(encoder, 'ᚠᚢᚦᚨᚱᚲ ᚷᚹᚺᚾᛁᛃ');
  expect(product(hidden, hidden)).toBe(0);
});

test('vectors are 1 long at most', () => {
  const encoder = loadEncoder(readBundledModel('encoder'));
  for (const text of ['where is my order', 'मेरा ऑर्डर कहाँ है', 'zxcvb qwert', 'a']) {
    const hidden = encode(encoder, text);
    expect(product(hidden, hidden)).toBeLessThanOrEqual(1 + 1e-5);
  }
});

const task: EncoderTask = {
  texts: ['red apple', 'green apple', 'sweet apple pie', 'fast car', 'slow car', 'my car is old'],
  classes: Int32Array.of(0, 0, 0, 1, 1, 1),
  classCount: 2,
  weight: 1,
};
const options = { hiddenSize: 8, rowCount: 200, epochs: 20, learningRate: 0.1, dropout: 0.1 };

test('training parts what its tasks part, and is deterministic', () => {
  const bytes = writeEncoder(trainEncoder([task], options));
  expect(Buffer.compare(writeEncoder(trainEncoder([task], options)), bytes)).toBe(0);
  const encoder = loadEncoder(bytes);
  const apple = encode(encoder, 'apple');
  expect(cosine(apple, encode(encoder, 'green apple'))).toBeGreaterThan(cosine(apple, encode(encoder, 'fast car')));
});

test('the loss falls', () => {
  const losses: number[] = [];
  trainEncoder([task], { ...options, onEpoch: (_, loss) => losses.push(loss) });
  expect(losses).toHaveLength(20);
  expect(losses.at(-1)).toBeLessThan((losses[0] as number) / 2);
});

test('other bytes are refused', () => {
  expect(() => loadEncoder(readBundledModel('emotion'))).toThrow(NluError);
});
