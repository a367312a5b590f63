import { expect, test } from 'vitest';
import { isDay, orderOfDay, readDay } from './day.ts';

test('a day is read as it is usually written, where it can be one day alone', () => {
  for (const text of [
    ...['2026-01-31', '2026/1/31', '2026.01.31', '31/01/2026', '31-1-2026', '31.01.2026', '01/31/2026', '2026-01-31T00:00:00Z'],
    ...['2026-01-31 00:00:00', ' 31 Jan 2026 ', '31-Jan-2026', '31 january 2026', 'Jan 31, 2026', 'January 31 2026'],
  ])
    expect([text, readDay(text)]).toEqual([text, { day: '2026-01-31' }]);
  expect([readDay('05/05/2026'), readDay('29 Sept. 2028'), readDay('29/02/2028')]).toEqual([
    { day: '2026-05-05' },
    { day: '2028-09-29' },
    { day: '2028-02-29' },
  ]);
});

test('a text that can be two days is refused as such, and one that is no day as none', () => {
  for (const text of ['05/04/2026', '4-5-2026', '12.11.2026']) expect([text, readDay(text)]).toEqual([text, { fault: 'ambiguous' }]);
  for (const text of [
    '',
    'soon',
    '31/02/2026',
    '2026-02-31',
    '30 Feb 2026',
    '31/01/26',
    '13/13/2026',
    '2026-01-31T10:00:00Z',
    '46053',
    '1 Mai 2026',
  ])
    expect([text, readDay(text)]).toEqual([text, { fault: 'invalid' }]);
  expect([isDay('2026-02-28'), isDay('2026-02-29'), isDay('2026-2-28'), isDay('')]).toEqual([true, false, false, false]);
});

test('a day that can be two is read in the order that somebody has said, and the others stay as they are', () => {
  expect([readDay('05/04/2026', 'day'), readDay('05/04/2026 00:00', 'month')]).toEqual([{ day: '2026-04-05' }, { day: '2026-05-04' }]);
  expect([readDay('31/01/2026', 'month'), readDay('2026-04-05', 'month')]).toEqual([{ day: '2026-01-31' }, { day: '2026-04-05' }]);
  expect(readDay('31/02/2026', 'day')).toEqual({ fault: 'invalid' });
  expect(['05/04/2026', '31/01/2026', '01-31-2026', '05.05.2026', '2026-04-05', 'soon'].map(orderOfDay)).toEqual([
    ...['unclear', 'day', 'month', undefined, undefined, undefined],
  ]);
});
