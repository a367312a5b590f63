import { ClockTime } from '../clock-time.ts';
import { faultTexts, fillSlots } from '../faults.ts';
import { formBoolean, requiredText, TimeZone } from '../fields.ts';
import { z } from '../z.ts';
import { calendarExceptionsMax, slotsOfDayMax } from './calendar-limits.ts';

/**
 * Time in which somebody answers, on the wall of the calendar's zone. One that ends before it begins passes midnight and belongs to the day
 * on which it begins; 00:00 to 24:00 is a whole day.
 */
export const CalendarSlot = z
  .object({ from: ClockTime, to: z.union([ClockTime, z.literal('24:00')], faultTexts['time.format']).meta({ examples: ['23:00'] }) })
  .meta({ id: 'CalendarSlot' });
export type CalendarSlot = z.infer<typeof CalendarSlot>;

export const CalendarSlots = z.array(CalendarSlot).max(slotsOfDayMax, fillSlots(faultTexts['list.too_long'], { maximum: slotsOfDayMax }));

/** Days of the wall calendar whose slots stand instead of the weekly ones. */
export const CalendarException = z
  .object({
    name: requiredText(120),
    from: z.iso.date(faultTexts['date.invalid']),
    to: z.iso.date(faultTexts['date.invalid']),
    /** The same days of each year; 29 February in leap years alone. */
    yearly: formBoolean,
    /** None: closed. */
    slots: CalendarSlots,
  })
  .meta({ id: 'CalendarException' });
export type CalendarException = z.infer<typeof CalendarException>;

/** Hours of an office: weekly slots from Monday on, and days that differ. Of exceptions that decide alike the one further behind is newer. */
export const CalendarHours = z.object({
  timeZone: TimeZone,
  days: z.array(CalendarSlots).length(7),
  exceptions: z
    .array(CalendarException)
    .max(calendarExceptionsMax, fillSlots(faultTexts['list.too_long'], { maximum: calendarExceptionsMax })),
});
export type CalendarHours = z.infer<typeof CalendarHours>;
