import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { keepAdministrator, rolesOf } from '../sso/sso.roles.ts';
import { replaceGiven } from '../sso/sso.rules.ts';
import { userRecord } from '../user/user.record.ts';
import { findUserRow, replaceUserRoles } from '../user/user.repository.ts';
import type { Scim } from './scim.access.ts';
import { findIdentityRoles, findManaged, saveGivenRoles } from './scim.repository.ts';

/** Gives people the roles of their groups: what the map gave before goes, what people gave by hand stays. Under the lock of the roles. */
export async function applyGroups({ ctx, deps, connection }: Scim, tx: Tx, userIds: Iterable<string>): Promise<void> {
  const { enterpriseId, connectionId } = connection;
  /** Of people who are in the same groups the map says the same. */
  const known = new Map<string, number[]>();
  for (const userId of new Set(userIds)) {
    const managed = await findManaged(tx, enterpriseId, connectionId, userId);
    const user = managed && (await findUserRow(tx, enterpriseId, userId));
    if (!user) continue;
    const groups = managed.groups ?? [];
    const key = JSON.stringify(groups);
    const mapped = known.get(key) ?? (await rolesOf(deps, tx, connection, groups));
    known.set(key, mapped);
    const given = [...managed.givenRoles, ...(await findIdentityRoles(tx, enterpriseId, connectionId, userId))];
    const roles = await keepAdministrator(tx, enterpriseId, userId, user.roles, replaceGiven(user.roles, given, mapped));
    if (roles.join() !== user.roles.join())
      await changing(ctx, tx, userRecord, userId, 'give_roles', () => replaceUserRoles(tx, enterpriseId, userId, roles));
    await saveGivenRoles(tx, enterpriseId, connectionId, userId, mapped);
  }
}
