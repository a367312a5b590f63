import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export const departmentNotFound = () => new DomainError('department.not_found', 'No such department.', {});

const activeOf = (tx: Read, enterpriseId: string, departmentIds: readonly string[]) =>
  tx
    .selectFrom('departments')
    .select('departmentId')
    .where('enterpriseId', '=', enterpriseId)
    .where('departmentId', 'in', departmentIds)
    .where('deletedAt', 'is', null);

/** Keeps the ids that are departments of the enterprise and not deleted. */
export async function findDepartments(tx: Read, enterpriseId: string, departmentIds: readonly string[]): Promise<string[]> {
  if (departmentIds.length === 0) return [];
  const rows = await activeOf(tx, enterpriseId, departmentIds).execute();
  return rows.map((row) => row.departmentId);
}

/** The same, and none of them is deleted until the end of the transaction. */
export async function keepDepartments(tx: Tx, enterpriseId: string, departmentIds: readonly string[]): Promise<string[]> {
  if (departmentIds.length === 0) return [];
  const rows = await activeOf(tx, enterpriseId, departmentIds).orderBy('departmentId').forKeyShare().execute();
  return rows.map((row) => row.departmentId);
}

/** @throws DomainError department.not_found */
export async function assertDepartments(tx: Read, enterpriseId: string, departmentIds: readonly string[]): Promise<void> {
  const known = await findDepartments(tx, enterpriseId, departmentIds);
  if (departmentIds.some((departmentId) => !known.includes(departmentId))) throw departmentNotFound();
}

export async function replaceUserDepartments(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  departmentIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('departmentUsers').where('enterpriseId', '=', enterpriseId).where('userId', '=', userId).execute();
  if (departmentIds.length === 0) return;
  await tx
    .insertInto('departmentUsers')
    .values([...new Set(departmentIds)].map((departmentId) => ({ enterpriseId, departmentId, userId })))
    .execute();
}
