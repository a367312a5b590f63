import type { CalendarException, CalendarSlot, KnownHours } from '@parley/contract';
import { hoursIn } from '@parley/hours';
import { compileStream, dueAtOf, type Facts, type Instance, shapeOfName, start, step } from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';
import { expect, test } from 'vitest';
import { end, makeStream } from '../../../../test/journeys.ts';

const nine: CalendarSlot = { from: '09:00', to: '18:00' };
const calendar = (timeZone: string, slots: CalendarSlot[], exceptions: CalendarException[] = []): KnownHours => ({
  calendars: { c1: { timeZone, days: Array.from({ length: 7 }, () => slots), exceptions } },
  own: 'c1',
});
const day = (from: string, slots: CalendarSlot[], yearly = false): CalendarException => ({ name: 'Day', from, to: from, yearly, slots });

const compiled = (config: object) => ({
  main: compileStream(
    makeStream({
      wait0001: { type: 'logic.open', config, to: { next: 'open0001', timeout: 'late0001', error: 'fail0001' } },
      open0001: end('open'),
      late0001: end('late'),
      fail0001: end('failed'),
    }),
  ),
  streams: new Map(),
});
const factsWith = (hours: KnownHours): Facts => ({
  zone: 'Asia/Kolkata',
  language: 'en',
  country: 'IN',
  customer: { groups: [], labels: [] },
  channel: {},
  isWindowOpen: true,
  shape: shapeOfName('WHATSAPP'),
  readers,
  refusalOf: () => '',
  hoursOf: hoursIn(hours),
  customerId: 'c1',
  mostNodes: 100,
});

/** Walks from an instant until the end, by its timers alone. @returns each instant at which it woke, and its outcome */
function walk(hours: KnownHours, from: string, config: object = {}): string[] {
  const [stream, facts] = [compiled(config), factsWith(hours)];
  let { instance }: { instance: Instance } = start(stream, { id: 'i1', entry: null }, facts, Date.parse(from));
  const woke: string[] = [];
  for (let due = dueAtOf(instance); due !== null && woke.length < 10; due = dueAtOf(instance)) {
    woke.push(new Date(due).toISOString().slice(0, 16));
    instance = step(stream, instance, { kind: 'timer' }, facts, due).instance;
  }
  return [...woke, instance.outcome];
}

test('a walk wakes at the wall clock of the calendar, before and behind a change of the clocks', () => {
  const berlin = calendar('Europe/Berlin', [nine]);
  expect(walk(berlin, '2026-03-28T20:00:00Z')).toEqual(['2026-03-29T07:00', 'open']);
  expect(walk(berlin, '2026-10-24T20:00:00Z')).toEqual(['2026-10-25T08:00', 'open']);
  // An hour that is skipped opens nobody that night; one that comes twice opens at its first coming.
  const night = calendar('Europe/Berlin', [{ from: '02:00', to: '03:00' }]);
  expect(walk(night, '2026-03-28T20:00:00Z')).toEqual(['2026-03-30T00:00', 'open']);
  expect(walk(night, '2026-10-24T20:00:00Z')).toEqual(['2026-10-25T00:00', 'open']);
});

test('a walk waits over a holiday, goes on at once within the hours, and leaves by error where no day opens any more', () => {
  const holiday = calendar('UTC', [nine], [day('2026-12-25', [], true)]);
  expect(walk(holiday, '2026-12-24T20:00:00Z')).toEqual(['2026-12-26T09:00', 'open']);
  expect(walk(holiday, '2026-12-24T17:59:59Z')).toEqual(['open']);
  expect(walk(calendar('UTC', [], [day('2026-12-25', [nine])]), '2026-12-26T00:00:00Z')).toEqual(['failed']);
  expect(walk({ calendars: {}, own: null }, '2026-12-26T00:00:00Z')).toEqual(['open']);
  expect(walk(holiday, '2026-12-24T20:00:00Z', { calendar: { ref: 'calendar', id: 'c2' } })).toEqual(['failed']);
});

test('the longest wait is counted by the clock of the customer, and ends before an opening', () => {
  expect(walk(calendar('UTC', [nine]), '2026-12-24T20:00:00Z', { mostSeconds: 3600 })).toEqual(['2026-12-24T21:00', 'late']);
});
