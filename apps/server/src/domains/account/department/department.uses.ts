import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** What of later domains belongs to departments. A department that has any of it is deleted only when another takes it. */
export type DepartmentUse = {
  name: 'channels' | 'chats';
  /** How much each department has; those without any may be left out. */
  count: (tx: Tx, enterpriseId: string, departmentIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  move: (ctx: Ctx, tx: Tx, fromId: string, toId: string) => Promise<void>;
};

export const departmentUses = defineExtensionPoint<DepartmentUse>('department.uses');

/** What names a department in its content, by name: nobody else can choose another one there, so it is not deleted while anything does. */
export const departmentHolders =
  defineExtensionPoint<(tx: Tx, enterpriseId: string, departmentId: string) => Promise<string[]>>('department.holders');
