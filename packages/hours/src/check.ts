import type { CalendarHours, CalendarSlot } from '@parley/contract';
import { calendarExceptionsMax, slotsOfDayMax } from '@parley/contract/account/calendar-limits';
import { type FieldError, fieldError } from '@parley/contract/faults';
import { isTimeZone } from '@parley/contract/format/intl';
import { dayMinutes, lengthOf, spanOf } from './days.ts';

type Problem = FieldError;
const longestYearly = 365;

/** Slots of one day. */
function checkDay(field: string, slots: readonly CalendarSlot[]): Problem[] {
  const problems: Problem[] = [];
  if (slots.length > slotsOfDayMax) problems.push(fieldError(field, 'list.too_long', { maximum: slotsOfDayMax }));
  if (slots.some(({ from, to }) => from === to)) problems.push(fieldError(field, 'hours.empty'));
  const spans = slots.map(spanOf).sort((one, other) => one.from - other.from);
  const overlaps = spans.some(({ to }, index) => to > (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY));
  if (overlaps) problems.push(fieldError(field, 'hours.overlap'));
  return problems;
}

/** Tells whether slots that pass midnight run into those of the next day. */
function runInto(slots: readonly CalendarSlot[], next: readonly CalendarSlot[]): boolean {
  const latest = Math.max(...slots.map((slot) => spanOf(slot).to - dayMinutes));
  return next.some((slot) => spanOf(slot).from < latest);
}

/**
 * Lists the faults of a calendar by field: `days.0` is Monday. What an exception's last night has in common with the day behind it is none,
 * since that day is open either way.
 */
export function check({ timeZone, days, exceptions }: CalendarHours): Problem[] {
  const problems = isTimeZone(timeZone) ? [] : [fieldError('timeZone', 'hours.zone')];
  days.forEach((slots, index) => {
    const field = `days.${index}`;
    const own = checkDay(field, slots);
    if (own.length === 0 && runInto(days.at(index - 1) ?? [], slots)) own.push(fieldError(field, 'hours.overlap'));
    problems.push(...own);
  });
  if (exceptions.length > calendarExceptionsMax)
    problems.push(fieldError('exceptions', 'list.too_long', { maximum: calendarExceptionsMax }));
  exceptions.forEach((exception, index) => {
    const field = `exceptions.${index}`;
    const length = lengthOf(exception);
    if (length < 1) problems.push(fieldError(`${field}.to`, 'days.backwards'));
    if (exception.yearly && length > longestYearly) problems.push(fieldError(`${field}.to`, 'days.too_many', { maximum: longestYearly }));
    const own = checkDay(`${field}.slots`, exception.slots);
    if (own.length === 0 && length > 1 && runInto(exception.slots, exception.slots))
      own.push(fieldError(`${field}.slots`, 'hours.overlap'));
    problems.push(...own);
  });
  return problems;
}
