import { expect, test } from 'vitest';
import { around } from './expression.fixtures.ts';
import { ExpressionFault } from './fault.ts';
import { parseText, writeText } from './text.ts';
import type { Value } from './value.ts';

const write = (text: string, names: Record<string, Value> = {}) => writeText(parseText(text), around(names));

test.each<[string, Record<string, Value>, string]>([
  ['Hello {{ name ?? "friend" }}!', { name: null }, 'Hello friend!'],
  ['Hello {{name}}', { name: 'अशा' }, 'Hello अशा'],
  ['Due {{ due | date("d MMM, HH:mm", zone) }}', { due: { $: 'instant', at: Date.UTC(2026, 0, 31, 4) } }, 'Due 31 Jan, 09:30'],
  ['{{ list | join(" and ") | upper }}', { list: ['a', 'b'] }, 'A AND B'],
  ['{{ {"a": {"b": 1}}.a.b }} }} { }', {}, '1 }} { }'],
  ['{{ "}}" }}', {}, '}}'],
  [String.raw`\{{ as it is }}`, {}, '{{ as it is }}'],
  ['{{ nothing }}', { nothing: null }, ''],
])('%s', (text, names, written) => {
  expect(write(text, names)).toMatchObject({ text: written, faults: [] });
});

test('a placeholder that fails is empty, and the fault has its place in the whole text', () => {
  const { text, faults } = write('Pay {{ amount / 0 }} by {{ day }}', { amount: 5, day: 'Monday' });
  expect(text).toBe('Pay  by Monday');
  expect(faults.map(({ code, place }) => [code, place])).toEqual([['division', { start: 7, end: 17 }]]);
});

test.each([
  ['Hello {{ name', 6, 13],
  ['Hello {{ }}', 9, 9],
  ['Hello {{ a b }}', 11, 12],
  ['Hello {{ a | }}', 13, 13],
])('“%s” is refused, and where', (text, start, end) => {
  try {
    parseText(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionFault);
    expect((error as ExpressionFault).place).toEqual({ start, end });
  }
});
