import type { Instance, PacedTime } from './state.ts';

/** Most messages of one walk to a person who does not answer: far more than anybody writes on purpose, and far less than a circle sends. */
export const mostUnheard = { hour: 100, day: 300 } as const;
const hourMs = 3_600_000;
const lengthMs = { hour: hourMs, day: 24 * hourMs } as const;

function counted(held: PacedTime | undefined, now: number, length: number): PacedTime {
  return held && now < held.since + length ? { since: held.since, sent: held.sent + 1 } : { since: now, sent: 1 };
}

/** Counts a message. @returns in words why it may not be sent; '' where it may */
export function countSent(instance: Instance, now: number): string {
  const { pace } = instance;
  instance.pace = { hour: counted(pace?.hour, now, lengthMs.hour), day: counted(pace?.day, now, lengthMs.day) };
  const { hour, day } = instance.pace;
  if (hour.sent > mostUnheard.hour) return `More than ${mostUnheard.hour} messages within an hour, and not a word from the customer.`;
  return day.sent > mostUnheard.day ? `More than ${mostUnheard.day} messages within a day, and not a word from the customer.` : '';
}
