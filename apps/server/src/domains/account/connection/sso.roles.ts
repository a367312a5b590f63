import { administratorRole, userStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Deps } from '../../../deps.ts';
import { listRights } from '../access/role.service.ts';
import { isAdministrator, rightsOf } from '../role/access.rules.ts';
import { listOwnRoles, listUserIdsWithRoles } from '../role/role.repository.ts';
import { leavesNoAdministrator, rightsBeyond } from '../role/role.rules.ts';
import { findUserRow } from '../user/user.repository.ts';
import { type ConnectionRow, findConnection } from './sso.repository.ts';
import { mapRoles } from './sso.rules.ts';

type Flags = Pick<Deps, 'flags'>;

/** The connection's current rights: those of the active user who saved it last, or took it over. No more is given in its name. */
export async function rightsOfEditor(
  { flags }: Flags,
  tx: Tx,
  { enterpriseId, editedBy }: Pick<ConnectionRow, 'enterpriseId' | 'editedBy'>,
) {
  const user = await findUserRow(tx, enterpriseId, editedBy);
  const codes = user?.state === userStates.active ? user.roles : [];
  const own = (await listOwnRoles(tx, enterpriseId)).filter(({ code }) => codes.includes(code));
  const held = {
    roleCodes: codes,
    ownPermissions: own.flatMap(({ permissions }) => permissions),
    ownScopes: own.map(({ dataScope }) => dataScope),
    ownMasks: own.map(({ maskedFields }) => maskedFields.join(',')),
  };
  return { roles: codes, ...rightsOf(held, flags) };
}

/** Returns the map from groups to roles, without deleted roles and without roles that the connection's editor may not give (any more). */
export async function readMap(deps: Flags, tx: Tx, connection: ConnectionRow): Promise<(groups: readonly string[]) => number[]> {
  const rights = await listRights(tx, connection.enterpriseId);
  // Read anew: somebody else may have taken the connection over a moment ago, in this very transaction.
  const now = await findConnection(tx, connection.enterpriseId, connection.connectionId);
  const editor = await rightsOfEditor(deps, tx, now ?? connection);
  const given = new Set(rights.filter((role) => rightsBeyond(editor, role, deps.flags).length === 0).map(({ code }) => code));
  return (groups) => mapRoles(connection, groups).filter((code) => given.has(code));
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
