import {
  type CalendarCheck,
  type CalendarChoice,
  type CalendarRow as CalendarLine,
  type CalendarSave,
  type CalendarStripRow,
  calendarsMax,
  endpoints,
  type HoursCalendar,
} from '@parley/contract';
import { closedReason, openAt, strip } from '@parley/hours';
import { check } from '@parley/hours/check';
import type { Snapshot } from '#platform/audit/record.ts';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { accessDenied, DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { assertDepartments } from '../user/user.departments.ts';
import { readCalendarFile } from './calendar.csv.ts';
import { calendarUses, tellHours } from './calendar.followers.ts';
import { alwaysOpen, hoursOf, presentCalendar, presentChoice, presentRule } from './calendar.present.ts';
import { calendarRecord, weekdays } from './calendar.record.ts';
import {
  type CalendarRow,
  findCalendarOf,
  findCalendarRow,
  findOtherDefault,
  insertCalendar,
  isSameName,
  listCalendarChoices,
  listCalendarRows,
  listCalendarUses,
  lockCalendar,
  lockCalendars,
  replaceHours,
  updateCalendar,
} from './calendar.repository.ts';
import { readException, readSlots } from './calendar.text.ts';

export const calendarNotFound = () => new DomainError('calendar.not_found', 'No such calendar.', {});

/** Names of what names calendars in its content, by calendar, each once. */
async function listUses(
  { extensions, enterpriseId }: Ctx,
  tx: Read,
  calendars: readonly { calendarId: string; name: string }[],
  { byNameAlone = false } = {},
): Promise<Map<string, string[]>> {
  const uses = (await Promise.all(extensions.of(calendarUses).map((list) => list(tx, enterpriseId, calendars)))).flat();
  const byCalendar = Map.groupBy(
    uses.filter(({ isByName }) => isByName || !byNameAlone),
    ({ calendarId }) => calendarId,
  );
  return new Map([...byCalendar].map(([calendarId, of]) => [calendarId, [...new Set(of.map(({ name }) => name))]]));
}

export const listCalendars = (ctx: Ctx): Promise<{ calendars: CalendarLine[] }> =>
  ctx.read(async (tx) => {
    const rows = await listCalendarUses(tx, ctx.enterpriseId);
    const uses = await listUses(
      ctx,
      tx,
      rows.map(({ id, name }) => ({ calendarId: id, name })),
    );
    return { calendars: rows.map((row) => ({ ...row, uses: uses.get(row.id) ?? [] })) };
  });

export const chooseCalendars = (ctx: Ctx): Promise<{ calendars: CalendarChoice[] }> =>
  ctx.read(async (tx) => ({ calendars: await listCalendarChoices(tx, ctx.enterpriseId) }));

/** Calendars are the enterprise's: users who reach departments alone read them. @throws DomainError 1403 */
export function assertReachesCalendars({ dataScope }: Actor): void {
  if (dataScope !== 'enterprise') throw accessDenied(endpoints.calendars.update.access);
}

/** @throws DomainError calendar.not_found or 1403 */
async function accessCalendar(tx: Tx, { enterpriseId, actor }: Ctx, calendarId: string): Promise<CalendarRow> {
  assertReachesCalendars(actor);
  await lockCalendars(tx, enterpriseId);
  const row = await findCalendarRow(tx, enterpriseId, calendarId);
  if (!row) throw calendarNotFound();
  return row;
}

/** @throws DomainError calendar.not_found */
export const readCalendar = (ctx: Ctx, calendarId: string): Promise<HoursCalendar> =>
  ctx.read(async (tx) => {
    const row = await findCalendarRow(tx, ctx.enterpriseId, calendarId);
    if (!row) throw calendarNotFound();
    return presentCalendar(row);
  });

/** @throws DomainError request.invalid with every fault of the hours */
function assertFits(hours: CalendarSave): void {
  const problems = check(hours);
  if (problems.length > 0) throw invalidRequest(...problems);
}

/** Takes the mark of the default from another calendar: an enterprise has one. @returns the other one, if there is any */
async function leaveDefault(ctx: Ctx, tx: Tx, calendarId: string): Promise<string[]> {
  const { enterpriseId } = ctx;
  const other = await findOtherDefault(tx, enterpriseId, calendarId);
  if (!other) return [];
  await changing(ctx, tx, calendarRecord, other.calendarId, 'edit', () =>
    updateCalendar(tx, { enterpriseId, calendarId: other.calendarId }, { isDefault: false, version: other.version + 1 }),
  );
  return [other.calendarId];
}

const nameTaken = (error: unknown): unknown =>
  violatedConstraint(error) === 'calendars_by_name' ? new DomainError('calendar.name_taken', 'Another calendar has this name.', {}) : error;

async function presentNow(tx: Tx, enterpriseId: string, calendarId: string): Promise<HoursCalendar> {
  const row = await findCalendarRow(tx, enterpriseId, calendarId);
  if (!row) throw calendarNotFound();
  return presentCalendar(row);
}

/** @throws DomainError request.invalid, calendar.name_taken or calendar.too_many */
export async function createCalendar(ctx: Ctx, input: CalendarSave): Promise<HoursCalendar> {
  assertReachesCalendars(ctx.actor);
  assertFits(input);
  const { enterpriseId } = ctx;
  const calendarId = newId();
  try {
    return await ctx.transaction(async (tx) => {
      await lockCalendars(tx, enterpriseId);
      if ((await listCalendarChoices(tx, enterpriseId)).length >= calendarsMax)
        throw new DomainError('calendar.too_many', `At most ${calendarsMax} calendars are possible.`, { maximum: calendarsMax });
      const former = input.isDefault ? await leaveDefault(ctx, tx, calendarId) : [];
      await creating(
        ctx,
        tx,
        calendarRecord,
        () => calendarId,
        () => insertCalendar(tx, { enterpriseId, calendarId }, { ...input, name: input.name.trim() }),
      );
      if (input.isDefault) await tellHours(ctx, tx, former);
      return presentNow(tx, enterpriseId, calendarId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** Expressions have the name in their text, and nobody rewrites those of others. @throws DomainError calendar.named */
async function assertMayRename(ctx: Ctx, tx: Tx, { calendarId, name }: CalendarRow): Promise<void> {
  const uses = (await listUses(ctx, tx, [{ calendarId, name }], { byNameAlone: true })).get(calendarId) ?? [];
  if (uses.length > 0)
    throw new DomainError('calendar.named', `The calendar keeps its name, which expressions contain: ${uses.join(', ')}.`, { uses });
}

type Changed = CalendarSave & { version: number };

async function saveIn(
  ctx: Ctx,
  tx: Tx,
  row: CalendarRow,
  { version, ...input }: Changed,
  action: 'edit' | 'import',
): Promise<HoursCalendar> {
  const { enterpriseId } = ctx;
  const { calendarId } = row;
  await assertVersion(ctx, tx, calendarRecord, { id: calendarId, version: row.version }, version);
  assertFits(input);
  if (!(await isSameName(tx, row.name, input.name.trim()))) await assertMayRename(ctx, tx, row);
  const former = input.isDefault ? await leaveDefault(ctx, tx, calendarId) : [];
  const { timeZone, isDefault } = input;
  await changing(ctx, tx, calendarRecord, calendarId, action, async () => {
    await updateCalendar(tx, { enterpriseId, calendarId }, { name: input.name.trim(), timeZone, isDefault, version: row.version + 1 });
    await replaceHours(tx, { enterpriseId, calendarId }, input);
  });
  await tellHours(ctx, tx, [calendarId, ...former]);
  return presentNow(tx, enterpriseId, calendarId);
}

/** @throws DomainError as `createCalendar`, calendar.not_found, calendar.named and record.changed */
export async function saveCalendar(ctx: Ctx, calendarId: string, input: Changed): Promise<HoursCalendar> {
  try {
    return await ctx.transaction(async (tx) => saveIn(ctx, tx, await accessCalendar(tx, ctx, calendarId), input, 'edit'));
  } catch (error) {
    throw nameTaken(error);
  }
}

/**
 * Adds the exceptions of a file behind those that there are, so they are newer.
 * @throws DomainError calendar.file_faulty with every faulty line, calendar.not_found, record.changed, or request.invalid for too many
 */
export function importExceptions(ctx: Ctx, calendarId: string, { csv, version }: { csv: string; version: number }): Promise<HoursCalendar> {
  return ctx.transaction(async (tx) => {
    const row = await accessCalendar(tx, ctx, calendarId);
    const { exceptions, faults } = readCalendarFile(csv);
    if (faults.length > 0) throw new DomainError('calendar.file_faulty', 'The file has faulty lines. Nothing is added.', { lines: faults });
    const { name, isDefault, timeZone, days, exceptions: former } = presentCalendar(row);
    return saveIn(ctx, tx, row, { name, isDefault, timeZone, days, exceptions: [...former, ...exceptions], version }, 'import');
  });
}

/** Moves a calendar into the bin. @throws DomainError calendar.not_found, calendar.is_default, or calendar.in_use with its departments and all else that names it */
export function deleteCalendar(ctx: Ctx, calendarId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const { name, isDefault } = await accessCalendar(tx, ctx, calendarId);
    if (isDefault)
      throw new DomainError('calendar.is_default', 'This is the default calendar. Mark another one, or take its mark away first.', {});
    await lockCalendar(tx, enterpriseId, calendarId);
    const departments = (await listCalendarUses(tx, enterpriseId)).find(({ id }) => id === calendarId)?.departments ?? [];
    const uses = [...departments, ...((await listUses(ctx, tx, [{ calendarId, name }])).get(calendarId) ?? [])];
    if (uses.length > 0)
      throw new DomainError('calendar.in_use', `The calendar is in use: ${uses.join(', ')}. Choose another one there first.`, { uses });
    await ctx.bin.put(tx, ctx.actor.userId, [{ kind: 'calendar', recordId: calendarId, name, contains: {} }]);
    await changing(ctx, tx, calendarRecord, calendarId, 'delete', () =>
      updateCalendar(tx, { enterpriseId, calendarId }, { deletedAt: ctx.now() }),
    );
  });
}

/** @throws DomainError department.not_found */
export function checkHours(ctx: Ctx, { at, deptId }: { at: string; deptId: string }): Promise<CalendarCheck> {
  return ctx.read(async (tx) => {
    await assertDepartments(tx, ctx.enterpriseId, deptId === '' ? [] : [deptId]);
    const row = await findCalendarOf(tx, ctx.enterpriseId, deptId || null);
    if (!row) return { open: true, rule: alwaysOpen, nextChange: null, reason: null };
    const hours = hoursOf(row);
    const instant = Date.parse(at);
    const { open, rule, nextChange } = openAt(hours, instant);
    return {
      open,
      rule: presentRule(row, rule),
      nextChange: nextChange === null ? null : new Date(nextChange).toISOString(),
      reason: open ? null : closedReason(hours, instant),
    };
  });
}

export function readStrip(ctx: Ctx, { from, days }: { from: string; days: number }): Promise<{ rows: CalendarStripRow[] }> {
  return ctx.read(async (tx) => {
    const rows = await listCalendarRows(tx, ctx.enterpriseId);
    const shown = Object.groupBy(strip(rows.map(hoursOf), from, days), ({ calendar }) => calendar);
    return {
      rows: rows.map((row, index) => ({
        calendar: presentChoice(row),
        days: (shown[index] ?? []).map(({ day, exception, slots }) => ({ day, exception: exception?.name ?? '', slots: [...slots] })),
      })),
    };
  });
}

/** Puts former values back, out of the texts of the trail. @throws DomainError as `saveCalendar` */
export async function putCalendarBack(ctx: Ctx, calendarId: string, values: Snapshot): Promise<void> {
  assertMay(ctx.actor, endpoints.calendars.update);
  const { id: _id, ...now } = await readCalendar(ctx, calendarId);
  const days = now.days.map((slots, index) => {
    const former = values[weekdays[index] ?? ''];
    const read = typeof former === 'string' ? readSlots(former) : slots;
    return typeof read === 'string' ? slots : read;
  });
  const { name = now.name, timeZone = now.timeZone, isDefault = now.isDefault, exceptions } = values as Partial<Snapshot>;
  await saveCalendar(ctx, calendarId, {
    version: now.version,
    name: String(name),
    timeZone: String(timeZone),
    isDefault: isDefault === true,
    days,
    exceptions: Array.isArray(exceptions) ? exceptions.map((line) => readException(String(line))) : now.exceptions,
  });
}
