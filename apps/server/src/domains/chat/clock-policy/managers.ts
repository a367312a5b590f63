import type { Tx } from '#platform/db/database.ts';
import { listAdministrators } from '../../account/door.ts';
import type { LockedChat } from '../record/chat.repository.ts';
import { findManager } from './clock-policy.repository.ts';

/** The manager of the chat's department; administrators where it has none. */
export async function listManagers(tx: Tx, { enterpriseId, deptId }: Pick<LockedChat, 'enterpriseId' | 'deptId'>): Promise<string[]> {
  const manager = await findManager(tx, enterpriseId, deptId);
  return manager === null ? listAdministrators(tx, enterpriseId) : [manager];
}
