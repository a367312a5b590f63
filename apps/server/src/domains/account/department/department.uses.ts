import type { Read, Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** Records of later domains that belong to departments. A department that has any of them is deleted only when another one takes them. */
export type DepartmentUse = {
  name: 'channels' | 'chats';
  /** Counts the records of each department; departments without any may be left out. */
  count: (tx: Read, enterpriseId: string, departmentIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  move: (ctx: Ctx, tx: Tx, fromId: string, toId: string) => Promise<void>;
};

export const departmentUses = defineExtensionPoint<DepartmentUse>('department.uses');

/**
 * Names of records whose content refers to a department. Nobody else can choose another one there, so the department is not deleted while
 * any record does.
 */
export const departmentHolders =
  defineExtensionPoint<(tx: Tx, enterpriseId: string, departmentId: string) => Promise<string[]>>('department.holders');
