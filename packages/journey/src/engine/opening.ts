import type { HoursWait } from './state.ts';
import { leave, NodeFault, type Outcome, type Turn, waitFor } from './turn.ts';

/**
 * Goes on while the calendar is open, and otherwise waits for its opening, or until it has waited long enough. Each time somebody looks, the hours
 * are asked again: they may have been saved since.
 * @throws NodeFault for a calendar that is gone, or that opens no more
 */
export function untilOpen({ facts, now }: Turn, { calendar, mostAt }: Pick<HoursWait, 'calendar' | 'mostAt'>): Outcome {
  const hours = facts.hoursOf(calendar);
  if (!hours) throw new NodeFault('The calendar is not there.');
  const opensAt = hours.opensAt(now);
  if (opensAt === null) throw new NodeFault('The calendar does not open any more.');
  if (opensAt <= now) return leave('next');
  if (mostAt !== null && mostAt <= now) return leave('timeout');
  const dueAt = mostAt === null ? opensAt : Math.min(opensAt, mostAt);
  return waitFor({ kind: 'hours', calendar, by: hours.calendarId, dueAt, mostAt });
}
