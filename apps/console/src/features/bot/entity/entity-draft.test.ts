import type { Entity } from '@parley/contract';
import { expect, test } from 'vitest';
import {
  addEntries,
  addValue,
  changeValue,
  emptyEntity,
  entriesOf,
  isChanged,
  isComplete,
  placeFaults,
  removeValue,
  takesEntries,
  toBody,
  toDraft,
} from './entity-draft.ts';

const saved: Entity = {
  id: 'e1',
  agentId: 'b1',
  name: 'city',
  type: 0,
  description: '',
  isSensitive: false,
  updatedOn: null,
  version: 1,
  values: [
    { value: 'Pune', type: 'synonyms', synonyms: ['Poona'], pattern: [] },
    { value: 'code', type: 'pattern', synonyms: [], pattern: ['[A-Z]{2,3}'] },
  ],
};
const draft = toDraft(saved);

test('ENTITY-021 ENTITY-023 ENTITY-042 a draft sends back what was saved', () => {
  expect(toBody(draft, { agentId: 'b1', id: 'e1' })).toEqual({
    agentId: 'b1',
    id: 'e1',
    name: 'city',
    isSensitive: false,
    values: saved.values,
  });
});

test('ENTITY-027 ENTITY-028 ENTITY-029 ENTITY-030 name, value, type and an entry of the own type are needed', () => {
  expect(isComplete(draft)).toBe(true);
  expect(isComplete({ ...draft, name: ' ' })).toBe(false);
  expect(isComplete(changeValue(draft, 0, { value: ' ' }))).toBe(false);
  expect(isComplete(changeValue(draft, 0, { type: '' }))).toBe(false);
  expect(isComplete(changeValue(draft, 0, { synonyms: [] }))).toBe(false);
  expect(isComplete(changeValue(draft, 1, { pattern: [], synonyms: ['x'] }))).toBe(false);
});

test('ENTITY-032 entries wait for a value and a type', () => {
  const [row] = emptyEntity.values;
  if (!row) throw new Error('The form begins with a row.');
  expect(
    [row, { ...row, value: 'x' }, { ...row, type: 'pattern' as const }, { ...row, value: 'x', type: 'pattern' as const }].map(takesEntries),
  ).toEqual([false, false, false, true]);
});

test('ENTITY-034 ENTITY-037 synonyms are split on commas, a pattern is kept whole, nothing is refused', () => {
  expect(addEntries(['a'], ' b, c ,,a', 'synonyms')).toEqual(['a', 'b', 'c']);
  expect(addEntries([], '[A-Z]{2,3}', 'pattern')).toEqual(['[A-Z]{2,3}']);
  expect([addEntries([], ' , ', 'synonyms'), addEntries([], ' ', 'pattern')]).toEqual([undefined, undefined]);
});

test('ENTITY-035 the last row stays', () => {
  const one = removeValue(draft, 0);
  expect([one.values.length, removeValue(one, 1)]).toEqual([1, one]);
});

test('a row of another type shows the entries of that type, and sends them alone', () => {
  const next = changeValue(draft, 0, { type: 'pattern', pattern: ['P.*'] });
  expect([next.values.map(entriesOf)[0], toBody(next, { agentId: 'b1' }).values[0]]).toEqual([
    ['P.*'],
    { value: 'Pune', type: 'pattern', synonyms: [], pattern: ['P.*'] },
  ]);
});

test('an edit makes a draft changed; typing the old value back does not', () => {
  expect([isChanged(addValue(draft), draft), isChanged(changeValue(draft, 0, { value: 'x' }), draft)]).toEqual([true, true]);
  expect(isChanged(changeValue(changeValue(draft, 0, { value: 'x' }), 0, { value: 'Pune' }), draft)).toBe(false);
});

test('ENTITY-050 faults of the server are placed beside what they are about', () => {
  const placed = placeFaults([
    { field: 'name', message: 'Taken' },
    { field: 'values.1.pattern', message: 'Too slow' },
    { field: 'values[0]', message: 'Twice' },
    { field: '', message: 'Full' },
  ]);
  expect([placed.name, [...placed.rows], placed.others]).toEqual([
    'Taken',
    [
      [1, 'Too slow'],
      [0, 'Twice'],
    ],
    ['Full'],
  ]);
});
