import type { CalendarHours, KnownHours } from '@parley/contract';
import { closedReason, closedSince, nextOpening, openAt } from '@parley/hours';
import type { Read } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { hoursOf } from './calendar.present.ts';
import { findCalendarOf, listKnownCalendars } from './calendar.repository.ts';

/**
 * State of a department that is closed.
 * @property closedSince the end of the last open time, at most a week ago
 * @property opensAt null: it does not open within 400 days
 * @property reason of a chat that is missed now (CHAT-007): 2 behind an opening of the day, 0 before it or on a day without one
 */
export type Closed = { closedSince: Date; opensAt: Date | null; reason: 0 | 2; timeZone: string };

/** The hours of a department, by its calendar or the enterprise's. @returns undefined: it has none, and is always open */
export async function findHours(tx: Read, enterpriseId: string, departmentId: string | null): Promise<CalendarHours | undefined> {
  const row = await findCalendarOf(tx, enterpriseId, departmentId);
  return row && hoursOf(row);
}

/** Tells whether a department is closed, by its calendar or the enterprise's. @returns undefined: it is open, as one without any calendar always is */
export async function findClosed(tx: Read, enterpriseId: string, departmentId: string | null, at: Date): Promise<Closed | undefined> {
  const row = await findCalendarOf(tx, enterpriseId, departmentId);
  if (!row) return undefined;
  const hours = hoursOf(row);
  const instant = at.getTime();
  if (openAt(hours, instant).open) return undefined;
  const opensAt = nextOpening(hours, instant);
  return {
    closedSince: new Date(closedSince(hours, instant)),
    opensAt: opensAt === null ? null : new Date(opensAt),
    reason: closedReason(hours, instant),
    timeZone: row.timeZone,
  };
}

const withoutNames = ({ exceptions, ...hours }: CalendarHours): CalendarHours => ({
  ...hours,
  exceptions: exceptions.map((exception) => ({ ...exception, name: '' })),
});

/**
 * Reads the hours that somebody asks for, once for many.
 * @param asked calendars by their ids or names; null: those of the departments
 * @returns the hours as a chat of a department sees them
 */
export async function readKnownHours(
  tx: Read,
  enterpriseId: string,
  asked: readonly (string | null | { named: string })[],
  departmentIds: readonly (string | null)[] = [],
): Promise<(departmentId: string | null) => KnownHours> {
  if (asked.length === 0) return () => ({ calendars: {}, own: null });
  const calendarIds = asked.filter((one) => typeof one === 'string' && isUuid(one)) as string[];
  const wanted = new Set(asked.flatMap((one) => (typeof one === 'object' && one !== null ? [one.named] : [])));
  const rows = await listKnownCalendars(tx, enterpriseId, {
    calendarIds,
    names: [...wanted],
    departmentIds: asked.includes(null) ? departmentIds.filter((id) => id !== null) : [],
  });
  // Names of exceptions are for those who keep the calendars.
  const calendars = Object.fromEntries(rows.map((row) => [row.calendarId, withoutNames(hoursOf(row))]));
  const named = rows.flatMap(({ askedAs, calendarId }) => askedAs.map((name) => [name.toLowerCase(), calendarId] as const));
  const names = named.length > 0 ? { names: Object.fromEntries(named) } : {};
  const chosen = new Map(rows.flatMap(({ calendarId, chosenBy }) => chosenBy.map((departmentId) => [departmentId, calendarId] as const)));
  const standard = rows.find(({ isDefault }) => isDefault)?.calendarId ?? null;
  return (departmentId) => ({ calendars, ...names, own: (departmentId !== null && chosen.get(departmentId)) || standard });
}
