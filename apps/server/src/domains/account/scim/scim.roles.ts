import { administratorRole, userStates } from '@parley/contract';
import { changingMany } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { readMap } from '../connection/sso.roles.ts';
import { replaceGiven } from '../connection/sso.rules.ts';
import { listIdentityRoles, listManaged, saveGivenRoles } from '../directory/scim.repository.ts';
import { isAdministrator } from '../role/access.rules.ts';
import { tellRightsChanged } from '../role/rights.changed.ts';
import { listUserIdsWithRoles } from '../role/role.repository.ts';
import { leavesNoAdministrator } from '../role/role.rules.ts';
import { userRecord } from '../user/user.record.ts';
import { listUserRoles, replaceRolesOfMany } from '../user/user.repository.ts';
import type { Scim } from './scim.access.ts';

/**
 * Gives people the roles of their groups: what the map gave before goes, what people gave by hand stays. Under the lock of the roles. A
 * group may hold everybody, so what is read and written is one set of queries for any number of people. The map gives the roles that the
 * connection's user may give when the call comes, also where the same call takes that right away.
 */
export async function applyGroups({ ctx, deps, connection }: Scim, tx: Tx, userIds: Iterable<string>): Promise<void> {
  const { enterpriseId, connectionId } = connection;
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return;
  const managed = await listManaged(tx, enterpriseId, connectionId, ids);
  const users = new Map((await listUserRoles(tx, enterpriseId, ids)).map((user) => [user.userId, user]));
  const identityRoles = await listIdentityRoles(tx, enterpriseId, connectionId, ids);
  const rolesOf = await readMap(deps, tx, connection);
  const administrators = new Set(await listUserIdsWithRoles(tx, enterpriseId, [administratorRole]));
  const given = new Map<string, number[]>();
  const changed = new Map<string, number[]>();
  for (const userId of ids) {
    const [user, said] = [users.get(userId), managed.get(userId)];
    if (!user || !said) continue;
    const mapped = rolesOf(said.groups ?? []);
    given.set(userId, mapped);
    const wanted = replaceGiven(user.roles, [...said.givenRoles, ...(identityRoles.get(userId) ?? [])], mapped);
    // The last administrator stays one, counting those of the same call who have lost it already.
    const isLast = isAdministrator(user.roles) && leavesNoAdministrator([...administrators], userId, wanted);
    const roles = isLast ? [administratorRole, ...wanted] : wanted;
    if (!isAdministrator(roles)) administrators.delete(userId);
    else if (user.state === userStates.active) administrators.add(userId);
    if (roles.join() !== user.roles.join()) changed.set(userId, roles);
  }
  if (changed.size > 0) {
    const people = [...changed.keys()];
    await changingMany(ctx, tx, userRecord, people, 'give_roles', () => replaceRolesOfMany(tx, enterpriseId, changed));
    await tellRightsChanged(ctx, tx, people);
  }
  await saveGivenRoles(tx, enterpriseId, connectionId, given);
}
