import type { CalendarException, CalendarHours, CalendarSlot } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './check.ts';
import { addOpen, closedReason, nextOpening, openAt, openBetween, strip } from './hours.ts';
import { createOracle, wallAt } from './oracle.ts';
import { sampleCalendar, sampleEnd, sampleStart, sampleZones } from './samples.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const at = (text: string) => Date.parse(text);
const shown = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString().slice(0, 16));
const nine: CalendarSlot = { from: '09:00', to: '18:00' };
const exception = (name: string, from: string, to: string, more: Partial<CalendarException> = {}): CalendarException => ({
  name,
  from,
  to,
  yearly: false,
  slots: [],
  ...more,
});
const calendar = (timeZone: string, week: readonly CalendarSlot[], exceptions: CalendarException[] = []): CalendarHours => ({
  timeZone,
  days: Array.from({ length: 7 }, () => [...week]),
  exceptions,
});

test('a slot begins at its first minute and ends before its last, on the wall of the zone', () => {
  const office = calendar('Asia/Kolkata', [nine]);
  const opening = at('2026-11-23T03:30:00Z');
  expect(openAt(office, opening - 1)).toMatchObject({ open: false, nextChange: opening });
  expect(openAt(office, opening)).toEqual({
    open: true,
    rule: { day: '2026-11-23', weekday: 1, exception: null, slot: nine },
    nextChange: opening + 9 * hour,
  });
  expect(openAt(office, opening + 9 * hour)).toMatchObject({ open: false, rule: { slot: null }, nextChange: opening + day });
});

