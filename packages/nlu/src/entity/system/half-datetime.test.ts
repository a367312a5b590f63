import { expect, test } from 'vitest';
import { findHalfDateTimes } from './half-datetime.ts';

/** A Saturday, twenty past two in the afternoon in Kolkata. */
const context = { now: new Date('2026-11-21T08:50:00Z'), timeZone: 'Asia/Kolkata' };
const find = (text: string, options: Partial<Parameters<typeof findHalfDateTimes>[2]> = {}) =>
  findHalfDateTimes(text, context, { isAsked: false, ...options }).map(({ text: words, value }) => `${words} = ${value}`);

test.each([
  ['book it for tomorrow', ['tomorrow = 2026-11-22']],
  ['on Monday please', ['Monday = 2026-11-23']],
  ['next week', ['next week = 2026-11-23']],
  ['this week', ['this week = 2026-11-21']],
  ['on the 5th', ['the 5th = 2026-12-05']],
  ['कल आऊँगा', ['कल = 2026-11-22']],
  ['सोमवार को', ['सोमवार = 2026-11-23']],
  ['agle hafte', ['agle hafte = 2026-11-23']],
  ['a table at 5', ['5 = 17:00']],
  ['शाम को', ['शाम = 18:00']],
  ['on Monday, my table please, at 5', ['Monday = 2026-11-23', '5 = 17:00']],
  ['a table for 5 people', []],
  ['good morning', []],
  ['hello', []],
])('"%s" tells a day or a time', (text, expected) => {
  expect(find(text)).toEqual(expected);
});

test('a number answers the question for the time; of a known day it is what that day has yet to come', () => {
  expect(find('5', { isAsked: true, date: '2026-11-23' })).toEqual(['5 = 17:00']);
  expect(find('10', { isAsked: true, date: '2026-11-23' })).toEqual(['10 = 10:00']);
  expect(find('10', { isAsked: true, date: '2026-11-21' })).toEqual(['10 = 22:00']);
  expect(find('5 बजे', { isAsked: true, date: '2026-11-23' })).toEqual(['5 बजे = 17:00']);
  expect(find('no, tuesday at 9', { isAsked: true, date: '2026-11-23' })).toEqual(['tuesday = 2026-11-24', '9 = 09:00']);
  expect(find('i really need 10 of these for my friends', { isAsked: true, date: '2026-11-23' })).toEqual([]);
});
