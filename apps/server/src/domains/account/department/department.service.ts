import { type Department, type DepartmentSave, type MappedUser, showCounted, userStates } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { renewSockets } from '../access/role.service.ts';
import { tellChoice } from '../calendar/calendar.followers.ts';
import { holdCalendar } from '../calendar/calendar.repository.ts';
import { calendarNotFound } from '../calendar/calendar.service.ts';
import { departmentNotFound } from '../user/user.departments.ts';
import { findUserRow } from '../user/user.repository.ts';
import { departmentRecord } from './department.record.ts';
import {
  type DepartmentRow,
  findDepartmentRow,
  insertDepartment,
  listDepartmentRows,
  listMappedUsers,
  listMemberIds,
  lockDepartments,
  type MappedFilter,
  mapUsers,
  unmapUsers,
  updateDepartment,
} from './department.repository.ts';
import { closesCircle } from './department.rules.ts';
import { departmentHolders, departmentUses } from './department.uses.ts';

const longestPage = 1000;

/** Presents departments with their counts from other domains. */
async function present(ctx: Ctx, tx: Read, rows: readonly DepartmentRow[]): Promise<Department[]> {
  const ids = rows.map(({ departmentId }) => departmentId);
  const counts = new Map<string, ReadonlyMap<string, number>>();
  for (const { name, count } of ctx.extensions.of(departmentUses)) counts.set(name, await count(tx, ctx.enterpriseId, ids));
  return rows.map((row) => ({
    id: row.departmentId,
    name: row.name,
    desc: row.description,
    manager: row.managerId ? { id: row.managerId, name: row.managerName ?? '' } : null,
    fallback: row.fallbackId ? { id: row.fallbackId, name: row.fallbackName ?? '' } : null,
    calendar: row.calendarId ? { id: row.calendarId, name: row.calendarName ?? '' } : null,
    userCount: row.userCount,
    channelCount: counts.get('channels')?.get(row.departmentId) ?? 0,
    openChats: counts.get('chats')?.get(row.departmentId) ?? 0,
    version: row.version,
  }));
}

export type DepartmentQuery = { name: string; from: number; perPage: number };

export function listDepartments(ctx: Ctx, { name, from, perPage }: DepartmentQuery): Promise<{ departments: Department[]; more: boolean }> {
  const limit = perPage === -1 ? longestPage : perPage;
  return ctx.read(async (tx) => {
    const rows = await listDepartmentRows(tx, ctx.enterpriseId, { name: name.trim(), from, limit: limit + 1 });
    return { departments: await present(ctx, tx, rows.slice(0, limit)), more: rows.length > limit };
  });
}

async function getDepartment(ctx: Ctx, tx: Read, departmentId: string): Promise<Department> {
  const row = await findDepartmentRow(tx, ctx.enterpriseId, departmentId);
  const [department] = row ? await present(ctx, tx, [row]) : [];
  if (!department) throw departmentNotFound();
  return department;
}

/** @throws DomainError department.not_found */
export const readDepartment = (ctx: Ctx, departmentId: string): Promise<Department> =>
  ctx.read((tx) => getDepartment(ctx, tx, departmentId));

/** The columns of a save, checked. @param departmentId of the department that is saved; a new one's own */
async function planSave(ctx: Ctx, tx: Tx, departmentId: string, { name, desc, manager, fallback, calendarId }: DepartmentSave) {
  const links = await lockDepartments(tx, ctx.enterpriseId);
  if (fallback !== '') {
    if (!links.some((link) => link.departmentId === fallback)) throw departmentNotFound();
    if (closesCircle(links, departmentId, fallback))
      throw new DomainError('department.circle', 'The departments would fall back to each other in a circle.', {});
  }
  if (manager !== '' && (await findUserRow(tx, ctx.enterpriseId, manager))?.state !== userStates.active)
    throw new DomainError('department.manager_unfit', 'Choose an active user as the manager.', {});
  if (calendarId !== '' && !(await holdCalendar(tx, ctx.enterpriseId, calendarId))) throw calendarNotFound();
  return { name: name.trim(), description: desc, managerId: manager || null, fallbackId: fallback || null, calendarId: calendarId || null };
}

/** Renews the sockets of the former and the next manager: a manager belongs to the department. */
export function renewManagers(ctx: Ctx, tx: Tx, former: string | null, next: string | null): void {
  const changed = former === next ? [] : [former, next].filter((userId) => userId !== null);
  if (changed.length > 0) afterCommit(tx, () => renewSockets(ctx, changed));
}

const nameTaken = (error: unknown): unknown =>
  violatedConstraint(error) === 'departments_by_name'
    ? new DomainError('department.name_taken', 'Another department has this name.', {})
    : error;

