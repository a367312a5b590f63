import type { LaunchReminders } from '#platform/db/schema.journey.ts';

const hourMs = 3_600_000;
/** Shortest time between two reminders, where the first one was kept back by quiet hours. */
const leastPauseMs = hourMs;

type Reminded = {
  reminders: LaunchReminders | null;
  /** Reminders that were made so far */
  reminded: number;
  /** Last sign of the person */
  last: Date;
  expiresAt: Date;
  /** Time of a reminder that was made just now */
  after?: Date;
};

/** Returns the time at which somebody who has left a page is to be looked at for the next reminder; null: there is none before the link ends. */
export function nextReminder({ reminders, reminded, last, expiresAt, after }: Reminded): Date | null {
  const hours = reminders?.hours[reminded];
  if (hours === undefined) return null;
  const at = new Date(Math.max(last.getTime() + hours * hourMs, after ? after.getTime() + leastPauseMs : 0));
  return at < expiresAt ? at : null;
}
