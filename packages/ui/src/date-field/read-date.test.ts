import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDay, readers, readSecond, readTime, readWallTime, show, stepFrom } from './read-date.ts';

test('a day is read in the forms in which people type one; 05/01 by the order of the country', () => {
  const forms = [
    '2026-01-05',
    '2026/1/5',
    '5 Jan 2026',
    '05 january 2026',
    '5th Jan, 2026',
    'Jan 5, 2026',
    '05/01/2026',
    '5.1.2026',
    '5-Jan-2026',
  ];
  expect(forms.map((text) => readDay(text))).toEqual(forms.map(() => '2026-01-05'));
  expect([readDay('05/01/2026', true), readDay('13/01/2026', true), readDay('13/01/2026')]).toEqual([
    '2026-05-01',
    undefined,
    '2026-01-13',
  ]);
  expect(['2026-02-30', '31 Apr 2026', '5 Jan', '5 Jan 26', 'soon', '', '0000-01-01', '5 ja 2026'].map((text) => readDay(text))).toEqual(
    Array(8).fill(undefined),
  );
  expect([readDay('29 Feb 2028'), readDay('2 Sept 2026'), readDay('2 May 0033')]).toEqual(['2028-02-29', '2026-09-02', '0033-05-02']);
});

test('a time of day is read with and without its half', () => {
  expect(['21:00', '9:00 pm', '09:00 PM', '9pm', '9 p.m.', '2100', '21.00', '21:00:00'].map(readTime)).toEqual(Array(8).fill('21:00'));
  expect(['12:00 AM', '12:30 pm', '0:15'].map(readTime)).toEqual(['00:00', '12:30', '00:15']);
  expect(['24:00', '13:00 pm', '0 am', '9', '9:5', '9:60', ''].map(readTime)).toEqual(Array(7).fill(undefined));
});

test('a day with its time', () => {
  expect(
    ['2026-01-05T09:30', '2026-01-05 09:30', '5 Jan 2026 09:30 AM', '5 Jan 2026, 9:30am', '05/01/2026 9.30'].map((text) =>
      readWallTime(text),
    ),
  ).toEqual(Array(5).fill('2026-01-05T09:30'));
  expect(readWallTime('2026/01/05 09:30:15.250')).toBe('2026-01-05T09:30');
  expect(['2026/01/05 09:30:15.250', 'Jan 05 2026 09:30:15 PM', '5 Jan 2026 9pm'].map((text) => readSecond(text))).toEqual([
    '2026-01-05T09:30:15',
    '2026-01-05T21:30:15',
    '2026-01-05T21:00:00',
  ]);
  expect(['5 Jan 2026', '09:30', '5 Jan 2026 25:00', ''].map((text) => readWallTime(text))).toEqual(Array(4).fill(undefined));
});

test('the text that a field shows reads back as the value that it holds', () => {
  const dates = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (at) => {
      const [date, instant] = [at.toISOString().slice(0, 10), at.toISOString().slice(0, 16)];
      for (const [kind, value] of [
        ['date', date],
        ['instant', instant],
        ['second', at.toISOString().slice(0, 19)],
        ['time', instant.slice(11)],
      ] as const) {
        expect(readers[kind](show(kind, value), false)).toBe(value);
        expect(readers[kind](value, true)).toBe(value);
      }
    }),
  );
  expect([show('date', '2026-01'), show('instant', '5 Jan 2026'), show('time', '')]).toEqual(['2026-01', '5 Jan 2026', '']);
});

test('arrow keys go on by days and quarters of an hour, over the end of a month and of a day', () => {
  expect([stepFrom('date', '2026-02-28', 1), stepFrom('date', '2026-03-01', -1)]).toEqual(['2026-03-01', '2026-02-28']);
  expect([stepFrom('instant', '2026-12-31T23:50', 1), stepFrom('time', '00:05', -1)]).toEqual(['2027-01-01T00:05', '23:50']);
  expect([stepFrom('date', '', 1), stepFrom('date', 'soon', 1)]).toEqual([undefined, undefined]);
});