/** @throws DomainError department.name_taken, department.circle, department.manager_unfit, department.not_found for the fallback, or calendar.not_found */
export async function createDepartment(ctx: Ctx, input: DepartmentSave): Promise<Department> {
  const { enterpriseId } = ctx;
  const departmentId = newId();
  try {
    return await ctx.transaction(async (tx) => {
      const columns = await planSave(ctx, tx, departmentId, input);
      renewManagers(ctx, tx, null, columns.managerId);
      await creating(
        ctx,
        tx,
        departmentRecord,
        () => departmentId,
        () => insertDepartment(tx, { enterpriseId, departmentId, ...columns }),
      );
      return getDepartment(ctx, tx, departmentId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** @throws DomainError as `createDepartment`, and record.changed */
export async function updateDepartmentOf(
  ctx: Ctx,
  departmentId: string,
  { version, ...input }: DepartmentSave & { version?: number | undefined },
): Promise<Department> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      await lockDepartments(tx, enterpriseId);
      const before = await findDepartmentRow(tx, enterpriseId, departmentId);
      if (!before) throw departmentNotFound();
      await assertVersion(ctx, tx, departmentRecord, { id: departmentId, version: before.version }, version);
      const columns = await planSave(ctx, tx, departmentId, input);
      renewManagers(ctx, tx, before.managerId, columns.managerId);
      await changing(ctx, tx, departmentRecord, departmentId, 'edit', () =>
        updateDepartment(tx, enterpriseId, departmentId, { ...columns, version: before.version + 1 }),
      );
      if (columns.calendarId !== before.calendarId) await tellChoice(ctx, tx, before.calendarId);
      return getDepartment(ctx, tx, departmentId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** Moves a department into the bin: its users stay noted, so that it can come back with them. */
export async function removeDepartment(ctx: Ctx, tx: Tx, departmentId: string): Promise<void> {
  const row = await findDepartmentRow(tx, ctx.enterpriseId, departmentId);
  if (!row) throw departmentNotFound();
  const { name, userCount } = row;
  await ctx.bin.put(tx, ctx.actor.userId, [{ kind: 'department', recordId: departmentId, name, contains: { users: userCount } }]);
  await changing(ctx, tx, departmentRecord, departmentId, 'delete', () =>
    updateDepartment(tx, ctx.enterpriseId, departmentId, { deletedAt: ctx.now() }),
  );
}

const useWords = { channels: 'channel', chats: 'open chat' } as const;

/**
 * Deletes a department. Its records move to another one, if that is named.
 * @throws DomainError department.not_found, or department.in_use with what it has
 */
export async function deleteDepartment(ctx: Ctx, departmentId: string, moveTo: string): Promise<void> {
  const { enterpriseId } = ctx;
  const memberIds = await ctx.transaction(async (tx) => {
    const known = await lockDepartments(tx, enterpriseId);
    const isKnown = (id: string) => known.some((department) => department.departmentId === id);
    if (!isKnown(departmentId) || (moveTo !== '' && (moveTo === departmentId || !isKnown(moveTo)))) throw departmentNotFound();
    const holders = (await Promise.all(ctx.extensions.of(departmentHolders).map((list) => list(tx, enterpriseId, departmentId)))).flat();
    if (holders.length > 0)
      throw new DomainError('department.in_use', `The department is chosen in ${holders.join(', ')}. Choose another one there first.`, {
        uses: holders,
      });
    const uses: string[] = [];
    for (const { name, count, move } of ctx.extensions.of(departmentUses)) {
      const had = (await count(tx, enterpriseId, [departmentId])).get(departmentId) ?? 0;
      if (had > 0 && moveTo === '') uses.push(showCounted(had, useWords[name]));
      if (had > 0 && moveTo !== '') await move(ctx, tx, departmentId, moveTo);
    }
    if (uses.length > 0) throw new DomainError('department.in_use', `The department has ${uses.join(' and ')}. Move them first.`, { uses });
    await removeDepartment(ctx, tx, departmentId);
    return listMemberIds(tx, enterpriseId, departmentId);
  });
  renewSockets(ctx, memberIds);
}

/** @throws DomainError department.not_found */
export function listDepartmentUsers(
  ctx: Ctx,
  departmentId: string,
  { perPage, ...query }: Omit<MappedFilter, 'limit'> & { perPage: number },
): Promise<{ users: MappedUser[]; more: boolean }> {
  const limit = perPage === -1 ? longestPage : perPage;
  return ctx.read(async (tx) => {
    if (!(await findDepartmentRow(tx, ctx.enterpriseId, departmentId))) throw departmentNotFound();
    const rows = await listMappedUsers(tx, ctx.enterpriseId, departmentId, { ...query, name: query.name.trim(), limit: limit + 1 });
    const users = rows.slice(0, limit).map((row) => ({
      uId: row.userId,
      name: row.name,
      emailId: row.email,
      profilePic: row.profileFileId ? ctx.fileUrl(row.profileFileId) : '',
    }));
    return { users, more: rows.length > limit };
  });
}

type Mapping = 'add' | 'remove';
const change = { add: mapUsers, remove: unmapUsers } as const;

/**
 * Adds users to a department or takes them out of it; who is, or is not, of it already counts for nothing.
 * @throws DomainError department.not_found, user.not_found for one to be added who is not an active user, or department.manager_stays
 */
export async function changeDepartmentUsers(ctx: Ctx, departmentId: string, mapping: Mapping, userIds: readonly string[]) {
  const { enterpriseId } = ctx;
  const changed = await ctx.transaction(async (tx) => {
    const known = await lockDepartments(tx, enterpriseId);
    const department = known.find((one) => one.departmentId === departmentId);
    if (!department) throw departmentNotFound();
    if (mapping === 'remove' && userIds.some((userId) => userId === department.managerId))
      throw new DomainError('department.manager_stays', 'The manager is of the department. Choose another manager first.', {});
    if (mapping === 'add') await assertActive(tx, enterpriseId, userIds);
    return changing(ctx, tx, departmentRecord, departmentId, 'edit', () => change[mapping](tx, enterpriseId, departmentId, userIds));
  });
  renewSockets(ctx, changed);
  return { changed: changed.length };
}

async function assertActive(tx: Tx, enterpriseId: string, userIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(userIds)];
  const { count } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', 'in', wanted)
    .where('state', '=', userStates.active)
    .executeTakeFirstOrThrow();
  if (Number(count) !== wanted.length) throw new DomainError('user.not_found', 'No such user.', {});
}
