import type { Tx } from '#platform/db/database.ts';
import { listUserIdsWithRoles } from './role.repository.ts';
import { listRights } from './role.service.ts';

/** The users whose roles give a permission: whom to tell when it needs somebody. */
export async function listHolders(tx: Tx, enterpriseId: string, permission: string): Promise<string[]> {
  const rights = await listRights(tx, enterpriseId);
  const codes = rights.filter((role) => role.permissions.some((held) => held === permission)).map((role) => role.code);
  return codes.length === 0 ? [] : listUserIdsWithRoles(tx, enterpriseId, codes);
}
