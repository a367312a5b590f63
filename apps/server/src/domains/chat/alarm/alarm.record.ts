import { defineRecord } from '#platform/audit/record.ts';
import { findDepartmentName } from '../settings/settings.repository.ts';
import { findLimits } from './alarm.repository.ts';

/** Record of a department's limits, under the department's id; of the chats of none under the enterprise's. */
export const chatAlarmRecord = defineRecord({
  kind: 'chat_alarm',
  module: 'chat',
  tables: ['chatAlarmLimits'],
  fields: { waitSeconds: 'plain', unansweredSeconds: 'plain', queueLength: 'plain', nobodyOnline: 'plain' },
  async read(tx, enterpriseId, id) {
    const deptId = id === enterpriseId ? null : id;
    const row = await findLimits(tx, enterpriseId, deptId);
    return (
      row && {
        name: deptId === null ? '' : ((await findDepartmentName(tx, enterpriseId, deptId)) ?? ''),
        waitSeconds: row.waitSeconds,
        unansweredSeconds: row.unansweredSeconds,
        queueLength: row.queueLength,
        nobodyOnline: row.nobodyOnline,
      }
    );
  },
  nameOf: ({ name }) => String(name),
  link: () => '/chat/monitor',
});
