import { expect, test } from 'vitest';
import { collectExtensions, defineExtensionPoint, extend } from './extensions.ts';

test('each point has the parts of its modules in their order, and a point that nobody extends has none', () => {
  const names = defineExtensionPoint<() => string>('names');
  const sameName = defineExtensionPoint<() => string>('names');
  const counts = defineExtensionPoint<number>('counts');
  const extensions = collectExtensions([
    { extensions: [extend(names, () => 'first'), extend(counts, 1)] },
    {},
    { extensions: [extend(names, () => 'second')] },
  ]);
  expect(extensions.of(names).map((name) => name())).toEqual(['first', 'second']);
  expect(extensions.of(counts)).toEqual([1]);
  expect(extensions.of(sameName)).toEqual([]);
});
