import type { WidgetPresence } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { findClosed } from '../../account/door.ts';
import { accessChannel } from '../../channel/door.ts';
import { isAnyoneOnline } from '../desk/desk.repository.ts';
import { readWaits, type Waits } from './visitor.repository.ts';

const windowMs = 2 * 3_600_000;
/** Fewer waits than these say nothing. */
export const fewestWaits = 20;

/** Minutes that a visitor will usually wait; null: nobody knows. It is never less than somebody waits at this moment. */
export const expectedMinutes = ({ count, third, longest }: Waits): number | null =>
  count < fewestWaits || third === null ? null : Math.max(1, Math.ceil(Math.max(third, longest) / 60));

/** Seconds for which a process keeps the waits of a department: each page of a website asks, and two hours of chats are a lot to count. */
const keptMs = 20_000;
const mostKept = 1_000;
const kept = new Map<string, { until: number; waits: Waits }>();

async function waitsOf(tx: Read, enterpriseId: string, deptId: string | null, now: Date): Promise<Waits> {
  const key = `${enterpriseId} ${deptId}`;
  const known = kept.get(key);
  const until = now.getTime() + keptMs;
  if (known && known.until > now.getTime() && known.until <= until) return known.waits;
  // One asks anew, and the others are told the figure of before meanwhile.
  if (known) known.until = until;
  const waits = await readWaits(tx, enterpriseId, deptId, new Date(now.getTime() - windowMs), now);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, { until, waits });
  return waits;
}

/** Presence of people, as hours, desks and the waits of the last two hours say; and whether anybody is online, whatever the hours. @property isClosed it is outside the hours */
export async function readPresence(
  tx: Read,
  enterpriseId: string,
  channelId: string,
  now: Date,
): Promise<{ presence: WidgetPresence; isOnline: boolean; isClosed: boolean }> {
  const { deptId } = await accessChannel(tx, enterpriseId, channelId);
  const [closed, isOnline, waits] = await Promise.all([
    findClosed(tx, enterpriseId, deptId, now),
    isAnyoneOnline(tx, enterpriseId, deptId),
    waitsOf(tx, enterpriseId, deptId, now),
  ]);
  const isStaffed = isOnline && !closed;
  return {
    isOnline,
    isClosed: Boolean(closed),
    presence: {
      isStaffed,
      opensAt: closed?.opensAt?.toISOString() ?? null,
      timeZone: closed?.timeZone ?? '',
      waitMinutes: isStaffed ? expectedMinutes(waits) : null,
    },
  };
}
