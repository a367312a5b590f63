import { formatInstant, getEnterpriseZone } from './format.ts';
import { parseWallTime } from './wall-time.ts';

/** Formats an instant for a field of date and time, by the clock of the enterprise. Text that is no instant was typed so, and stays. */
export const toLocal = (instant: string): string => (instant.endsWith('Z') ? formatInstant(instant, 'isoLocal') : instant);

/** The instant that was typed, by the clock of the enterprise. What cannot be read is handed on, and refused by name. */
export function fromLocal(text: string): string {
  const [day = '', time = ''] = text.split('T');
  const wallTime = `${day.replaceAll('-', '/')} ${time.length === 5 ? `${time}:00` : time}`;
  return parseWallTime(wallTime, getEnterpriseZone())?.toISOString() ?? text;
}
