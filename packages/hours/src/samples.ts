import type { CalendarException, CalendarHours, CalendarSlot } from '@parley/contract';

/** Zones with all that zones do: half hours, midnights that are skipped or come twice, a month without summer time, the end of it. */
export const sampleZones = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'America/Nuuk',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Tehran',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Juba',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Antarctica/Troll',
] as const;

/** Ten years. */
export const sampleStart = Date.parse('2018-01-01T00:00:00Z');
export const sampleEnd = Date.parse('2028-01-01T00:00:00Z');

const dayOf = (days: number) => new Date(sampleStart + days * 86_400_000).toISOString().slice(0, 10);
const office: CalendarSlot[] = [
  { from: '09:00', to: '13:00' },
  { from: '14:00', to: '18:30' },
];
const night: CalendarSlot = { from: '21:00', to: '02:30' };

/** A calendar with nights, a whole day, and 200 exceptions that lie over each other. */
export function sampleCalendar(timeZone: string): CalendarHours {
  const exceptions = Array.from({ length: 200 }, (_, index): CalendarException => {
    const first = (index * 137) % 3650;
    const length = [0, 0, 1, 4, 13, 40][index % 6] ?? 0;
    const slots =
      [[], [{ from: '10:00', to: '12:00' }], [{ from: '22:15', to: '06:45' }], [{ from: '00:00', to: '24:00' }]][index % 4] ?? [];
    return { name: `Exception ${index}`, from: dayOf(first), to: dayOf(first + length), yearly: index % 3 === 0, slots };
  });
  exceptions.push({ name: 'Leap day', from: '2020-02-29', to: '2020-02-29', yearly: true, slots: [] });
  const whole = { from: '00:00', to: '24:00' };
  return { timeZone, days: [office, office, office, [whole], [...office, night], [night], []], exceptions };
}
