import type { CalendarHours } from '@parley/contract';
import { addOpen, openBetween } from '@parley/hours';
import type { Rest } from '#platform/db/schema.chat.ts';

/** Nobody looks further ahead, as for the next change of a calendar. */
const horizonDays = 400;

const openMs = (from: number, to: number, hours: CalendarHours | null): number =>
  hours ? Math.round(openBetween(hours, from, to) * 1000) : to - from;

/**
 * The instant at which so many seconds have been spent since a beginning, of open time where there are hours, without the times in which
 * nothing counted.
 * @returns null: it does not come within 400 days, not while it stands still, or is switched off
 */
export function dueAfter(since: Date, seconds: number, hours: CalendarHours | null, rests: readonly Rest[] = []): string | null {
  if (seconds <= 0) return null;
  let [from, leftMs] = [since.getTime(), seconds * 1000];
  for (const [rest, again] of rests) {
    const spentMs = openMs(from, Date.parse(rest), hours);
    if (spentMs >= leftMs) break;
    leftMs -= Math.max(0, spentMs);
    if (again === null) return null;
    from = Math.max(from, Date.parse(again));
  }
  const at = hours ? addOpen(hours, from, leftMs / 1000, horizonDays) : from + leftMs;
  return at === null ? null : new Date(Math.round(at)).toISOString();
}
