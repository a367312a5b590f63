import { builtInRoles, type Permission } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { listUserIdsWithRoles } from '../role/role.repository.ts';
import { listRights } from './role.service.ts';

/** The users whose roles give a permission: whom to tell when it needs somebody. */
export async function listHolders(tx: Tx, enterpriseId: string, permission: string): Promise<string[]> {
  const rights = await listRights(tx, enterpriseId);
  const codes = rights.filter((role) => role.permissions.some((held) => held === permission)).map((role) => role.code);
  return codes.length === 0 ? [] : listUserIdsWithRoles(tx, enterpriseId, codes);
}

/**
 * The condition that a built-in or an own role gives a user a permission, for a query that has the user.
 * @param users what the query calls the table
 * @param among the roles that count; all when there are none
 */
export function holdsPermission(users: 'u' | 'users', permission: Permission, among: readonly number[] = []): RawBuilder<boolean> {
  const givers = builtInRoles.filter((role) => (role.permissions as readonly string[]).includes(permission)).map((role) => role.code);
  return sql<boolean>`exists (select from user_roles r
    left join roles o on o.enterprise_id = r.enterprise_id and o.code = r.role_code
    where r.enterprise_id = ${sql.ref(`${users}.enterpriseId`)} and r.user_id = ${sql.ref(`${users}.userId`)}
      and (${among.length === 0}::boolean or r.role_code = any(${among}::integer[]))
      and (r.role_code = any(${givers}::integer[]) or ${permission} = any(o.permissions)))`;
}
