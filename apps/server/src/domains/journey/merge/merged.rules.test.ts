import { expect, test } from 'vitest';
import { type CountedWalk, countOnce } from './merged.rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 2, day));
const walk = (instanceId: string, isKept: boolean, from: number, to: number | null, more: Partial<CountedWalk> = {}): CountedWalk => ({
  instanceId,
  journeyId: 'j',
  environment: 'production',
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
  state: to === null ? 'WAITING' : 'TIMEDOUT',
  isKept,
  reentry: 'one',
  reentryDays: 30,
  ...more,
});
const lost = (...walks: CountedWalk[]) => countOnce(walks).map(({ lost: gone, into }) => `${gone} ${into}`);

test('one of two walks counts where the stream would not have let one person have both', () => {
  // One at a time: those that overlap are one, those behind each other are two.
  expect(lost(walk('a', true, 1, 3), walk('b', false, 2, 4))).toEqual(['b a']);
  expect(lost(walk('a', true, 1, 3), walk('b', false, 3, 4))).toEqual([]);
  expect(lost(walk('a', true, 1, 3, { reentry: 'never' }), walk('b', false, 5, 6, { reentry: 'never' }))).toEqual(['b a']);
  const monthly = { reentry: 'days', reentryDays: 7 } as const;
  expect(lost(walk('a', true, 1, 2, monthly), walk('b', false, 7, 8, monthly))).toEqual(['b a']);
  expect(lost(walk('a', true, 1, 2, monthly), walk('b', false, 8, 9, monthly))).toEqual([]);
  expect(lost(walk('a', true, 1, 3, { reentry: 'many' }), walk('b', false, 2, 4, { reentry: 'many' }))).toEqual([]);
});

test('the walk counts that goes on, then the completed one, then the one of who stays; others are left alone', () => {
  expect(lost(walk('a', true, 1, 3), walk('b', false, 2, 4, { state: 'COMPLETED' }))).toEqual(['a b']);
  expect(lost(walk('a', true, 1, 3, { state: 'COMPLETED' }), walk('b', false, 2, null))).toEqual(['a b']);
  expect(lost(walk('a', true, 1, 9), walk('b', true, 2, 3), walk('c', false, 4, 5))).toEqual(['c a']);
  expect(lost(walk('a', true, 1, 3), walk('b', false, 2, 4, { journeyId: 'other' }))).toEqual([]);
  expect(lost(walk('a', true, 1, 3), walk('b', false, 2, 4, { environment: 'sandbox' }))).toEqual([]);
  // The caller of a merge stops walks that still go on, or lets them continue.
  expect(lost(walk('a', true, 1, null), walk('b', false, 2, null))).toEqual([]);
});
