import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addValue, changeValue, emptyEntity } from './entity-draft.ts';
import { pasteValues } from './entity-paste.ts';

const pune = changeValue(emptyEntity, 0, { value: 'Pune', type: 'synonyms', synonyms: ['Poona'] });
const listed = (pasted: ReturnType<typeof pasteValues>) =>
  'fault' in pasted ? pasted.fault : pasted.draft.values.map(({ value, synonyms }) => [value, ...synonyms]);

test('each line is a value with its synonyms, and a known value gets them', () => {
  const pasted = pasteValues(addValue(pune), 'pune, Punawadi, Poona\r\n\nDelhi\tDilli\t\nGoa\nDELHI, New Delhi');
  expect(listed(pasted)).toEqual([
    ['Pune', 'Poona', 'Punawadi'],
    ['Delhi', 'Dilli', 'New Delhi'],
    ['Goa', 'Goa'],
  ]);
  expect(pasted).toMatchObject({ addedCount: 2, extendedCount: 1 });
});

test('rows of the same value stay as they are', () => {
  const twice = changeValue(addValue(pune), 1, { value: 'pune', type: 'synonyms', synonyms: ['Puna'] });
  expect(listed(pasteValues(twice, 'Goa'))).toEqual([
    ['Pune', 'Poona'],
    ['pune', 'Puna'],
    ['Goa', 'Goa'],
  ]);
});

test('a paste that cannot be taken names its line, and nothing of it is taken', () => {
  expect(listed(pasteValues(pune, 'Goa\n, x'))).toEqual({ kind: 'noValue', line: 2 });
  expect(listed(pasteValues(pune, 'x'.repeat(501)))).toEqual({ kind: 'tooLong', line: 1 });
  expect(listed(pasteValues(pune, `a,${Array.from({ length: 501 }, (_, index) => index).join(',')}`))).toEqual({
    kind: 'tooManySynonyms',
    line: 1,
  });
  expect(listed(pasteValues(changeValue(pune, 0, { type: 'pattern' }), 'Pune, x'))).toEqual({ kind: 'isPattern', line: 1 });
  expect(listed(pasteValues(pune, ' \n'))).toEqual({ kind: 'nothing' });
  expect(listed(pasteValues(pune, Array.from({ length: 2000 }, (_, index) => `v${index}`).join('\n')))).toEqual({ kind: 'tooMany' });
});

test('rows keep keys of their own, and every row can be saved', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const pasted = pasteValues(pune, text);
      if ('fault' in pasted) return;
      const { values, nextKey } = pasted.draft;
      expect(new Set(values.map(({ key }) => key)).size).toBe(values.length);
      expect(values.every(({ key, value, synonyms }) => key < nextKey && value !== '' && synonyms.length > 0)).toBe(true);
    }),
  );
});
