import { largestPattern, mostPatternCost, patternCost } from '@parley/contract/pattern-cost';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, test, vi } from 'vitest';
import { compileEntities } from './custom.ts';
import { validatePattern } from './pattern.ts';

test.each([
  ['[A-Z]{2}\\d{6,12}', 20],
  ['\\p{L}{1,900}\\p{L}{1,900}', 3618],
  ['((a{10}){10}){10}', 1220],
  ['\\Qa{900}\\E', 6],
  ['[a{900}]', 1],
  ['a{2,}', 4],
])('%s costs %d', (pattern, cost) => {
  expect(patternCost(pattern)).toBe(cost);
});

test('no pattern that may be used has a program much larger than its cost', () => {
  const atom = fc.constantFrom('a', '.', '\\d', '[a-z]', '\\p{L}', '\\.', '[^b]', '(?:xy)', 'é');
  const repeat = fc.constantFrom('', '*', '+', '?', '{3}', '{2,}', '{1,40}', '{0,9}', '{30}');
  const piece = fc.tuple(atom, repeat).map((parts) => parts.join(''));
  const group = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), repeat).map(([parts, times]) => `(${parts.join('')})${times}`);
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, group), { minLength: 1, maxLength: 5 }), (parts) => {
      const pattern = parts.join('');
      const cost = patternCost(pattern);
      if (cost > largestPattern) return;
      expect(RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE).programSize()).toBeLessThanOrEqual(cost * 2 + 10);
    }),
    { numRuns: 300 },
  );
});

test('a pattern that repeats too much is refused without being compiled', () => {
  const compile = vi.spyOn(RE2JS, 'compile');
  try {
    expect(validatePattern('\\p{L}{1,9}')).toBeUndefined();
    expect(compile).toHaveBeenCalledTimes(1);
    expect(validatePattern('\\p{L}{1,900}\\p{L}{1,900}')).toBe('The pattern repeats too much; use smaller repeat counts.');
    expect(compile).toHaveBeenCalledTimes(1);
  } finally {
    compile.mockRestore();
  }
});

test('patterns of a bot beyond the limit of all together are left out when it is loaded', () => {
  const pattern = `x{${largestPattern - 1}}`;
  const value = (name: string, patterns: string[]) => ({ value: name, type: 'pattern' as const, synonyms: [], pattern: patterns });
  const count = Math.floor(mostPatternCost / patternCost(pattern));
  const filler = Array.from({ length: count }, (_, index) => value(`v${index}`, [pattern]));
  const matcher = compileEntities([
    { id: 'first', name: 'first', values: [value('code', ['a\\d']), ...filler.slice(1)] },
    { id: 'old', name: 'old', values: [value('huge', ['x{1,1000}']), value('late', [pattern, pattern])] },
    { id: 'last', name: 'last', values: [value('late', ['cd\\d'])] },
  ]);
  expect(matcher.find('a1 cd2').map(({ entity }) => entity)).toEqual(['first', 'last']);
});
