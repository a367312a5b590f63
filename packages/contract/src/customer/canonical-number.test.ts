import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalNumber, numberSpellings } from './canonical-number.ts';

const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const oneOf = (signs: string) => fc.constantFrom(...signs);
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''));

/** Lines by what tells their people apart, with all that they are written as. */
const brazilian = fc
  .record({ area: joined(oneOf('123456789'), oneOf('123456789')), line: joined(oneOf('6789'), digits(7)) })
  .map(({ area, line }) => [`+55${area}9${line}`, `+55${area}${line}`]);
const mexican = joined(oneOf('23456789'), digits(9)).map((line) => [`+52${line}`, `+521${line}`]);
const argentine = fc
  .oneof(
    fc.tuple(fc.constant('11'), digits(8)),
    fc.tuple(joined(oneOf('23'), digits(2)), digits(7)),
    fc.tuple(joined(oneOf('23'), digits(3)), digits(6)),
  )
  .map(([area, line]) => [`+54${area}${line}`, `+549${area}${line}`, `+54${area}15${line}`]);
const lines = fc.oneof(brazilian, mexican, argentine);

/** Numbers of the plan and near it: numbers of different lines differ in the digits behind country, 9, 1 and 15. */
const anything = fc.oneof(
  lines.chain((spellings) => fc.constantFrom(...spellings)),
  joined(fc.constantFrom('+55', '+54', '+52', '+91', '+1', '+5', ''), digits(10)),
  joined(fc.constantFrom('+55', '+54', '+52', '+549', '+521'), fc.oneof(digits(9), digits(10), digits(11), digits(12))),
  fc.string(),
);

test('all spellings of a line have one canonical number', () => {
  fc.assert(
    fc.property(lines, (spellings) => {
      expect(new Set(spellings.map(canonicalNumber)).size).toBe(1);
      for (const spelling of spellings) expect(numberSpellings(spelling)).toEqual(expect.arrayContaining(spellings));
    }),
  );
});

test('the canonical number is its own, and the first of the spellings, which are the same for each of them', () => {
  fc.assert(
    fc.property(anything, (number) => {
      const canonical = canonicalNumber(number);
      const spellings = numberSpellings(number);
      expect(canonicalNumber(canonical)).toBe(canonical);
      expect(spellings[0]).toBe(canonical);
      expect(spellings).toContain(number);
      for (const spelling of spellings) expect(numberSpellings(spelling)).toEqual(spellings);
    }),
  );
});

test('lines of different people are never joined', () => {
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      if (one.some((spelling) => other.includes(spelling))) return;
      const isSame = canonicalNumber(one[0] as string) === canonicalNumber(other[0] as string);
      expect(isSame).toBe(false);
    }),
  );
  // The digits behind the country, the 9, the 1 and the 15 stay: what is joined differs in nothing else.
  fc.assert(
    fc.property(anything, (number) => {
      for (const spelling of numberSpellings(number))
        expect([spelling.slice(0, 3), spelling.slice(-6)]).toEqual([number.slice(0, 3), number.slice(-6)]);
    }),
  );
});

test.each([
  ['a fixed line of São Paulo', '+551132345678'],
  ['a mobile line whose last eight digits are a fixed line', '+5511932345678'],
  ['a toll-free number of Brazil', '+558001234567'],
  ['a toll-free number of Argentina', '+548001234567'],
  ['a number of ten digits behind a 1 that is no area code of Mexico', '+521234567890'],
  ['a number of India', '+919876543210'],
  ['an address', 'asha@example.com'],
  ['nothing', ''],
])('%s has one spelling', (_what, number) => {
  expect(numberSpellings(number)).toEqual([number]);
});

test.each([
  ['+5511987654321', ['+551187654321', '+5511987654321']],
  ['+5548996543210', ['+554896543210', '+5548996543210']],
  ['+525512345678', ['+5215512345678', '+525512345678']],
  ['+541123456789', ['+5491123456789', '+541123456789', '+54111523456789']],
  ['+542212345678', ['+5492212345678', '+54221152345678']],
  ['+542202123456', ['+5492202123456', '+54220215123456']],
])('%s stands for %j', (canonical, spellings) => {
  for (const spelling of spellings) expect(canonicalNumber(spelling)).toBe(canonical);
});
