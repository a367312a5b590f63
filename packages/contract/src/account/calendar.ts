import { ClockTime } from '../clock-time.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts, fillSlots } from '../faults.ts';
import { formBoolean, formNumber, Id, Instant, requiredText, TimeZone, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { leaves } from './audit-marks.ts';
import { calendarExceptionsMax, slotsOfDayMax, stripDaysMax } from './calendar-limits.ts';

/** The file of 500 exceptions with twelve slots each. */
const longestFile = 200_000;

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

/**
 * Calendars by their ids. `own`: the one of a chat whose department has chosen none; null: there is none, and it is always open. `names`: ids of
 * those that were asked for by name, by the name in lower case
 */
export const KnownHours = z
  .object({ calendars: z.record(Id, CalendarHours), own: Id.nullable(), names: z.record(z.string(), Id).optional() })
  .meta({ id: 'KnownHours' });
export type KnownHours = z.infer<typeof KnownHours>;

export const CalendarSave = CalendarHours.extend({
  name: requiredText(120),
  /** Mark of the calendar of all departments that have none of their own. The enterprise's other calendars lose it. */
  isDefault: formBoolean.default(false),
});
export type CalendarSave = z.infer<typeof CalendarSave>;

export const HoursCalendar = CalendarSave.extend({ id: Id, version: z.number() }).meta({ id: 'HoursCalendar' });
export type HoursCalendar = z.infer<typeof HoursCalendar>;

export const CalendarChoice = z
  .object({ id: Id, name: z.string(), timeZone: z.string(), isDefault: z.boolean() })
  .meta({ id: 'CalendarChoice' });
export type CalendarChoice = z.infer<typeof CalendarChoice>;

export const CalendarRow = CalendarChoice.extend({
  exceptionCount: z.number(),
  /** Names of departments that have chosen it. */
  departments: z.array(z.string()),
  /** Names of what else names it, such as streams. */
  uses: z.array(z.string()),
  version: z.number(),
}).meta({ id: 'CalendarRow' });
export type CalendarRow = z.infer<typeof CalendarRow>;

/** The rule that decided. */
export const CalendarRule = z
  .object({
    /** always: nobody has chosen a calendar, so it is open. */
    kind: z.enum(['always', 'week', 'exception']),
    calendar: CalendarChoice.nullable(),
    /** Day on which the slot begins, or which has none at this time; '' where it is always open. */
    day: z.string(),
    /** Name of the exception, or '' */
    exception: z.string(),
    slot: CalendarSlot.nullable(),
  })
  .meta({ id: 'CalendarRule' });
export type CalendarRule = z.infer<typeof CalendarRule>;

export const CalendarCheck = z
  .object({
    open: z.boolean(),
    rule: CalendarRule,
    /** Null: nothing changes within 400 days. */
    nextChange: Instant.nullable(),
    /** Reason of a chat that is missed then (CHAT-007); null while it is open. */
    reason: z.union([z.literal(0), z.literal(2)]).nullable(),
  })
  .meta({ id: 'CalendarCheck' });
export type CalendarCheck = z.infer<typeof CalendarCheck>;

/** One day of one calendar: the slots that begin on it. */
export const CalendarStripDay = z.object({ day: z.string(), exception: z.string(), slots: z.array(CalendarSlot) });
export const CalendarStripRow = z.object({ calendar: CalendarChoice, days: z.array(CalendarStripDay) }).meta({ id: 'CalendarStripRow' });
export type CalendarStripRow = z.infer<typeof CalendarStripRow>;

const tag = 'Operational hours';
const base = '/e/enterprise/calendars';
const CalendarParams = z.object({ calendarId: Id });
const access = ['CHAT.CHAT_CONFIG'] as const;

export const calendarEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Calendars, by name',
    tag,
    access,
    answer: z.object({ calendars: z.array(CalendarRow) }),
  }),
  choices: defineEndpoint({
    method: 'GET',
    path: `${base}/choices`,
    summary: 'Names of calendars, to choose from',
    tag,
    /** Open to every session, since the form of departments lists calendars to choose from. */
    access: 'session',
    answer: z.object({ calendars: z.array(CalendarChoice) }),
  }),
  check: defineEndpoint({
    method: 'GET',
    path: `${base}/check`,
    summary: 'Whether a department is open at an instant, the rule that decided and the next change',
    tag,
    access,
    /** deptId '': the enterprise's default */
    query: z.object({ at: Instant, deptId: z.union([Id, z.literal('')]).default('') }),
    answer: CalendarCheck,
  }),
  strip: defineEndpoint({
    method: 'GET',
    path: `${base}/strip`,
    summary: 'Days of all calendars with their slots, from a day on',
    tag,
    access,
    query: z.object({ from: z.iso.date(faultTexts['date.invalid']), days: formNumber(1, stripDaysMax).default(30) }),
    answer: z.object({ rows: z.array(CalendarStripRow) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:calendarId`,
    summary: 'One calendar',
    tag,
    access,
    params: CalendarParams,
    answer: HoursCalendar,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a calendar',
    audit: leaves('calendar', 'create'),
    tag,
    access,
    body: CalendarSave,
    answer: HoursCalendar,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:calendarId`,
    summary: 'Change a calendar',
    audit: leaves('calendar', 'edit'),
    tag,
    access,
    params: CalendarParams,
    body: CalendarSave.extend({ version: Version }),
    answer: HoursCalendar,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:calendarId`,
    summary: 'Delete a calendar that nothing uses',
    audit: leaves('calendar', 'delete'),
    tag,
    access,
    params: CalendarParams,
    answer: z.null(),
  }),
  importExceptions: defineEndpoint({
    method: 'POST',
    path: `${base}/:calendarId/exceptions/import`,
    summary: 'Add the exceptions of a CSV file: all of them, or none where a line is faulty',
    audit: leaves('calendar', 'import'),
    tag,
    access,
    params: CalendarParams,
    body: z.object({ csv: text(longestFile), version: Version }),
    answer: HoursCalendar,
  }),
};
