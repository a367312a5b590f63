import { notificationSounds } from '@parley/contract';
import { expect, test } from 'vitest';
import { soundNames, soundScores, toGain } from './sounds.ts';

test('NOTIF-038 every sound of the product has its tones', () => {
  expect([...soundNames]).toEqual([...notificationSounds]);
  for (const name of soundNames) expect(soundScores[name].length).toBeGreaterThan(0);
});

test('NOTIF-039 volume is a percent of 1', () => {
  expect(toGain(60)).toBeCloseTo(0.6);
  expect(toGain(0)).toBe(0);
  expect(toGain(180)).toBe(1);
});
