import type { CalendarHours, KnownHours } from '@parley/contract';
import { type Instant, nextOpening } from './hours.ts';

type Asked = { calendarId: string | null; isOpen(at: Instant): boolean; opensAt(at: Instant): Instant | null };
const alwaysOpen: Asked = { calendarId: null, isOpen: () => true, opensAt: (at) => at };

/** Answers for the hours of calendars by their ids, or by their names whatever their case; null for the own one. @returns of a calendar that is not known, undefined */
export function hoursIn({ calendars, own, names = {} }: KnownHours): (asked: string | null | { named: string }) => Asked | undefined {
  const known = new Map<string, CalendarHours>(Object.entries(calendars));
  const ids = new Map<string, string>(Object.entries(names));
  return (asked) => {
    const calendarId = typeof asked === 'object' && asked !== null ? ids.get(asked.named.toLowerCase()) : (asked ?? own);
    if (calendarId === null) return alwaysOpen;
    const hours = calendarId === undefined ? undefined : known.get(calendarId);
    if (calendarId === undefined || !hours) return undefined;
    // Nobody looks for the opening to tell whether it is open.
    return { calendarId, isOpen: (at) => nextOpening(hours, at, 0) !== null, opensAt: (at) => nextOpening(hours, at) };
  };
}
