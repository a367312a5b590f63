import { type CalendarException, type CalendarHours, type CalendarSlot, endpoints } from '@parley/contract';
import { openAt } from '@parley/hours';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';

const app = await sharedApp();
const { calendars, departments } = endpoints;

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const wholeDay: CalendarSlot[] = [{ from: '00:00', to: '24:00' }];
/** None runs into another on the day behind it. */
const slots: readonly CalendarSlot[][] = [
  [],
  [
    { from: '09:00', to: '13:00' },
    { from: '14:00', to: '18:30' },
  ],
  [{ from: '07:00', to: '24:00' }],
  [{ from: '21:00', to: '02:30' }],
  [{ from: '22:15', to: '06:45' }],
];
const start = Date.parse('2023-12-28T00:00:00Z');
const dayMs = 86_400_000;
const dayAt = (days: number) => new Date(start + days * dayMs).toISOString().slice(0, 10);

/** Nights, whole days, and exceptions that lie over each other, some each year and beyond its end. */
function makeHours(timeZone: string, random: (below: number) => number): CalendarHours {
  const pick = () => slots[random(slots.length)] as CalendarSlot[];
  const exceptions = Array.from({ length: 40 }, (_, place): CalendarException => {
    const first = random(420) - 20;
    return {
      name: `Exception ${place}`,
      from: dayAt(first),
      to: dayAt(first + random(12)),
      yearly: random(3) === 0,
      slots: random(6) === 0 ? wholeDay : pick(),
    };
  });
  const leapDay = { name: 'Leap day', from: '2024-02-29', to: '2024-02-29', yearly: true, slots: [] };
  return { timeZone, days: Array.from({ length: 7 }, pick), exceptions: [...exceptions, leapDay] };
}

test.each(['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham', 'UTC'])(
  'the database says of each moment in %s whether a department is open as the calendar does',
  async (timeZone) => {
    const random = createRandom(timeZone.length);
    const enterprise = await app.makeEnterprise();
    const admin = app.as(await app.makeUser({ enterprise }));
    const isOpen = (departmentId: string | null, moments: readonly Date[]) =>
      enterprise.ctx.read(async (tx) => {
        const { rows } = await sql<{
          isOpen: boolean;
        }>`select is_open_at(${enterprise.enterpriseId}, ${departmentId}::uuid, m.at) as is_open
          from unnest(${moments.map((at) => at.toISOString())}::timestamptz[]) with ordinality as m (at, place) order by m.place`.execute(
          tx,
        );
        return rows.map((row) => row.isOpen);
      });
    const moments = Array.from({ length: 1500 }, () => new Date(start + random(400 * 24 * 60) * 60_000 + random(60_000)));
    expect(await isOpen(null, moments.slice(0, 3))).toEqual([true, true, true]);

    const [general, own] = [makeHours(timeZone, random), makeHours('Europe/London', random)];
    const addCalendar = async (hours: CalendarHours, isDefault: boolean): Promise<string> => {
      const answer = (await admin.post(calendars.create.path, { name: `Hours ${newId()}`, isDefault, ...hours })).json();
      expect(answer).toMatchObject({ code: '100' });
      return answer.data.id;
    };
    await addCalendar(general, true);
    const addDepartment = async (name: string, calendarId = ''): Promise<string> =>
      (await admin.post(departments.create.path, { name, calendarId })).json().data.id;
    const withOwn = await addDepartment('Billing', await addCalendar(own, false));
    const without = await addDepartment('Sales');
    for (const [departmentId, hours] of [
      [null, general],
      [without, general],
      [newId(), general],
      [withOwn, own],
    ] as const)
      expect(await isOpen(departmentId, moments)).toEqual(moments.map((at) => openAt(hours, at.getTime()).open));
  },
);
