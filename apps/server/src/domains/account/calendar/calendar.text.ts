import { type CalendarException, CalendarSlot } from '@parley/contract';

/** Minute of the day: 1440 for 24:00. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** '09:00-13:00 14:00-18:00'; 'closed' without any. */
export const writeSlots = (slots: readonly CalendarSlot[]): string =>
  slots.length === 0 ? 'closed' : slots.map(({ from, to }) => `${from}-${to}`).join(' ');

/** @returns the slots, or the first part that is none */
export function readSlots(text: string): CalendarSlot[] | string {
  const bare = text.trim();
  if (bare === '' || bare.toLowerCase() === 'closed') return [];
  const slots: CalendarSlot[] = [];
  for (const part of bare.split(/[\s,;]+/)) {
    const [from, to, more] = part.split(/[-–]/).map((time) => time.padStart(5, '0'));
    const slot = CalendarSlot.safeParse({ from, to });
    if (!slot.success || more !== undefined) return part;
    slots.push(slot.data);
  }
  return slots;
}

/** One exception in a line, as the audit trail shows it. */
export const writeException = ({ from, to, yearly, slots, name }: CalendarException): string =>
  `${from} ${to} ${yearly ? 'yearly' : 'once'} ${writeSlots(slots).replaceAll(' ', '+')} ${name}`;

/** Reads what `writeException` has written. */
export function readException(line: string): CalendarException {
  const [from = '', to = '', kind, slots = '', ...name] = line.split(' ');
  const read = readSlots(slots.replaceAll('+', ' '));
  return { from, to, yearly: kind === 'yearly', slots: typeof read === 'string' ? [] : read, name: name.join(' ') };
}
