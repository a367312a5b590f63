import { administratorRole } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Deps } from '../../../deps.ts';
import { isAdministrator, rightsOf } from '../access/access.rules.ts';
import { findUserRoles, listOwnRoles, listUserIdsWithRoles } from '../access/role.repository.ts';
import { leavesNoAdministrator, rightsBeyond } from '../access/role.rules.ts';
import { listRights } from '../access/role.service.ts';
import type { ConnectionRow } from './sso.repository.ts';
import { mapRoles } from './sso.rules.ts';

type Flags = Pick<Deps, 'flags'>;

/** What whoever saved a connection last may do now: no more than that is given in its name. */
export async function rightsOfEditor({ flags }: Flags, tx: Tx, { enterpriseId, editedBy }: ConnectionRow) {
  const codes = (await findUserRoles(tx, enterpriseId, editedBy))?.roleCodes ?? [];
  const own = (await listOwnRoles(tx, enterpriseId)).filter(({ code }) => codes.includes(code));
  const held = {
    roleCodes: codes,
    ownPermissions: own.flatMap(({ permissions }) => permissions),
    ownScopes: own.map(({ dataScope }) => dataScope),
    ownMasks: own.map(({ maskedFields }) => maskedFields.join(',')),
  };
  return { roles: codes, ...rightsOf(held, flags) };
}

/** What the map gives now, without roles that are gone and without what whoever saved the map may not give (any more). */
export async function rolesOf(deps: Flags, tx: Tx, connection: ConnectionRow, groups: readonly string[]): Promise<number[]> {
  const rights = await listRights(tx, connection.enterpriseId);
  const editor = await rightsOfEditor(deps, tx, connection);
  return mapRoles(connection, groups).filter((code) => {
    const role = rights.find((candidate) => candidate.code === code);
    return role !== undefined && rightsBeyond(editor, role, deps.flags).length === 0;
  });
}

/** A map never takes the last administrator away. */
export async function keepAdministrator(
  tx: Tx,
  enterpriseId: string,
  userId: string | undefined,
  current: readonly number[],
  next: number[],
): Promise<number[]> {
  if (!userId || !isAdministrator(current)) return next;
  const administratorIds = await listUserIdsWithRoles(tx, enterpriseId, [administratorRole]);
  return leavesNoAdministrator(administratorIds, userId, next) ? [administratorRole, ...next] : next;
}
