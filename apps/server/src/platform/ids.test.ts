import { afterEach, expect, test, vi } from 'vitest';
import { createIds, newId } from './ids.ts';

afterEach(() => vi.useRealTimers());

const make = (count: number, one = newId) => Array.from({ length: count }, () => one());

test('ids stand in the order in which they were made, thousands within one millisecond', () => {
  const made = make(50_000);
  expect(made).toEqual([...made].sort());
  expect(new Set(made).size).toBe(50_000);
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(made.filter((id) => !shape.test(id))).toEqual([]);
});

test('ids stand in their order where a millisecond has no counter left, and after the clock was set back', () => {
  // Ids of its own: one that has counted into the year 2099 does not come back.
  const own = createIds();
  vi.useFakeTimers({ now: new Date('2099-05-01T10:00:00.000Z'), toFake: ['Date'] });
  const made = make(20_000, own);
  vi.setSystemTime('2099-05-01T09:00:00.000Z');
  made.push(...make(10, own));
  expect(made).toEqual([...made].sort());
  expect(new Set(made).size).toBe(20_010);
  // They run ahead of the clock by a few milliseconds, not more.
  const timeOf = (id = '') => Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(timeOf(made[0])).toBe(Date.parse('2099-05-01T10:00:00.000Z'));
  expect(timeOf(made.at(-1)) - timeOf(made[0])).toBeLessThan(8);
});
