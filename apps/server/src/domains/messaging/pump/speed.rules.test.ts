import { expect, test } from 'vitest';
import { type FoundSpeed, slowDown, speedOf, speedUp } from './speed.rules.ts';

const unknown: FoundSpeed = { found: null, knownGood: null, foundAt: null };
const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);

/** A vendor that takes `limit` a second, asked at the speed that was found, second after second. */
function drive(speed: FoundSpeed, perSecond: number, limit: number, from: number, seconds: number): FoundSpeed {
  let now = speed;
  for (let second = from; second < from + seconds; second += 1) {
    const asked = speedOf(now, perSecond);
    const taken = Math.min(asked, limit);
    now = asked > limit ? slowDown(now, perSecond, { taken, asked }, at(second)) : speedUp(now, perSecond, { taken, asked }, at(second));
  }
  return now;
}

test('the speed is halved once for all refusals of a second, and never by the attempts of one row', () => {
  const once = slowDown(unknown, 240, { taken: 120, asked: 240 }, at(0));
  expect(once).toMatchObject({ found: 120, knownGood: 120 });
  expect(slowDown(once, 240, { taken: 120, asked: 240 }, at(0.5))).toBe(once);
  expect(slowDown(once, 240, { taken: 100, asked: 120 }, at(1.5))).toMatchObject({ found: 60 });
});

test('one refusal after a pause leaves half of what the vendor is known to take', () => {
  const known: FoundSpeed = { found: null, knownGood: 120, foundAt: at(0) };
  expect(slowDown(known, 240, { taken: 0, asked: 1 }, at(600))).toMatchObject({ found: 60, knownGood: 60 });
  expect(slowDown(unknown, 240, { taken: 0, asked: 1 }, at(600))).toMatchObject({ found: 4 });
  // No channel gets faster by a refusal.
  expect(slowDown(unknown, 2, { taken: 0, asked: 1 }, at(600))).toMatchObject({ found: 2 });
});

test('it settles at what the vendor takes, follows it down, and comes back to the speed of the channel', () => {
  const settled = drive(unknown, 1000, 120, 0, 60);
  expect(settled.found).toBeGreaterThanOrEqual(60);
  expect(settled.found).toBeLessThanOrEqual(140);
  const lower = drive(settled, 1000, 20, 60, 60);
  expect(lower.found).toBeGreaterThanOrEqual(10);
  expect(lower.found).toBeLessThanOrEqual(30);
  expect(drive(lower, 1000, 5000, 120, 120).found).toBeNull();
});

test('the speed does not grow while nothing is sent', () => {
  const slowed = slowDown(unknown, 100, { taken: 10, asked: 100 }, at(0));
  expect(speedUp(slowed, 100, { taken: 0, asked: 0 }, at(600))).toBe(slowed);
  // A stall counts as one second.
  expect(speedUp(slowed, 100, { taken: 1, asked: 1 }, at(600)).found).toBe(51);
});
