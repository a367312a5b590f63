import { leave, NodeFault, type Outcome, type Turn, waitFor } from './turn.ts';

/**
 * Goes on while the calendar of the node is open, and otherwise waits for its opening, or until it has waited long enough. Each time somebody looks,
 * node and hours are asked again: the walk may have moved to another version since, and the calendar may have been saved.
 * @param mostAt end of the wait, open or not; null: none
 * @throws NodeFault for a calendar that is gone, or that opens no more
 */
export function untilOpen({ facts, node, now }: Turn, mostAt: number | null): Outcome {
  if (node?.type !== 'logic.open') throw new NodeFault('The node that it waits at is not there.');
  const hours = facts.hoursOf(node.config.calendar?.id ?? null);
  if (!hours) throw new NodeFault('The calendar is not there.');
  const opensAt = hours.opensAt(now);
  if (opensAt === null) throw new NodeFault('The calendar does not open any more.');
  if (opensAt <= now) return leave('next');
  if (mostAt !== null && mostAt <= now) return leave('timeout');
  return waitFor({ kind: 'hours', by: hours.calendarId, dueAt: mostAt === null ? opensAt : Math.min(opensAt, mostAt), mostAt });
}
