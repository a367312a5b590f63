import { expect, test } from 'vitest';
import { type AlarmFigures, alarm, type Limits, type Ringing } from './alarm.rules.ts';

const limits: Limits = { waitSeconds: 60, unansweredSeconds: 120, queueLength: 3, nobodyOnline: true };
const calm: AlarmFigures = { waitSeconds: null, unansweredSeconds: null, waiting: 0, online: 1, isOpen: true };
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  ['wait', { waitSeconds: 59 }, { waitSeconds: 60 }, 60],
  ['unanswered', { unansweredSeconds: 119 }, { unansweredSeconds: 121 }, 121],
  ['queue', { waiting: 2 }, { waiting: 3 }, 3],
  ['nobody', { online: 1 }, { online: 0 }, 1],
] as const)('%s rings at its limit and not below it', (kind, below, above, figure) => {
  expect(alarm(kind, null, { ...calm, ...below }, limits, at(0))).toBeNull();
  expect(alarm(kind, null, { ...calm, ...above }, limits, at(7))).toMatchObject({ since: at(7), belowSince: null, figure });
  const never = { waitSeconds: 0, unansweredSeconds: 0, queueLength: 0, nobodyOnline: false };
  expect(alarm(kind, null, { ...calm, ...above }, never, at(7))).toBeNull();
});

test('nobody online rings while the hours are open alone', () => {
  expect(alarm('nobody', null, { ...calm, online: 0, isOpen: false }, limits, at(0))).toBeNull();
});

test('an alarm ends after 30 s below its limit, and a figure that is back meanwhile begins them anew', () => {
  const step = (state: Ringing | null, waiting: number, seconds: number) =>
    alarm('queue', state, { ...calm, waiting }, limits, at(seconds));
  let state = step(null, 4, 0);
  state = step(state, 2, 10);
  expect(state).toMatchObject({ since: at(0), belowSince: at(10), figure: 4 });
  state = step(state, 3, 39);
  expect(state).toMatchObject({ since: at(0), belowSince: null });
  state = step(state, 2, 50);
  state = step(state, 0, 79.9);
  expect(state).toMatchObject({ belowSince: at(50) });
  expect(step(state, 0, 80)).toBeNull();
  // Switched off, it ends at once.
  expect(alarm('queue', state, { ...calm, waiting: 9 }, { ...limits, queueLength: 0 }, at(51))).toBeNull();
});
