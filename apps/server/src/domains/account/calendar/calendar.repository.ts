import type { CalendarException, CalendarHours, CalendarSlot } from '@parley/contract';
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { CalendarTable } from '#platform/db/schema.account.ts';
import { minuteOf } from './calendar.text.ts';

/** Calendars of an enterprise are changed one after the other: one of them is the default, and their number has a limit. */
export async function lockCalendars(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`calendars ${enterpriseId}`}, 0))`.execute(tx);
}

export type StoredSlot = { weekday: number; from: number; to: number };
export type CalendarRow = {
  calendarId: string;
  name: string;
  timeZone: string;
  isDefault: boolean;
  version: number;
  slots: StoredSlot[];
  exceptions: CalendarException[];
};

const slots = sql<
  StoredSlot[]
>`(select coalesce(jsonb_agg(jsonb_build_object('weekday', s.weekday, 'from', s.from_minute, 'to', s.to_minute)
  order by s.weekday, s.from_minute), '[]') from calendar_slots s
  where s.enterprise_id = c.enterprise_id and s.calendar_id = c.calendar_id)`;
const exceptions = sql<
  CalendarException[]
>`(select coalesce(jsonb_agg(jsonb_build_object('name', x.name, 'from', x.from_day, 'to', x.to_day,
  'yearly', x.is_yearly, 'slots', x.slots) order by x.place), '[]') from calendar_exceptions x
  where x.enterprise_id = c.enterprise_id and x.calendar_id = c.calendar_id)`;

const calendars = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('calendars as c')
    .select(['c.calendarId', 'c.name', 'c.timeZone', 'c.isDefault', 'c.version', slots.as('slots'), exceptions.as('exceptions')])
    .where('c.enterpriseId', '=', enterpriseId)
    .where('c.deletedAt', 'is', null);

/** Whole calendars, by name. */
export const listCalendarRows = (tx: Read, enterpriseId: string): Promise<CalendarRow[]> =>
  calendars(tx, enterpriseId).orderBy(sql`lower(c.name)`).execute();

export const findCalendarRow = (tx: Read, enterpriseId: string, calendarId: string): Promise<CalendarRow | undefined> =>
  calendars(tx, enterpriseId).where('c.calendarId', '=', calendarId).executeTakeFirst();

/** The calendar of a department, or the default: of one that has none of its own, or of no department. */
export const findCalendarOf = (tx: Read, enterpriseId: string, departmentId: string | null): Promise<CalendarRow | undefined> => {
  const own: RawBuilder<boolean> = sql`c.calendar_id = (select d.calendar_id from departments d
    where d.enterprise_id = c.enterprise_id and d.department_id = ${departmentId}::uuid and d.deleted_at is null)`;
  return calendars(tx, enterpriseId)
    .where((eb) => eb.or([own, eb('c.isDefault', '=', true)]))
    .orderBy(sql`coalesce(${own}, false) desc`)
    .limit(1)
    .executeTakeFirst();
};

/**
 * Calendars of these ids, of these names whatever their case, those of departments, and the default.
 * @property chosenBy which of the departments have chosen it. @property askedAs those of the names that are its own
 */
export const listKnownCalendars = (
  tx: Read,
  enterpriseId: string,
  { calendarIds, names, departmentIds }: { calendarIds: readonly string[]; names: readonly string[]; departmentIds: readonly string[] },
): Promise<(CalendarRow & { chosenBy: string[]; askedAs: string[] })[]> => {
  const chosenBy = sql<string[]>`array(select d.department_id from departments d where d.enterprise_id = c.enterprise_id
    and d.calendar_id = c.calendar_id and d.department_id = any(${[...departmentIds]}::uuid[]) and d.deleted_at is null)`;
  const askedAs = sql<string[]>`array(select n from unnest(${[...names]}::text[]) n where lower(n) = lower(c.name))`;
  return calendars(tx, enterpriseId)
    .select([chosenBy.as('chosenBy'), askedAs.as('askedAs')])
    .where((eb) =>
      eb.or([
        eb('c.isDefault', '=', true),
        sql<boolean>`c.calendar_id = any(${[...calendarIds]}::uuid[])`,
        sql<boolean>`cardinality(${askedAs}) > 0`,
        sql<boolean>`cardinality(${chosenBy}) > 0`,
      ]),
    )
    .execute();
};

export const listCalendarChoices = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('calendars')
    .select(['calendarId as id', 'name', 'timeZone', 'isDefault'])
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute();

/** Choices with the number of their exceptions and the departments that have chosen them. */
export const listCalendarUses = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('calendars as c')
    .select([
      'c.calendarId as id',
      'c.name',
      'c.timeZone',
      'c.isDefault',
      'c.version',
      sql<number>`(select count(*) from calendar_exceptions x
        where x.enterprise_id = c.enterprise_id and x.calendar_id = c.calendar_id)::integer`.as('exceptionCount'),
      sql<string[]>`array(select d.name from departments d where d.enterprise_id = c.enterprise_id and d.calendar_id = c.calendar_id
        and d.deleted_at is null order by lower(d.name))`.as('departments'),
    ])
    .where('c.enterpriseId', '=', enterpriseId)
    .where('c.deletedAt', 'is', null)
    .orderBy(sql`lower(c.name)`)
    .execute();

/** Locks a calendar against deletion until the transaction ends. @returns whether there is one */
export async function holdCalendar(tx: Tx, enterpriseId: string, calendarId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('calendars')
    .select('calendarId')
    .where('enterpriseId', '=', enterpriseId)
    .where('calendarId', '=', calendarId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** The same for changes of it: whoever has chosen it meanwhile is seen afterwards. */
export async function lockCalendar(tx: Tx, enterpriseId: string, calendarId: string): Promise<void> {
  await tx
    .selectFrom('calendars')
    .select('calendarId')
    .where('enterpriseId', '=', enterpriseId)
    .where('calendarId', '=', calendarId)
    .forUpdate()
    .execute();
}

export async function findDefaultId(tx: Read, enterpriseId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('calendars')
    .select('calendarId')
    .where('enterpriseId', '=', enterpriseId)
    .where('isDefault', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.calendarId;
}

/** The default, unless it is the calendar itself. */
export const findOtherDefault = (tx: Read, enterpriseId: string, calendarId: string) =>
  tx
    .selectFrom('calendars')
    .select(['calendarId', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('isDefault', '=', true)
    .where('deletedAt', 'is', null)
    .where('calendarId', '<>', calendarId)
    .executeTakeFirst();

export async function findCalendarName(tx: Read, enterpriseId: string, calendarId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('calendars')
    .select('name')
    .where('enterpriseId', '=', enterpriseId)
    .where('calendarId', '=', calendarId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.name;
}

/** Tells whether two names are one, whatever their case: the database alone decides that, of names in expressions too. */
export async function isSameName(tx: Read, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ isSame: boolean }>`select lower(${one}) = lower(${other}) as is_same`.execute(tx);
  return rows[0]?.isSame === true;
}

export async function isCalendarName(tx: Read, enterpriseId: string, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('calendars')
    .select('calendarId')
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The version of a calendar in the bin. */
export async function findDeletedVersion(tx: Read, enterpriseId: string, calendarId: string): Promise<number> {
  const { version } = await tx
    .selectFrom('calendars')
    .select('version')
    .where('enterpriseId', '=', enterpriseId)
    .where('calendarId', '=', calendarId)
    .where('deletedAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return version;
}

type Key = { enterpriseId: string; calendarId: string };

export async function insertCalendar(
  tx: Tx,
  key: Key,
  {
    name,
    timeZone,
    isDefault,
    ...hours
  }: Pick<CalendarRow, 'name' | 'timeZone' | 'isDefault'> & Pick<CalendarHours, 'days' | 'exceptions'>,
): Promise<void> {
  await tx
    .insertInto('calendars')
    .values({ ...key, name, timeZone, isDefault })
    .execute();
  await insertHours(tx, key, hours);
}

export async function updateCalendar(tx: Tx, { enterpriseId, calendarId }: Key, change: Updateable<CalendarTable>): Promise<void> {
  await tx.updateTable('calendars').set(change).where('enterpriseId', '=', enterpriseId).where('calendarId', '=', calendarId).execute();
}

export async function replaceHours(tx: Tx, key: Key, hours: Pick<CalendarHours, 'days' | 'exceptions'>): Promise<void> {
  for (const table of ['calendarSlots', 'calendarExceptions'] as const)
    await tx.deleteFrom(table).where('enterpriseId', '=', key.enterpriseId).where('calendarId', '=', key.calendarId).execute();
  await insertHours(tx, key, hours);
}

async function insertHours(tx: Tx, key: Key, { days, exceptions: list }: Pick<CalendarHours, 'days' | 'exceptions'>): Promise<void> {
  const weekly = days.flatMap((of: readonly CalendarSlot[], index) =>
    of.map(({ from, to }) => ({ ...key, weekday: index + 1, fromMinute: minuteOf(from), toMinute: minuteOf(to) })),
  );
  if (weekly.length > 0) await tx.insertInto('calendarSlots').values(weekly).execute();
  const rows = list.map(({ name, from, to, yearly, slots: of }, place) => ({
    ...key,
    place,
    fromDay: from,
    toDay: to,
    isYearly: yearly,
    name: name.trim(),
    slots: JSON.stringify(of),
  }));
  if (rows.length > 0) await tx.insertInto('calendarExceptions').values(rows).execute();
}

/** Deletes calendars of the bin for good. Departments in the bin that have one of them fall back to the default. */
export async function deleteCalendars(tx: Tx, enterpriseId: string, calendarIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('departments')
    .set({ calendarId: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('calendarId', 'in', calendarIds)
    .where('deletedAt', 'is not', null)
    .execute();
  await tx
    .deleteFrom('calendars')
    .where('enterpriseId', '=', enterpriseId)
    .where('calendarId', 'in', calendarIds)
    .where('deletedAt', 'is not', null)
    .execute();
}

/** Tells whether a calendar has been changed since a moment: its hours of that time are then known no more. */
export async function isCalendarChangedSince(tx: Read, enterpriseId: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ isChanged: boolean }>`select exists (select from audit_entries e where e.enterprise_id = ${enterpriseId}
    and e.kind = 'calendar' and e.action <> 'create' and e.result = 'done' and e.at >= ${since}) as is_changed`.execute(tx);
  return rows[0]?.isChanged ?? false;
}
