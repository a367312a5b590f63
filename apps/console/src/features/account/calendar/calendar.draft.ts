import type { CalendarException, CalendarSlot, FaultWords, HoursCalendar } from '@parley/contract';
import { check } from '@parley/hours/check';
import { sayFault } from '../../../lib/errors.ts';
import { formatClock, formatDay, formatDayWords } from '../../../lib/format.ts';
import type { SayOf } from '../../../lib/words.ts';
import type { hoursWords } from '../../../locales/hours.ts';

export type HoursSay = SayOf<typeof hoursWords.calendar>;
export type CalendarDraft = Pick<HoursCalendar, 'name' | 'timeZone' | 'isDefault' | 'days' | 'exceptions'>;

export const wholeDay: CalendarSlot = { from: '00:00', to: '24:00' };
export const isWholeDay = ({ from, to }: CalendarSlot): boolean => from === '00:00' && to === '24:00';
export const usualSlot: CalendarSlot = { from: '09:00', to: '18:00' };

export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
/** The name of a weekday; the first of January 2024 was a Monday. */
export const nameDay = (index: number): string => formatDayWords(`2024-01-0${index + 1}`, { weekday: 'long' });

export const newCalendar = (timeZone: string): CalendarDraft => ({
  name: '',
  timeZone,
  isDefault: false,
  days: weekdays.map((day) => (day < 5 ? [usualSlot] : [])),
  exceptions: [],
});

export const newException = (day: string): CalendarException => ({ name: '', from: day, to: day, yearly: false, slots: [] });

export const toDraft = ({ name, timeZone, isDefault, days, exceptions }: HoursCalendar): CalendarDraft => ({
  name,
  timeZone,
  isDefault,
  days,
  exceptions,
});

const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
const isSlot = (slot: CalendarSlot) => isWholeDay(slot) || (isTime(slot.from) && (isTime(slot.to) || slot.to === '24:00'));

const says = (faults: readonly (FaultWords & { field: string })[]) =>
  Object.fromEntries(faults.map((fault) => [fault.field, sayFault(fault)]));

/** The faults of a calendar's draft, by field; the rules of the hours are the server's own. */
export function checkCalendar(draft: CalendarDraft, say: HoursSay): Record<string, string | false> {
  const unreadable = draft.days.flatMap((slots, index) => (slots.every(isSlot) ? [] : [[`days.${index}`, say('timeUnreadable')] as const]));
  return {
    name: draft.name.trim() === '' && say('nameEmpty'),
    timeZone: draft.timeZone === '' && say('timeZoneEmpty'),
    ...says(check({ ...draft, timeZone: 'UTC' })),
    ...Object.fromEntries(unreadable),
  };
}

const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day);

export function checkException(exception: CalendarException, say: HoursSay): Record<string, string | false> {
  const { name, from, to, slots } = exception;
  const hasDays = isDay(from) && isDay(to);
  const found = hasDays ? check({ timeZone: 'UTC', days: [], exceptions: [exception] }) : [];
  return {
    ...says(found.map((fault) => ({ ...fault, field: fault.field.replace('exceptions.0.', '') }))),
    ...(slots.every(isSlot) ? {} : { slots: say('timeUnreadable') }),
    name: name.trim() === '' && say('nameEmpty'),
    from: !isDay(from) && say('dayEmpty'),
    ...(isDay(to) ? {} : { to: say('dayEmpty') }),
  };
}

/** '09:00 AM – 01:00 PM, 02:00 PM – 06:00 PM', or that it is closed. */
export const showSlots = (slots: readonly CalendarSlot[], say: HoursSay): string =>
  slots.length === 0
    ? say('closed')
    : slots
        .map((slot) =>
          isWholeDay(slot) ? say('wholeDay') : `${formatClock(slot.from)} – ${formatClock(slot.to.replace('24:00', '00:00'))}`,
        )
        .join(', ');

export const showDays = ({ from, to }: Pick<CalendarException, 'from' | 'to'>): string =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;

/** A field of two drafts that collide, in lines. */
export function showField(field: string, value: unknown, say: HoursSay): unknown {
  if (field === 'days') return (value as CalendarSlot[][]).map((slots, index) => `${nameDay(index)}: ${showSlots(slots, say)}`);
  if (field === 'exceptions')
    return (value as CalendarException[]).map((one) => `${one.name}: ${showDays(one)}, ${showSlots(one.slots, say)}`);
  return value;
}
