import { partialAnswers } from '@parley/contract';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createPartialAnswer, noAnswer, showable } from './partial.answer.ts';

test.each([
  ['The warranty ', 'The warranty'],
  ['NO', ''],
  ['NO_ANSWER', ''],
  ['I am sorry: NO_ANS', 'I am sorry:'],
  ['I am sorry: NO_ANSWER.', ''],
  ['Nobody', 'Nobody'],
  [' {"answer": "two', ''],
  ['```json\n{', ''],
])('a visitor is shown the words %j as %j', (written, shown) => {
  expect(showable(written)).toBe(shown);
});

test('no part of the word for no answer is shown at the end, however it is cut into pieces', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: noAnswer.length }), (before, length) => {
      const shown = showable(before + noAnswer.slice(0, length));
      expect(before.trim().startsWith(shown)).toBe(true);
    }),
  );
});

test('a fast endpoint is shown at most ten times a second, the latest text each time, and nothing after the end', () => {
  vi.useFakeTimers();
  const sent: string[] = [];
  const partial = createPartialAnswer((text) => sent.push(text));
  for (let count = 1; count <= 100; count += 1) {
    partial.show('x'.repeat(count));
    vi.advanceTimersByTime(10);
  }
  expect(sent.length).toBeGreaterThan(8);
  expect(sent.length).toBeLessThanOrEqual(partialAnswers.perSecond + 1);
  const before = sent.length;
  partial.show('the last');
  partial.finish();
  vi.advanceTimersByTime(1000);
  expect(sent.length).toBe(before);
  vi.useRealTimers();
});

test('a shown text is taken back at once, one never shown is not, and one that is too long is shown no further', () => {
  const sent: string[] = [];
  const shown = createPartialAnswer((text) => sent.push(text));
  shown.show('half');
  shown.show('');
  shown.finish();
  const never = createPartialAnswer((text) => sent.push(text));
  never.show('');
  never.drop();
  const long = createPartialAnswer((text) => sent.push(text));
  long.show('x'.repeat(partialAnswers.mostCharacters + 1));
  long.finish();
  expect(sent).toEqual(['half', '']);
});
