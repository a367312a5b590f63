import type { Read, Tx } from '#platform/db/database.ts';

/** Counts the channels of departments, by the ids of these. */
export async function countByDepartment(tx: Read, enterpriseId: string, departmentIds: readonly string[]): Promise<Map<string, number>> {
  if (departmentIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('channels')
    .select(['deptId', (eb) => eb.fn.countAll<number>().as('count')])
    .where('enterpriseId', '=', enterpriseId)
    .where('deptId', 'in', departmentIds)
    .groupBy('deptId')
    .execute();
  return new Map(rows.map(({ deptId, count }) => [deptId ?? '', Number(count)]));
}

/** Locks the channels of a department. */
export const lockOfDepartment = (tx: Tx, enterpriseId: string, departmentId: string) =>
  tx
    .selectFrom('channels')
    .select(['channelId', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('deptId', '=', departmentId)
    .orderBy('channelId')
    .forUpdate()
    .execute();

/** Gives a channel to another department, or to none. */
export async function giveToDepartment(
  tx: Tx,
  enterpriseId: string,
  { channelId, version }: { channelId: string; version: number },
  departmentId: string | null,
): Promise<void> {
  await tx
    .updateTable('channels')
    .set({ deptId: departmentId, version: version + 1 })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .execute();
}
