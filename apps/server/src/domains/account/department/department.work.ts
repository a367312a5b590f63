import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { reportWork, workShown } from '../user/user.work.ts';
import { departmentRecord } from './department.record.ts';
import { updateDepartment } from './department.repository.ts';
import { renewManagers } from './department.service.ts';

const managedBy = (tx: Tx, enterpriseId: string, userId: string) =>
  tx.selectFrom('departments').where('enterpriseId', '=', enterpriseId).where('managerId', '=', userId).where('deletedAt', 'is', null);

/** Departments that a user manages: each keeps a manager. */
export const departmentsLeft = reportWork({
  kind: 'departments',
  isMoved: true,
  async find(tx, enterpriseId, userId) {
    const managed = managedBy(tx, enterpriseId, userId);
    const { count } = await managed.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const first = await managed.select(['departmentId as id', 'name']).orderBy('name').limit(workShown).execute();
    return { count, first };
  },
  async move(ctx, tx, fromUserId, toUserId) {
    const rows = await managedBy(tx, ctx.enterpriseId, fromUserId).select(['departmentId', 'version']).forUpdate().execute();
    if (rows.length > 0) renewManagers(ctx, tx, fromUserId, toUserId ?? null);
    for (const { departmentId, version } of rows)
      await changing(ctx, tx, departmentRecord, departmentId, 'edit', () =>
        updateDepartment(tx, ctx.enterpriseId, departmentId, { managerId: toUserId ?? null, version: version + 1 }),
      );
  },
});
