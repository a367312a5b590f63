import { expect, test } from 'vitest';
import { readBundledModel } from '../bundled.ts';
import { NgramScanner } from './ngram-scanner.ts';
import { NluError } from './nlu-error.ts';
import { loadTellingWords, readTellingWords, writeTellingWords } from './telling-words.ts';

const scanner = new NgramScanner(2, 3);
const weigh = (word: string): number => {
  scanner.scan(word);
  return readTellingWords().weigh(scanner, 0);
};

test('words that every text uses tell nothing, rare words tell most', () => {
  expect(['the', 'i', 'want', 'do', '?'].map(weigh)).toEqual([0, 0, 0, 0, 0]);
  expect(['bananas', 'capital', 'refund', 'zxqwv'].map(weigh)).toEqual([1, 1, 1, 1]);
  expect(weigh('open')).toBeGreaterThan(weigh('can'));
  expect(weigh('open')).toBeLessThan(weigh('bananas'));
});

test('Hindi function words tell little in both scripts', () => {
  for (const word of ['का', 'है', 'hai', 'mujhe']) expect(weigh(word)).toBeLessThan(0.2);
  expect(weigh('दुकान')).toBe(1);
});

test('a number never seen says little', () => {
  expect(weigh('48213')).toBe(0.3);
});

test('a table is read as it was written', () => {
  scanner.scan('shop');
  const words = loadTellingWords(writeTellingWords({ hashes: Int32Array.of(scanner.words[0] as number), codes: Uint8Array.of(51) }));
  expect(words.weigh(scanner, 0)).toBe(0.2);
});

test('other bytes are refused', () => {
  expect(() => loadTellingWords(readBundledModel('emotion'))).toThrow(NluError);
});