test('a doubled hour is open twice and a skipped one never', () => {
  const early = calendar('Europe/Berlin', [{ from: '02:00', to: '03:00' }]);
  const night = [at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z')] as const;
  expect(openBetween(early, ...night)).toBe(7200);
  expect(openAt(early, at('2026-10-25T00:30:00Z')).nextChange).toBe(at('2026-10-25T02:00:00Z'));
  expect(openBetween(early, at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'))).toBe(0);
  expect(shown(nextOpening(early, at('2026-03-28T12:00:00Z')))).toBe('2026-03-30T00:00');
  // Samoa had no 30 December 2011; Friday's night still runs into Saturday by the wall.
  const samoa = { ...calendar('Pacific/Apia', []), days: [[], [], [], [], [{ from: '21:00', to: '02:00' }], [], []] };
  expect(openBetween(samoa, at('2011-12-29T00:00:00Z'), at('2012-01-01T00:00:00Z'))).toBe(2 * 3600);
});

test('a slot that passes midnight belongs to the day on which it begins, and an exception leaves what runs in', () => {
  const night = calendar('UTC', [{ from: '21:00', to: '02:00' }], [exception('Holiday', '2026-12-25', '2026-12-25')]);
  expect(openAt(night, at('2026-12-25T01:59:00Z'))).toMatchObject({ open: true, rule: { day: '2026-12-24', exception: null } });
  expect(openAt(night, at('2026-12-25T02:00:00Z'))).toMatchObject({
    open: false,
    rule: { day: '2026-12-25', exception: { name: 'Holiday' }, slot: null },
    nextChange: at('2026-12-26T21:00:00Z'),
  });
});

test('once beats every year, a shorter range a longer one, and a newer exception an older one', () => {
  const named = (at: number, ...exceptions: CalendarException[]) => openAt(calendar('UTC', [nine], exceptions), at).rule.exception?.name;
  const noon = at('2026-12-25T12:00:00Z');
  const yearly = exception('Every year', '2020-12-25', '2020-12-25', { yearly: true });
  const week = exception('Week', '2026-12-21', '2026-12-27');
  const days = exception('Days', '2026-12-25', '2026-12-26');
  expect(named(noon, yearly)).toBe('Every year');
  expect(named(noon, week, yearly)).toBe('Week');
  expect(named(noon, days, week)).toBe('Days');
  expect(named(noon, days, { ...days, name: 'Newer' })).toBe('Newer');
  const turn = exception('Turn of the year', '2020-12-24', '2021-01-02', { yearly: true });
  expect(['2026-12-23', '2026-12-24', '2027-01-02', '2027-01-03'].map((of) => named(at(`${of}T12:00:00Z`), turn))).toEqual([
    undefined,
    'Turn of the year',
    'Turn of the year',
    undefined,
  ]);
  const leap = exception('Leap day', '2024-02-29', '2024-02-29', { yearly: true });
  expect(['2027-02-28', '2027-03-01', '2028-02-29', '2028-03-01'].map((of) => named(at(`${of}T12:00:00Z`), leap))).toEqual([
    undefined,
    undefined,
    'Leap day',
    undefined,
  ]);
});

test('CHAT-007 a closed calendar says 0 before the first opening or on a day without one, and 2 behind a closing', () => {
  const lunch = calendar(
    'UTC',
    [
      { from: '09:00', to: '13:00' },
      { from: '14:00', to: '18:00' },
    ],
    [exception('Closed', '2026-12-25', '2026-12-25')],
  );
  const reasons = ['2026-12-24T08:59', '2026-12-24T13:30', '2026-12-24T18:00', '2026-12-25T12:00'];
  expect(reasons.map((time) => closedReason(lunch, at(`${time}:00Z`)))).toEqual([0, 2, 2, 0]);
  // The slot of the night before was no opening of this day.
  const night = calendar('UTC', [{ from: '21:00', to: '02:00' }]);
  expect([closedReason(night, at('2026-12-24T03:00:00Z')), closedReason(night, at('2026-12-24T20:59:00Z'))]).toEqual([0, 0]);
});

test('open time goes on where the calendar opens again, and ends with a closing that it ends at', () => {
  const office = calendar('UTC', [nine], [exception('Closed', '2026-12-24', '2026-12-26')]);
  const from = at('2026-12-23T17:00:00Z');
  expect(shown(addOpen(office, from, 3600))).toBe('2026-12-23T18:00');
  expect(shown(addOpen(office, from, 3660))).toBe('2026-12-27T09:01');
  expect(addOpen(office, from, 0)).toBe(from);
  expect(openBetween(office, from, at('2026-12-27T09:01:00Z'))).toBe(3660);
  expect(openBetween(office, from, from - hour)).toBe(0);
});

test('a calendar that never opens, or never closes, has no change within 400 days', () => {
  const [never, always] = [calendar('UTC', []), calendar('Europe/Berlin', [{ from: '00:00', to: '24:00' }])];
  const now = at('2026-03-01T00:00:00Z');
  expect([openAt(never, now).nextChange, nextOpening(never, now), addOpen(never, now, 1)]).toEqual([null, null, null]);
  expect(openAt(always, now)).toMatchObject({ open: true, nextChange: null });
  expect(openBetween(always, now, now + 365 * day)).toBe(365 * 86_400);
  expect(addOpen(always, now, 1000 * 86_400)).toBe(now + 1000 * day);
  const yearly = calendar('UTC', [], [exception('Yearly', '2026-04-04', '2026-04-04', { yearly: true, slots: [nine] })]);
  expect(shown(addOpen(yearly, now, 10 * 3600))).toBe('2027-04-04T10:00');
  expect(
    [addOpen(yearly, now, 9 * 3600, 400), addOpen(yearly, now, 10 * 3600, 400), addOpen(yearly, now, 10 * 3600, 399)].map(shown),
  ).toEqual(['2026-04-04T18:00', '2027-04-04T10:00', null]);
  const late = calendar('UTC', [], [exception('Once', '2027-04-04', '2027-04-04', { slots: [nine] })]);
  expect(shown(nextOpening(late, now))).toBe('2027-04-04T09:00');
  expect(nextOpening(late, now, 399)).toBeNull();
});

test('a strip has each day of each calendar with its slots and its exception', () => {
  const closed = exception('Closed', '2026-12-25', '2026-12-25');
  expect(strip([calendar('UTC', [nine], [closed]), calendar('UTC', [])], '2026-12-24', 2)).toEqual([
    { calendar: 0, day: '2026-12-24', weekday: 4, exception: null, slots: [nine] },
    { calendar: 0, day: '2026-12-25', weekday: 5, exception: closed, slots: [] },
    { calendar: 1, day: '2026-12-24', weekday: 4, exception: null, slots: [] },
    { calendar: 1, day: '2026-12-25', weekday: 5, exception: null, slots: [] },
  ]);
});

test('overlaps within a day and over midnight, limits and ranges that end before they begin are faults of their fields', () => {
  const faults = (one: CalendarHours) => check(one).map(({ field, message }) => [field, message]);
  const week = (...days: CalendarSlot[][]) => ({
    ...calendar('UTC', []),
    days: Array.from({ length: 7 }, (_, index) => days[index] ?? []),
  });
  const night: CalendarSlot = { from: '21:00', to: '02:00' };
  expect(faults(week([nine, { from: '18:00', to: '20:00' }]))).toEqual([]);
  expect(faults(week([nine, { from: '17:59', to: '20:00' }]))).toEqual([['days.0', 'Time slots overlap']]);
  expect(faults(week([night], [{ from: '02:00', to: '03:00' }]))).toEqual([]);
  expect(faults(week([night], [{ from: '01:59', to: '03:00' }]))).toEqual([['days.1', 'Time slots overlap']]);
  // Sunday's night runs into Monday.
  expect(faults(week([{ from: '00:00', to: '03:00' }], [], [], [], [], [], [night]))).toEqual([['days.0', 'Time slots overlap']]);
  expect(faults(week([{ from: '09:00', to: '09:00' }]))).toEqual([['days.0', 'A time slot must begin and end at different times.']]);
  expect(faults(week(Array.from({ length: 13 }, (_, index) => ({ from: `0${index % 10}:00`, to: '00:00' }))))).toContainEqual([
    'days.0',
    'Use at most 12 entries.',
  ]);
  const closed = exception('Closed', '2026-12-25', '2026-12-24');
  expect(faults(calendar('Mars/Olympus', [], [closed]))).toEqual([
    ['timeZone', 'There is no such time zone.'],
    ['exceptions.0.to', 'The first day is later than the last one.'],
  ]);
  expect(faults(calendar('UTC', [], [exception('Long', '2026-01-01', '2027-01-01', { yearly: true })]))).toEqual([
    ['exceptions.0.to', 'Choose at most 365 days.'],
  ]);
  const early = [night, { from: '01:00', to: '03:00' }];
  expect(faults(calendar('UTC', [], [exception('Day', '2026-12-24', '2026-12-24', { slots: early })]))).toEqual([]);
  expect(faults(calendar('UTC', [], [exception('Days', '2026-12-24', '2026-12-25', { slots: early })]))).toEqual([
    ['exceptions.0.slots', 'Time slots overlap'],
  ]);
  expect(
    faults(
      calendar(
        'UTC',
        [],
        Array.from({ length: 501 }, () => exception('One', '2026-12-24', '2026-12-24')),
      ),
    ),
  ).toEqual([['exceptions', 'Use at most 500 entries.']]);
});

const pad = (value: number) => String(value).padStart(2, '0');
const time = fc.integer({ min: 0, max: 95 }).map((quarter) => `${pad(Math.floor(quarter / 4))}:${pad((quarter % 4) * 15)}`);
const anySlots = fc.array(fc.record({ from: time, to: fc.oneof({ weight: 5, arbitrary: time }, fc.constant('24:00' as const)) }), {
  maxLength: 3,
});
const days = (sampleEnd - sampleStart) / day;
const anyDay = fc.integer({ min: 0, max: days - 1 });
const dayText = (of: number) => new Date(sampleStart + of * day).toISOString().slice(0, 10);
const anyException = fc
  .record({ from: anyDay, length: fc.constantFrom(0, 0, 1, 6, 30), yearly: fc.boolean(), slots: anySlots })
  .map(({ from, length, yearly, slots }) => exception(`${from} ${length}`, dayText(from), dayText(from + length), { yearly, slots }));
const anyCalendar = fc.record({
  timeZone: fc.constantFrom(...sampleZones),
  days: fc.array(anySlots, { minLength: 7, maxLength: 7 }),
  exceptions: fc.array(anyException, { maxLength: 12 }),
});

/** Days on which the clocks of a zone change, by what Intl shows. */
const changeDays = new Map(
  sampleZones.map((zone) => {
    const noon = Array.from({ length: days }, (_, of) => wallAt(sampleStart + of * day, zone).minute);
    return [zone, noon.flatMap((shows, of) => (of > 0 && shows !== noon[of - 1] ? [of - 1] : []))] as const;
  }),
);
/** An instant in ten years: every other one is near a change of the clocks, or near an exception. */
const anyQuestion = fc
  .tuple(anyCalendar, fc.constantFrom('any', 'clocks', 'exception'), fc.nat(), fc.nat({ max: 2 * 1440 }))
  .map(([asked, near, choice, minutes]) => {
    const changes = changeDays.get(asked.timeZone) ?? [];
    const starts = asked.exceptions.map(({ from }) => (Date.parse(from) - sampleStart) / day);
    const among = near === 'clocks' ? changes : near === 'exception' ? starts : [];
    const of = among.length > 0 ? (among[choice % among.length] ?? 0) : choice % days;
    return { asked, now: sampleStart + of * day + minutes * minute - (near === 'exception' ? day : 0) };
  });

test('every answer is that of the oracle, which walks minute by minute and shares no code', () => {
  fc.assert(
    fc.property(anyQuestion, fc.integer({ min: 1, max: 2000 }), ({ asked, now }, length) => {
      const oracle = createOracle(asked);
      const { open, nextChange } = openAt(asked, now);
      expect(open).toBe(oracle.isOpen(now));
      if (!open) expect(closedReason(asked, now)).toBe(oracle.closedReason(now));
      // Minutes until the change, two days of them at most.
      const end = Math.min(nextChange ?? Number.POSITIVE_INFINITY, now + 2 * day);
      for (let then = now; then < end; then += minute) if (oracle.isOpen(then) !== open) expect(shown(nextChange)).toBe(shown(then));
      if (nextChange !== null) expect([oracle.isOpen(nextChange - minute), oracle.isOpen(nextChange)]).toEqual([open, !open]);
      let minutes = 0;
      for (let then = 0; then < length; then += 1) if (oracle.isOpen(now + then * minute)) minutes += 1;
      expect(openBetween(asked, now, now + length * minute)).toBe(minutes * 60);
      const last = addOpen(asked, now, length * 60);
      if (last !== null) {
        expect(openBetween(asked, now, last)).toBe(length * 60);
        expect(openBetween(asked, now, last - minute)).toBe(length * 60 - 60);
      }
    }),
    { numRuns: 400 },
  );
});

test('a calendar of 200 exceptions is open and closed as the oracle says, in each zone, at a hundred minutes of ten years', () => {
  const differences: string[] = [];
  for (const zone of sampleZones) {
    const asked = sampleCalendar(zone);
    const oracle = createOracle(asked);
    const step = Math.floor((sampleEnd - sampleStart) / 100 / minute) * minute;
    for (let now = sampleStart; now < sampleEnd; now += step)
      if (openAt(asked, now).open !== oracle.isOpen(now)) differences.push(`${zone} ${shown(now)}`);
  }
  expect(differences).toEqual([]);
});
