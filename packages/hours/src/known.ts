import type { CalendarHours, KnownHours } from '@parley/contract';
import { type Instant, nextOpening } from './hours.ts';

type Asked = { calendarId: string | null; opensAt(at: Instant): Instant | null };
const alwaysOpen: Asked = { calendarId: null, opensAt: (at) => at };

/** Answers for the hours of calendars by their ids, null for the own one. @returns of a calendar that is not known, undefined */
export function hoursIn({ calendars, own }: KnownHours): (calendarId: string | null) => Asked | undefined {
  const known = new Map<string, CalendarHours>(Object.entries(calendars));
  return (asked) => {
    const calendarId = asked ?? own;
    if (calendarId === null) return alwaysOpen;
    const hours = known.get(calendarId);
    return hours && { calendarId, opensAt: (at) => nextOpening(hours, at) };
  };
}
