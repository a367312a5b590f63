import { expect, test } from 'vitest';
import { normalise, scriptOf, wordsOf } from './tokens.ts';

test('words are runs of letters, marks and digits; a question mark and an emoji are words', () => {
  expect(wordsOf("What's up?? ５pm")).toEqual(['what', 's', 'up', '?', '?', '5pm']);
  expect(wordsOf('मुझे हिंदी आती है।')).toEqual(['मुझे', 'हिंदी', 'आती', 'है']);
  expect(wordsOf('ok👍🏽 ❤️🇮🇳')).toEqual(['ok', '👍', '❤', '🇮🇳']);
});

test('characters without width are dropped', () => {
  expect(normalise('Can\u00adcel\u200b it\ufeff')).toBe('cancel it');
});

test('scripts are told apart', () => {
  expect(['hello', 'नमस्ते', 'नमस्ते ji', '123 !'].map(scriptOf)).toEqual(['latin', 'devanagari', 'mixed', 'none']);
});
