import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('pieces beyond the limit follow in their order, and one too many is refused', async () => {
  const inTurn = createTurns(2, 1, () => new Error('full'));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    inTurn(() => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const [first, second, third] = [start('a'), start('b'), start('c')];
  await expect(start('d')).rejects.toThrow('full');
  expect(begun).toEqual(['a', 'b']);
  ends.get('a')?.();
  expect(await first).toBe('a');
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['b', 'c']) ends.get(name)?.();
  expect(await Promise.all([second, third])).toEqual(['b', 'c']);
});

test('work that fails leaves its place', async () => {
  const inTurn = createTurns(1);
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn(() => Promise.resolve('yes'))).toBe('yes');
});
