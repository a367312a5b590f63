import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readValues, writeValues } from './test-values.ts';

test('a line is a name and its value; what lacks either is refused', () => {
  expect(readValues(' city = Pune \n\n day=a = b')).toEqual([
    { name: 'city', value: 'Pune' },
    { name: 'day', value: 'a = b' },
  ]);
  for (const text of ['city', 'city =', '= Pune', Array.from({ length: 21 }, () => 'a = b').join('\n')])
    expect(readValues(text)).toBe(undefined);
});

test('written test values are read back unchanged', () => {
  const word = fc
    .string({ minLength: 1, maxLength: 20 })
    .map((text) => text.replace(/[\r\n]/g, '').trim())
    .filter((text) => text !== '');
  const name = word.filter((text) => !text.includes('='));
  fc.assert(
    fc.property(fc.array(fc.record({ name, value: word }), { maxLength: 20 }), (values) => {
      expect(readValues(writeValues(values))).toEqual(values);
    }),
  );
});
