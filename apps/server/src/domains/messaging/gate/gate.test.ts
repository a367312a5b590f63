import type { CalendarHours } from '@parley/contract';
import { nextOpening } from '@parley/hours';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterQuietHours, firstAllowed } from './gate.ts';

const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const calendar = (from: string, to: string): CalendarHours => ({
  timeZone: 'UTC',
  days: Array.from({ length: 7 }, () => [{ from, to: to as '24:00' }]),
  exceptions: [],
});
const opensIn = (hours: CalendarHours) => (at: Date) => {
  const opens = nextOpening(hours, at.getTime());
  return opens === null ? null : new Date(opens);
};
const quietFrom = (from: string, to: string) => (at: Date) => afterQuietHours(at, { isOn: true, from, to }, 'UTC');
const at = (time: string) => new Date(`2026-03-10T${time}:00Z`);

test('a message leaves at the first moment that is neither quiet nor closed', () => {
  const office = opensIn(calendar('09:00', '18:00'));
  expect(firstAllowed(at('10:00'), quietFrom('21:00', '08:00'), office)).toEqual(at('10:00'));
  expect(firstAllowed(at('20:00'), quietFrom('21:00', '08:00'), office)).toEqual(new Date('2026-03-11T09:00:00Z'));
  // The opening is quiet: the end of the quiet hours is it.
  expect(firstAllowed(at('20:00'), quietFrom('21:00', '10:30'), office)).toEqual(new Date('2026-03-11T10:30:00Z'));
  // The end of the quiet hours is behind the closing.
  expect(firstAllowed(at('17:00'), quietFrom('16:00', '19:00'), office)).toEqual(new Date('2026-03-11T09:00:00Z'));
});

test('hours that are never both open and awake, and a calendar that opens no more, let nothing leave', () => {
  expect(firstAllowed(at('10:00'), quietFrom('08:00', '20:00'), opensIn(calendar('09:00', '18:00')))).toBeNull();
  expect(
    firstAllowed(
      at('10:00'),
      (one) => one,
      () => null,
    ),
  ).toBeNull();
});

test('the moment is awake and open, and no minute before it is', () => {
  const minutes = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(minutes, minutes, minutes, minutes, minutes, (now, quietStart, quietEnd, from, to) => {
      fc.pre(from !== to && quietStart !== quietEnd);
      const [begin, hours] = [at(clock(now)), calendar(clock(from), clock(to))];
      const [afterQuiet, opensAt] = [quietFrom(clock(quietStart), clock(quietEnd)), opensIn(hours)];
      const isAllowed = (time: Date) => afterQuiet(time).getTime() === time.getTime() && opensAt(time)?.getTime() === time.getTime();
      const found = firstAllowed(begin, afterQuiet, opensAt);
      const first = Array.from({ length: 2880 }, (_, place) => new Date(begin.getTime() + place * 60_000)).find(isAllowed);
      expect(found).toEqual(first ?? null);
    }),
  );
});
