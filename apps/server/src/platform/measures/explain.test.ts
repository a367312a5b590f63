import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byEffect, clarityOf, explainMean, explainSum, type Part, pairUp } from './explain.ts';

const side = fc.record({ count: fc.integer({ min: 0, max: 500 }), value: fc.integer({ min: 0, max: 10_000_000 }) });
const parts = fc
  .array(fc.record({ before: side, after: side }), { minLength: 1, maxLength: 12 })
  .map((list) =>
    list.map(
      ({ before, after }, place): Part => ({
        key: String(place),
        before: before.count === 0 ? { count: 0, value: null } : before,
        after: after.count === 0 ? { count: 0, value: null } : after,
      }),
    ),
  )
  .filter((list) => list.some(({ before }) => before.count > 0) && list.some(({ after }) => after.count > 0));

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
const meanOf = (list: readonly Part[], of: 'before' | 'after') =>
  sum(list.map((part) => (part[of].value ?? 0) * part[of].count)) / sum(list.map((part) => part[of].count));

test('the changes of the parts add up to the change of the whole, with parts that are new or gone', () => {
  fc.assert(
    fc.property(parts, (list) => {
      const [before, after] = [meanOf(list, 'before'), meanOf(list, 'after')];
      const changes = explainMean(list);
      const size = Math.max(1, Math.abs(before), Math.abs(after));
      expect(Math.abs(sum(changes.map(({ change }) => change)) - (after - before)) / size).toBeLessThan(1e-9);
      for (const { change, slower, more } of changes) expect(change).toBe(slower + more);
      const counted = explainSum(list);
      expect(sum(counted.map(({ change }) => change))).toBe(sum(list.map((part) => part.after.count - part.before.count)));
    }),
    { numRuns: 2000 },
  );
});

test('a part whose chats wait longer is told from one that merely has more of them', () => {
  const [billing, sales] = explainMean([
    { key: 'Billing', before: { value: 100, count: 50 }, after: { value: 200, count: 50 } },
    { key: 'Sales', before: { value: 100, count: 50 }, after: { value: 100, count: 50 } },
  ]);
  expect([billing?.slower, billing?.more, sales?.change]).toEqual([50, 0, 0]);
  const [slow, fast] = explainMean([
    { key: 'slow', before: { value: 300, count: 10 }, after: { value: 300, count: 30 } },
    { key: 'fast', before: { value: 100, count: 30 }, after: { value: 100, count: 10 } },
  ]);
  // 150 before and 250 after: half of it since more came to the slow one, half since fewer came to the fast one
  expect([slow?.slower, slow?.more, fast?.slower, fast?.more]).toEqual([0, 50, 0, 50]);
});

test('a part that is on one side alone came or went, and was neither slower nor faster', () => {
  const [fresh] = explainMean(
    pairUp(new Map([['old', { value: 10, count: 10 }]]), new Map([['new', { value: 40, count: 10 }]]))
      .filter(({ key }) => key === 'new')
      .concat({
        key: 'old',
        before: { value: 10, count: 10 },
        after: { value: null, count: 0 },
      }),
  );
  expect([fresh?.slower, fresh?.more]).toEqual([0, 15]);
});

const changed = (...list: readonly (readonly [change: number, count: number])[]) =>
  list.map(([change, count], place) => ({
    ...{ key: String(place), change, slower: change, more: 0 },
    before: { value: 0, count },
    after: { value: 0, count },
  }));

test('a property whose one part made the change says more than one whose parts all have it, or take it back', () => {
  expect(clarityOf(changed([100, 10], [0, 10], [0, 20]))).toBe(0.75);
  expect(clarityOf(changed([50, 10], [50, 10]))).toBe(0);
  expect(clarityOf(changed([200, 10], [-100, 10]))).toBe(-0.5);
  expect(clarityOf(changed([1, 10], [-1, 10]))).toBe(Number.NEGATIVE_INFINITY);
});

test('parts that did most come first', () => {
  expect(byEffect(changed([1, 1], [-5, 1], [3, 1])).map(({ change }) => change)).toEqual([-5, 3, 1]);
});
