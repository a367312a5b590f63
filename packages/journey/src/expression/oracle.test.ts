import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ask } from './expression.fixtures.ts';
import { ExpressionFault } from './fault.ts';
import type { Value } from './value.ts';

/**
 * Another implementation of the language, which shares no line with ours. What ours reads otherwise by decision is left out here: whole numbers
 * that are divided, Empty, and order of unlike types.
 */
type Source = { boolean: string; number: string; text: string; list: string };

const { boolean, number, text, list } = fc.letrec<Source>((tie) => {
  const wrapped = (name: keyof Source) => tie(name).map((source) => `(${source})`);
  const binary = (name: keyof Source, ...operators: string[]) =>
    fc.tuple(wrapped(name), fc.constantFrom(...operators), wrapped(name)).map((parts) => parts.join(' '));
  const choice = (name: keyof Source) =>
    fc.tuple(wrapped('boolean'), wrapped(name), wrapped(name)).map(([a, b, c]) => `${a} ? ${b} : ${c}`);
  return {
    number: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.integer({ min: -20, max: 20 }).map((value) => `${value}.0`),
      fc.constantFrom('x', 'y'),
      binary('number', '+', '-', '*'),
      choice('number'),
      tie('number').map((source) => `-(${source})`),
    ),
    text: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', 'é', '\n', '😀'), maxLength: 4 }).map((value) => JSON.stringify(value)),
      fc.constantFrom('s', 't'),
      binary('text', '+'),
      choice('text'),
    ),
    list: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.array(tie('number'), { minLength: 1, maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
      fc.constant('l'),
      binary('list', '+'),
      fc.tuple(wrapped('list'), tie('number')).map(([of, body]) => `${of}.map(x, ${body})`),
      fc.tuple(wrapped('list'), tie('boolean')).map(([of, body]) => `${of}.filter(y, ${body})`),
    ),
    boolean: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('true', 'false', 'p'),
      binary('number', '<', '<=', '>', '>=', '==', '!='),
      binary('text', '<', '<=', '>', '>=', '==', '!='),
      binary('list', '==', '!='),
      binary('boolean', '&&', '||', '=='),
      choice('boolean'),
      tie('boolean').map((source) => `!(${source})`),
      fc.tuple(wrapped('number'), wrapped('list')).map(([item, of]) => `${item} in ${of}`),
      fc
        .tuple(wrapped('text'), fc.constantFrom('contains', 'startsWith', 'endsWith'), tie('text'))
        .map(([of, name, arg]) => `${of}.${name}(${arg})`),
      fc
        .tuple(wrapped('list'), fc.constantFrom('all', 'exists', 'exists_one'), tie('boolean'))
        .map(([of, macro, body]) => `${of}.${macro}(x, ${body})`),
    ),
  };
});

const names = { x: 2.5, y: -3, s: 'ab', t: 'é😀', p: true, l: [1, 2.5, -3] };

const other = new Environment({ homogeneousAggregateLiterals: false })
  .registerVariable('x', 'double')
  .registerVariable('y', 'double')
  .registerVariable('s', 'string')
  .registerVariable('t', 'string')
  .registerVariable('p', 'bool')
  .registerVariable('l', 'list<double>');

const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  // Ours has one nought.
  return value === 0 ? 0 : value;
};

test('expressions have the values that another implementation of CEL gives them', () => {
  fc.assert(
    fc.property(fc.oneof(boolean, number, text, list), (source) => {
      let ours: Value;
      try {
        ours = ask(source, names);
      } catch (error) {
        // Ours is bounded, and the other is not.
        if (error instanceof ExpressionFault && ['too_large', 'too_deep', 'budget', 'range'].includes(error.code)) return;
        throw error;
      }
      expect(ours).toEqual(plain(other.evaluate(source, names)));
    }),
    { numRuns: 300 },
  );
});
