import { comingFlags } from '@parley/contract';
import { expect, test } from 'vitest';
import { readFeatureFlags } from './feature-flags.ts';

test('SHELL-059 SHELL-063 flags are off until they are named', () => {
  expect(new Set(Object.values(readFeatureFlags([])))).toEqual(new Set([false]));
  expect(readFeatureFlags(['bots'])).toMatchObject({ bots: true, channels: false });
});

test("'all' switches on what shows a screen that is built, and neither what is to come nor what changes the behaviour", () => {
  const flags = readFeatureFlags(['all']);
  expect(flags).toMatchObject({ bots: true, channels: true, hideSignup: false });
  expect(comingFlags.filter((flag) => flags[flag])).toEqual([]);
});
