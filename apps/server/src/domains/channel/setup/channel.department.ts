import { changing } from '#platform/audit/trail.ts';
import type { DepartmentUse } from '../../account/door.ts';
import { channelRecord } from '../channel/channel.record.ts';

/** Channels of departments: whose their new chats are. */
export const channelsOfDepartments: DepartmentUse = {
  name: 'channels',
  async count(tx, enterpriseId, departmentIds) {
    if (departmentIds.length === 0) return new Map();
    const rows = await tx
      .selectFrom('channels')
      .select(['deptId', (eb) => eb.fn.countAll<number>().as('count')])
      .where('enterpriseId', '=', enterpriseId)
      .where('deptId', 'in', departmentIds)
      .groupBy('deptId')
      .execute();
    return new Map(rows.map(({ deptId, count }) => [deptId ?? '', Number(count)]));
  },
  async move(ctx, tx, fromId, toId) {
    const { enterpriseId } = ctx;
    const rows = await tx
      .selectFrom('channels')
      .select(['channelId', 'version'])
      .where('enterpriseId', '=', enterpriseId)
      .where('deptId', '=', fromId)
      .orderBy('channelId')
      .forUpdate()
      .execute();
    for (const { channelId, version } of rows)
      await changing(ctx, tx, channelRecord, channelId, 'edit', async () => {
        await tx
          .updateTable('channels')
          .set({ deptId: toId, version: version + 1 })
          .where('enterpriseId', '=', enterpriseId)
          .where('channelId', '=', channelId)
          .execute();
      });
  },
};
