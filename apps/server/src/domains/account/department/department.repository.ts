import { userStates } from '@parley/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { DepartmentTable } from '#platform/db/schema.account.ts';

const rows = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('departments as d')
    .leftJoin('users as m', (join) => join.onRef('m.enterpriseId', '=', 'd.enterpriseId').onRef('m.userId', '=', 'd.managerId'))
    .leftJoin('departments as f', (join) =>
      join.onRef('f.enterpriseId', '=', 'd.enterpriseId').onRef('f.departmentId', '=', 'd.fallbackId').on('f.deletedAt', 'is', null),
    )
    .leftJoin('calendars as k', (join) =>
      join.onRef('k.enterpriseId', '=', 'd.enterpriseId').onRef('k.calendarId', '=', 'd.calendarId').on('k.deletedAt', 'is', null),
    )
    .select([
      'd.departmentId',
      'd.name',
      'd.description',
      'd.managerId',
      'm.name as managerName',
      'f.departmentId as fallbackId',
      'f.name as fallbackName',
      'k.calendarId as calendarId',
      'k.name as calendarName',
      'd.version',
      sql<number>`(select count(*) from department_members p join users u on u.enterprise_id = p.enterprise_id and u.user_id = p.user_id
        where p.enterprise_id = d.enterprise_id and p.department_id = d.department_id and u.state = ${sql.lit(userStates.active)})::integer`.as(
        'userCount',
      ),
    ])
    .where('d.enterpriseId', '=', enterpriseId)
    .where('d.deletedAt', 'is', null);

export const listDepartmentRows = (tx: Read, enterpriseId: string, filter: { name: string; from: number; limit: number }) =>
  rows(tx, enterpriseId)
    .$if(filter.name !== '', (query) => query.where('d.name', 'ilike', containing(filter.name)))
    .orderBy(sql`lower(d.name)`)
    .$call(pageOf(filter))
    .execute();
export type DepartmentRow = Awaited<ReturnType<typeof listDepartmentRows>>[number];

export const findDepartmentRow = (tx: Read, enterpriseId: string, departmentId: string): Promise<DepartmentRow | undefined> =>
  rows(tx, enterpriseId).where('d.departmentId', '=', departmentId).executeTakeFirst();

/** All departments of the enterprise, locked: a chain of fallbacks is read, and no other save may close a circle meanwhile. */
export const lockDepartments = (tx: Tx, enterpriseId: string) =>
  tx
    .selectFrom('departments')
    .select(['departmentId', 'fallbackId', 'managerId', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is', null)
    .orderBy('departmentId')
    .forUpdate()
    .execute();

export async function insertDepartment(tx: Tx, department: Insertable<DepartmentTable>): Promise<void> {
  await tx.insertInto('departments').values(department).execute();
}

export async function updateDepartment(
  tx: Tx,
  enterpriseId: string,
  departmentId: string,
  change: Updateable<DepartmentTable>,
): Promise<void> {
  await tx
    .updateTable('departments')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('departmentId', '=', departmentId)
    .execute();
}

export type MappedFilter = { name: string; mapped: boolean; from: number; limit: number };

/** Active users who are, or are not, of a department; its manager is. */
export function listMappedUsers(tx: Read, enterpriseId: string, departmentId: string, filter: MappedFilter) {
  const isMapped = sql<boolean>`exists (select from department_members p
    where p.enterprise_id = u.enterprise_id and p.user_id = u.user_id and p.department_id = ${departmentId})`;
  const words = containing(filter.name);
  return tx
    .selectFrom('users as u')
    .select(['u.userId', 'u.name', 'u.email', 'u.profileFileId'])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.state', '=', userStates.active)
    .where(filter.mapped ? isMapped : sql<boolean>`not ${isMapped}`)
    .$if(filter.name !== '', (query) => query.where((eb) => eb.or([eb('u.name', 'ilike', words), eb('u.email', 'ilike', words.slice(1))])))
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.userId')
    .$call(pageOf(filter))
    .execute();
}

/** @returns the new members */
export async function mapUsers(tx: Tx, enterpriseId: string, departmentId: string, userIds: readonly string[]): Promise<string[]> {
  const mapped = await tx
    .insertInto('departmentUsers')
    .columns(['enterpriseId', 'departmentId', 'userId'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['enterpriseId', eb.val(departmentId).$castTo<string>().as('departmentId'), 'userId'])
        .where('enterpriseId', '=', enterpriseId)
        .where('userId', 'in', userIds)
        .where('state', '=', userStates.active),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute();
  return mapped.map(({ userId }) => userId);
}

/** @returns the former members */
export async function unmapUsers(tx: Tx, enterpriseId: string, departmentId: string, userIds: readonly string[]): Promise<string[]> {
  const gone = await tx
    .deleteFrom('departmentUsers')
    .where('enterpriseId', '=', enterpriseId)
    .where('departmentId', '=', departmentId)
    .where('userId', 'in', userIds)
    .returning('userId')
    .execute();
  return gone.map(({ userId }) => userId);
}

/** Users of a department, its manager included; deactivated ones too. */
export async function listMemberIds(tx: Tx, enterpriseId: string, departmentId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`select user_id from department_members
    where enterprise_id = ${enterpriseId} and department_id = ${departmentId}`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** The current and former names of departments: figures of the past keep them. */
export async function departmentNames(tx: Read, enterpriseId: string): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('departments').select(['departmentId', 'name']).where('enterpriseId', '=', enterpriseId).execute();
  return new Map(rows.map(({ departmentId, name }) => [departmentId, name]));
}
