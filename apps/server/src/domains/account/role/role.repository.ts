import { userStates } from '@parley/contract';
import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { RoleTable } from '#platform/db/schema.ts';

const columns = ['code', 'name', 'description', 'permissions', 'dataScope', 'maskedFields', 'version', 'updatedBy', 'updatedAt'] as const;

/** Own roles of the enterprise, by name. */
export function listOwnRoles(tx: Tx, enterpriseId: string) {
  return tx.selectFrom('roles').select(columns).where('enterpriseId', '=', enterpriseId).orderBy('name').execute();
}
export type OwnRole = Awaited<ReturnType<typeof listOwnRoles>>[number];

/** Locks the role, so that of two saves the later one sees the earlier. */
export function findOwnRole(tx: Tx, enterpriseId: string, code: number): Promise<OwnRole | undefined> {
  return tx
    .selectFrom('roles')
    .select(columns)
    .where('enterpriseId', '=', enterpriseId)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
}

/** The number after the highest; `lockRoles` first, so that of two roles made at once the second gets the next. */
export async function nextRoleCode(tx: Tx, enterpriseId: string, first: number): Promise<number> {
  const row = await tx
    .selectFrom('roles')
    .select((eb) => eb.fn.max('code').as('last'))
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirst();
  return Math.max(first, Number(row?.last ?? 0) + 1);
}

export async function insertRole(tx: Tx, role: Insertable<RoleTable>): Promise<void> {
  await tx.insertInto('roles').values(role).execute();
}

export async function updateRole(tx: Tx, enterpriseId: string, code: number, change: Updateable<RoleTable>): Promise<void> {
  await tx.updateTable('roles').set(change).where('enterpriseId', '=', enterpriseId).where('code', '=', code).execute();
}

export async function deleteRoleRow(tx: Tx, enterpriseId: string, code: number): Promise<void> {
  await tx.deleteFrom('roles').where('enterpriseId', '=', enterpriseId).where('code', '=', code).execute();
}

/** Holders of roles, one row each user and role. */
export function listRoleHolders(tx: Tx, enterpriseId: string) {
  return tx
    .selectFrom('userRoles as r')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'r.enterpriseId').onRef('u.userId', '=', 'r.userId'))
    .select(['r.roleCode', 'u.userId', 'u.name', 'u.state'])
    .where('r.enterpriseId', '=', enterpriseId)
    .orderBy('u.name')
    .execute();
}

export async function listUserIdsWithRoles(tx: Tx, enterpriseId: string, roleCodes: readonly number[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('userRoles as r')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'r.enterpriseId').onRef('u.userId', '=', 'r.userId'))
    .select('u.userId')
    .distinct()
    .where('r.enterpriseId', '=', enterpriseId)
    .where('r.roleCode', 'in', roleCodes)
    .where('u.state', '=', userStates.active)
    .execute();
  return rows.map((row) => row.userId);
}

/** Name and roles of one user. */
export async function findUserRoles(
  tx: Tx,
  enterpriseId: string,
  userId: string,
): Promise<{ name: string; roleCodes: number[] } | undefined> {
  const rows = await tx
    .selectFrom('users as u')
    .leftJoin('userRoles as r', (join) => join.onRef('r.enterpriseId', '=', 'u.enterpriseId').onRef('r.userId', '=', 'u.userId'))
    .select(['u.name', 'r.roleCode'])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.userId', '=', userId)
    .orderBy('r.roleCode')
    .execute();
  const [first] = rows;
  return first && { name: first.name, roleCodes: rows.flatMap((row) => (row.roleCode === null ? [] : [row.roleCode])) };
}

/** Waits for other changes of roles in the enterprise: two that are fine one by one may not be fine together. */
export async function lockRoles(tx: Tx, enterpriseId: string): Promise<void> {
  await tx.selectFrom('enterprises').select('enterpriseId').where('enterpriseId', '=', enterpriseId).forUpdate().execute();
}

export async function getUserName(tx: Tx, enterpriseId: string, userId: string | null): Promise<string> {
  if (!userId) return '';
  const row = await tx
    .selectFrom('users')
    .select('name')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.name ?? '';
}
