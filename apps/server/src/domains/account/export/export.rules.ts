import type { Actor } from '../../../context.ts';

/** Rights with which a file was made. */
export type ExportRights = { permissions: string[]; maskedFields: string[]; dataScope: Actor['dataScope']; departments: string[] };

export const rightsOfMaker = ({ permissions, maskedFields, dataScope, departments }: Actor): ExportRights => ({
  permissions: [...permissions].toSorted(),
  maskedFields: [...maskedFields],
  dataScope,
  departments: [...departments],
});

const widths = { own: 0, department: 1, enterprise: 2 } as const;

/** The rights that somebody has now show all that a file holds which was made with those of then. */
export function reachesAll(now: ExportRights, then: ExportRights): boolean {
  if (!then.permissions.every((permission) => now.permissions.includes(permission))) return false;
  if (!now.maskedFields.every((field) => then.maskedFields.includes(field))) return false;
  if (widths[now.dataScope] < widths[then.dataScope]) return false;
  return then.dataScope !== 'department' || now.dataScope === 'enterprise' || then.departments.every((id) => now.departments.includes(id));
}
