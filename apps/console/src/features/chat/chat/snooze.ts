import { wallFields } from '@parley/contract';
import { parseWallTime } from '../../../lib/wall-time.ts';

/** Times that agents choose most: they are worked out by the clock of the enterprise. */
export const snoozes = ['inAnHour', 'thisEvening', 'tomorrow', 'nextMonday'] as const;
export type Snooze = (typeof snoozes)[number];

const hourMs = 3_600_000;
const eveningHour = 18;
const morningHour = 9;

type Day = { year: number; month: number; day: number };

/** The hour of a day as the clocks of the zone show it. */
const atHour = ({ year, month, day }: Day, hour: number, zone: string): Date | undefined =>
  parseWallTime(`${year}/${month}/${day} ${hour}:00:00`, zone);

function addDays({ year, month, day }: Day, days: number): Day & { weekday: number } {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay() };
}

/** Lists the times that lie ahead. The evening is left out within its last hour, and Monday where that is tomorrow. */
export function listSnoozes(now: Date, zone: string): { snooze: Snooze; at: Date }[] {
  const today = wallFields(now, zone);
  const tomorrow = addDays(today, 1);
  const untilMonday = Array.from({ length: 7 }, (_, place) => place + 1).find((days) => addDays(today, days).weekday === 1) ?? 7;
  const times: Record<Snooze, Date | undefined> = {
    inAnHour: new Date(now.getTime() + hourMs),
    thisEvening: atHour(today, eveningHour, zone),
    tomorrow: atHour(tomorrow, morningHour, zone),
    nextMonday: untilMonday === 1 ? undefined : atHour(addDays(today, untilMonday), morningHour, zone),
  };
  const soon = now.getTime() + hourMs;
  return snoozes.flatMap((snooze) => {
    const at = times[snooze];
    return at && at.getTime() >= soon ? [{ snooze, at }] : [];
  });
}
