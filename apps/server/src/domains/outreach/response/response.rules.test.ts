import { expect, test } from 'vitest';
import { respondsTo } from './response.rules.ts';

const at = (hours: number, seconds = 0) => new Date(Date.UTC(2026, 10, 2) + hours * 3_600_000 + seconds * 1000);
const left = (name: string, hours: number, more: object = {}) => ({ name, leftAt: at(hours), replyHours: 3, isAnswered: false, ...more });

test.each([
  ['nothing had reached them', [], at(1), undefined],
  ['in the last second of the time', [left('one', 0)], at(3), 'one'],
  ['a second too late', [left('one', 0)], at(3, 1), undefined],
  ['before it had left', [left('one', 2)], at(1), undefined],
  ['at once, told in whole seconds', [left('one', 1)], at(1, -1), 'one'],
  ['the latest of two', [left('one', 0), left('two', 1)], at(2), 'two'],
  ['the one that is answered', [left('one', 0, { isAnswered: true }), left('two', 1)], at(2), 'one'],
  ['the latest, where the answered one is too long ago', [left('one', 0, { isAnswered: true }), left('two', 3)], at(4), 'two'],
  ['the one of a longer time', [left('one', 0, { replyHours: 9 }), left('two', 1)], at(8), 'one'],
])('CAMP-017 a response: %s', (_name, reached, written, expected) => {
  expect(respondsTo(reached, written)?.name).toBe(expected);
});
