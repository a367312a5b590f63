import fc from 'fast-check';

/** Values that broke something somewhere: in texts, in numbers, and objects in the place of either. */
export const nastyTexts: readonly string[] = [
  "'; drop table users; --",
  "' or '1'='1",
  '<img src=x onerror=alert(1)>',
  'a\u0000b',
  '%00%',
  '\ud800',
  '\u202e😀\ufffe',
  '../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  'toString',
  '{{7*7}} <%= 7*7 %> #{7*7}',
  '',
  ' ',
  '-1',
  '1e309',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  '\r\nx-injected: 1',
  '=cmd|calc!A1',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  'x'.repeat(70_000),
  '(a+)+$',
  '\\p{L}{1,900}\\p{L}{1,900}',
  '((((((((((a{1,30}){1,30}){1,30}',
  '%'.repeat(500),
  '_'.repeat(500),
  'а́'.repeat(3000),
];

export const nastyValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { toString: null, valueOf: null },
  { length: { toString: 1 } },
  { length: 5 },
  { length: -1 },
  // Named by a text: an object that is written with such a property is taken for a promise by code that awaits it.
  JSON.parse('{"then":1}'),
  { toJSON: 'x' },
  { constructor: { prototype: 1 } },
  { $ne: 1 },
  { 0: 'a', length: 1e9 },
  Array.from({ length: 2000 }, (_, index) => index),
];

const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: [deep(depth - 1)] });

/** Anything JSON can say, with what is nasty more often than what is not. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...nastyTexts) },
  { weight: 5, arbitrary: fc.constantFrom(...nastyValues) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constant(deep(200)) },
  { weight: 1, arbitrary: fc.uuid() },
);
