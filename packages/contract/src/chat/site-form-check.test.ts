import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AskedField, askedKinds, checkSiteForm } from './site-form-check.ts';

const field = (kind: AskedField['kind'], more: Partial<AskedField> = {}): AskedField => ({
  id: 'f',
  kind,
  isRequired: false,
  most: 100,
  ...more,
});
const takes = (of: AskedField, ...values: string[]) => values.map((f) => checkSiteForm([of], { f }).f);

test('each kind of field takes what its name says', () => {
  expect(takes(field('name'), 'Ravi', 'R', '')).toEqual([undefined, 'short', undefined]);
  expect(takes(field('email'), 'a@example.com', 'a@', ' a@example.com ')).toEqual([undefined, 'email', undefined]);
  expect(takes(field('phone'), '+91 98765-43210', '12', '98765x43210', '(030) 1234567')).toEqual([undefined, 'phone', 'phone', undefined]);
  expect(takes(field('whole'), '12', '-7', '7.5', 'x')).toEqual([undefined, undefined, 'whole', 'whole']);
  expect(takes(field('number'), '12', '7,5', '7.5', '1e5')).toEqual([undefined, undefined, undefined, 'number']);
  expect(takes(field('date'), '2026-02-28', '2026-02-30', '28.2.2026', '2026-13-01')).toEqual([undefined, 'date', 'date', 'date']);
  expect(takes(field('choice', { choices: ['A'] }), 'A', 'B')).toEqual([undefined, 'choice']);
  expect(takes(field('choice', { choices: [] }), 'B')).toEqual([undefined]);
});

test('a field that is required and blank, too long, or no field of the form is told', () => {
  expect(takes(field('text', { isRequired: true }), '', '  ', 'x')).toEqual(['needed', 'needed', undefined]);
  expect(checkSiteForm([field('text', { isRequired: true })], {})).toEqual({ f: 'needed' });
  expect(takes(field('text', { most: 3 }), 'four', ' abc ')).toEqual(['long', undefined]);
  expect(checkSiteForm([], { other: '1' })).toEqual({ other: 'unknown' });
  // Names of every object are no values.
  expect(checkSiteForm([field('text', { id: 'toString', isRequired: true })], {})).toEqual({ toString: 'needed' });
});

test('any text is judged, and never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...askedKinds), fc.string({ unit: 'binary', maxLength: 200 }), fc.boolean(), (kind, value, isRequired) => {
      const found = checkSiteForm([field(kind, { isRequired })], { f: value });
      expect(Object.keys(found).every((id) => id === 'f')).toBe(true);
    }),
  );
});
