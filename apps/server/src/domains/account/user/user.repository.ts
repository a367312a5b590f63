import { userStates } from '@parley/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { UserTable } from '#platform/db/schema.ts';

const rowColumns = [
  'u.userId',
  'u.name',
  'u.email',
  'u.state',
  'u.profileFileId',
  'u.lastLoginAt',
  'u.handlesChats',
  'u.maxChats',
  'u.languages',
  'u.priority',
  'u.version',
] as const;

/** Columns from other tables for each row, so that a list is one query. */
const besideRow = [
  sql<number[]>`array(select r.role_code from user_roles r
    where r.enterprise_id = u.enterprise_id and r.user_id = u.user_id order by r.role_code)`.as('roles'),
  // The departments to which the user is mapped: the form of roles saves them back, and what somebody manages is the department's affair.
  sql<
    { id: string; name: string }[]
  >`coalesce((select jsonb_agg(jsonb_build_object('id', d.department_id, 'name', d.name) order by lower(d.name))
    from department_users m join departments d on d.enterprise_id = m.enterprise_id and d.department_id = m.department_id
    where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and d.deleted_at is null), '[]'::jsonb)`.as('departments'),
  sql<boolean>`exists (select from user_factors f
    where f.enterprise_id = u.enterprise_id and f.user_id = u.user_id and f.confirmed_at is not null)`.as('hasTwoFactor'),
] as const;

export async function insertUser(tx: Tx, user: Insertable<UserTable>): Promise<void> {
  await tx.insertInto('users').values(user).execute();
}

export async function replaceUserRoles(tx: Tx, enterpriseId: string, userId: string, codes: readonly number[]): Promise<void> {
  await tx.deleteFrom('userRoles').where('enterpriseId', '=', enterpriseId).where('userId', '=', userId).execute();
  if (codes.length === 0) return;
  await tx
    .insertInto('userRoles')
    .values([...new Set(codes)].map((roleCode) => ({ enterpriseId, userId, roleCode })))
    .execute();
}

/** The same for many people, each with roles of their own: two statements for any number of them. */
export async function replaceRolesOfMany(tx: Tx, enterpriseId: string, roles: ReadonlyMap<string, readonly number[]>): Promise<void> {
  if (roles.size === 0) return;
  const given = [...roles].flatMap(([userId, codes]) => [...new Set(codes)].map((code) => ({ userId, code })));
  await tx
    .deleteFrom('userRoles')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', 'in', [...roles.keys()])
    .execute();
  await sql`insert into user_roles (enterprise_id, user_id, role_code)
    select ${enterpriseId}, g.user_id, g.code
    from unnest(${given.map(({ userId }) => userId)}::uuid[], ${given.map(({ code }) => code)}::integer[]) as g(user_id, code)`.execute(tx);
}

export function listUserRoles(
  tx: Tx,
  enterpriseId: string,
  userIds: readonly string[],
): Promise<{ userId: string; state: number; roles: number[] }[]> {
  return tx
    .selectFrom('users as u')
    .select(['u.userId', 'u.state', besideRow[0]])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.userId', 'in', [...userIds])
    .execute();
}

export type UserFilter = { name: string; state: number; role: number | ''; deptId: string; from: number; limit: number };

export function listUserRows(tx: Read, enterpriseId: string, filter: UserFilter) {
  const words = containing(filter.name);
  // Searches from the beginning: the common part of all addresses of an enterprise would find everybody.
  const start = words.slice(1);
  return tx
    .selectFrom('users as u')
    .select([...rowColumns, ...besideRow])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.state', '=', filter.state)
    .$if(filter.name !== '', (query) => query.where((eb) => eb.or([eb('u.name', 'ilike', words), eb('u.email', 'ilike', start)])))
    .$if(filter.role !== '', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('userRoles as r')
            .select('r.userId')
            .whereRef('r.enterpriseId', '=', 'u.enterpriseId')
            .whereRef('r.userId', '=', 'u.userId')
            .where('r.roleCode', '=', Number(filter.role)),
        ),
      ),
    )
    .$if(filter.deptId !== '', (query) =>
      query.where(
        sql<boolean>`exists (select from department_members m
          where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and m.department_id = ${filter.deptId})`,
      ),
    )
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.userId')
    .$call(pageOf(filter))
    .execute();
}
export type UserListRow = Awaited<ReturnType<typeof listUserRows>>[number];

export function findUserRow(tx: Read, enterpriseId: string, userId: string): Promise<UserListRow | undefined> {
  return tx
    .selectFrom('users as u')
    .select([...rowColumns, ...besideRow])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.userId', '=', userId)
    .executeTakeFirst();
}

/** The user of an e-mail in this enterprise. */
export function findUserByEmail(tx: Tx, enterpriseId: string, email: string) {
  return tx
    .selectFrom('users')
    .select(['userId', 'state'])
    .where('enterpriseId', '=', enterpriseId)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** The own record with what the enterprise sets for it. */
export function getOwnRow(tx: Tx, enterpriseId: string, userId: string) {
  return tx
    .selectFrom('users as u')
    .innerJoin('enterprises as e', 'e.enterpriseId', 'u.enterpriseId')
    .leftJoin('enterpriseSecurity as s', 's.enterpriseId', 'u.enterpriseId')
    .select([
      'u.userId',
      'u.enterpriseId',
      'u.name',
      'u.email',
      'u.phone',
      'u.profileFileId',
      'u.timeZone',
      'u.language',
      'u.enableChatNotification',
      'u.audioSettings',
      'e.name as enterpriseName',
      'e.timeZone as enterpriseTimeZone',
      'e.country as enterpriseCountry',
      sql<string[]>`array(select d.name from department_members m
        join departments d on d.enterprise_id = m.enterprise_id and d.department_id = m.department_id
        where m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and d.deleted_at is null order by lower(d.name))`.as(
        'departments',
      ),
      sql<boolean>`exists (select from push_devices d where d.enterprise_id = u.enterprise_id and d.user_id = u.user_id)`.as('hasDevice'),
      sql<boolean>`exists (select from user_factors f
        where f.enterprise_id = u.enterprise_id and f.user_id = u.user_id and f.confirmed_at is not null)`.as('hasFactor'),
      's.requireTwoFactor',
      's.graceUntil',
    ])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.userId', '=', userId)
    .executeTakeFirstOrThrow();
}
export type OwnRow = Awaited<ReturnType<typeof getOwnRow>>;

export async function updateUser(tx: Tx, enterpriseId: string, userId: string, change: Updateable<UserTable>): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await tx.updateTable('users').set(change).where('enterpriseId', '=', enterpriseId).where('userId', '=', userId).execute();
}

/** Tells whether a second user is active, or somebody is invited. */
export async function hasColleague(tx: Read, enterpriseId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select
    exists (select 1 from users u where u.enterprise_id = ${enterpriseId} and u.state = ${userStates.active} offset 1)
    or exists (select 1 from invitations i
      where i.enterprise_id = ${enterpriseId} and i.state = 'pending' and i.expires_at > now()) as has`.execute(tx);
  return rows[0]?.has === true;
}
