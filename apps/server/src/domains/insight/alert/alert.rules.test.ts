import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlertRule, type AlertStanding, decideAlert, isOver, isQuietHour } from './alert.rules.ts';

const minuteMs = 60_000;
const start = Date.parse('2026-03-02T10:00:00Z');
const rule: AlertRule = { windowMinutes: 15, direction: 'above', value: 5, leastRows: 1, quietFrom: '', quietUntil: '' };

/** Looks once a minute at these values, of ten rows each. @returns the minutes at which something is told */
function follow(values: readonly (number | null)[], given: AlertRule = rule, zone = 'UTC') {
  let standing: AlertStanding = { state: 'QUIET', backSince: null };
  return values.flatMap((value, minute) => {
    const { isTold, ...next } = decideAlert(standing, given, { value, rows: 10 }, { now: new Date(start + minute * minuteMs), zone });
    standing = next;
    return isTold ? [minute] : [];
  });
}

test('a crossing is told once, however long it lasts', () => {
  expect(follow([1, 6, 7, 6, 9, 6])).toEqual([1]);
});

test('it is told again only after the figure was back for a whole window', () => {
  const back = (minutes: number) => Array.from({ length: minutes }, () => 1);
  expect(follow([6, ...back(14), 6])).toEqual([0]);
  expect(follow([6, ...back(16), 6])).toEqual([0, 17]);
  // A short relapse begins the window anew.
  expect(follow([6, ...back(10), 6, ...back(10), 6])).toEqual([0]);
});

test('quiet hours hold back until they end, also over midnight', () => {
  const quiet = { ...rule, quietFrom: '22:00', quietUntil: '10:03' };
  expect(follow([6, 6, 6, 6, 6], quiet)).toEqual([3]);
  expect(follow([6, 6, 6, 1, 1], quiet)).toEqual([]);
  const at = (time: string, zone: string) =>
    isQuietHour({ quietFrom: '22:00', quietUntil: '06:00' }, new Date(`2026-03-02T${time}:00Z`), zone);
  expect([at('21:59', 'UTC'), at('22:00', 'UTC'), at('05:59', 'UTC'), at('06:00', 'UTC'), at('17:00', 'Asia/Kolkata')]).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
});

test('the value itself is on neither side, and too few rows are over nothing', () => {
  const over = (direction: 'above' | 'below', value: number | null, rows: number, leastRows = 1) =>
    isOver({ ...rule, direction, leastRows }, { value, rows });
  expect([over('above', 5, 9), over('above', 5.1, 9), over('below', 5, 9), over('below', 4.9, 9)]).toEqual([false, true, false, true]);
  expect([over('above', 9, 2, 3), over('above', null, 9), over('below', 0, 0, 0)]).toEqual([false, false, true]);
});

test('the figure is always back for at least a window between two tellings', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 200 }), (values) => {
      const told = follow(values);
      for (const [place, minute] of told.entries()) {
        expect(values[minute]).toBeGreaterThan(5);
        const former = told[place - 1];
        if (former === undefined) continue;
        const calm = values
          .slice(former + 1, minute)
          .reduce((run, value) => (value > 5 ? { now: 0, best: run.best } : { now: run.now + 1, best: Math.max(run.best, run.now + 1) }), {
            now: 0,
            best: 0,
          });
        expect(calm.best).toBeGreaterThanOrEqual(rule.windowMinutes);
      }
    }),
  );
});
