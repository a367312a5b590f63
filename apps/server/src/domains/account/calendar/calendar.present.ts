import type { CalendarChoice, CalendarHours, CalendarRule, CalendarSlot, HoursCalendar } from '@parley/contract';
import type { Rule } from '@parley/hours';
import type { CalendarRow } from './calendar.repository.ts';
import { timeOf } from './calendar.text.ts';

const toTimes = (from: number, to: number): CalendarSlot => ({ from: timeOf(from), to: timeOf(to) });

/** The hours of a row, as packages/hours reads them. */
export const hoursOf = ({ timeZone, slots, exceptions }: CalendarRow): CalendarHours => ({
  timeZone,
  days: Array.from({ length: 7 }, (_, day) => slots.filter(({ weekday }) => weekday === day + 1).map(({ from, to }) => toTimes(from, to))),
  exceptions,
});

export const presentChoice = ({ calendarId, name, timeZone, isDefault }: CalendarRow): CalendarChoice => ({
  id: calendarId,
  name,
  timeZone,
  isDefault,
});

export const presentCalendar = (row: CalendarRow): HoursCalendar => ({
  ...presentChoice(row),
  ...hoursOf(row),
  version: row.version,
});

export const presentRule = (row: CalendarRow, { day, exception, slot }: Rule): CalendarRule => ({
  kind: exception ? 'exception' : 'week',
  calendar: presentChoice(row),
  day,
  exception: exception?.name ?? '',
  slot,
});

export const alwaysOpen: CalendarRule = { kind: 'always', calendar: null, day: '', exception: '', slot: null };
