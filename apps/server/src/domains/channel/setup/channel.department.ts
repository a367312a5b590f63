import { changing } from '#platform/audit/trail.ts';
import type { DepartmentUse } from '../../account/door.ts';
import { channelRecord } from '../channel/channel.record.ts';
import { countByDepartment, giveToDepartment, lockOfDepartment } from './department.repository.ts';

/** Channels of departments: whose their new chats are. */
export const channelsOfDepartments: DepartmentUse = {
  name: 'channels',
  count: countByDepartment,
  async move(ctx, tx, fromId, toId) {
    for (const row of await lockOfDepartment(tx, ctx.enterpriseId, fromId))
      await changing(ctx, tx, channelRecord, row.channelId, 'edit', () => giveToDepartment(tx, ctx.enterpriseId, row, toId));
  },
};
