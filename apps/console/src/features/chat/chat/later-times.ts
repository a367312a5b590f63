import { showInstant } from '@parley/contract';
import { parseWallTime } from '../../../lib/wall-time.ts';
import { listSnoozes, type Snooze } from './snooze.ts';

export type LaterTime = { id: Snooze | 'customerMorning'; at: Date; zone: string };

/** Lists times at which a message may leave: by the clock of the enterprise, and the next morning by that of the customer. */
export function listLaterTimes(now: Date, zone: string, customerZone: string): LaterTime[] {
  const own: LaterTime[] = listSnoozes(now, zone).map(({ snooze, at }) => ({ id: snooze, at, zone }));
  if (customerZone === '' || customerZone === zone) return own;
  const there = listSnoozes(now, customerZone).find(({ snooze }) => snooze === 'tomorrow');
  return there ? [...own, { id: 'customerMorning', at: there.at, zone: customerZone }] : own;
}

/** Reads what a field of date and time holds, by the clock of a zone; undefined: it is no time. */
export function readTime(text: string, zone: string): Date | undefined {
  const [day = '', time = ''] = text.split('T');
  return parseWallTime(`${day.replaceAll('-', '/')} ${time.length === 5 ? `${time}:00` : time}`, zone);
}

/** Writes an instant for a field of date and time, by the clock of a zone. */
export const writeTime = (instant: string, zone: string): string => showInstant(instant, 'isoLocal', zone);
