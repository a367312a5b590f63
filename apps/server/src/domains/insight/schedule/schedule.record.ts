import { defineRecord } from '#platform/audit/record.ts';
import { findSchedule, type ScheduleRow } from './schedule.repository.ts';

/** Its next time is the program's: it is no change that somebody makes. */
const snapshotOf = (row: ScheduleRow) => ({
  board: row.boardName,
  rhythm: row.rhythm,
  weekday: row.rhythm === 'weekly' ? row.weekday : null,
  monthDay: row.rhythm === 'monthly' ? row.monthDay : null,
  time: row.atTime,
  users: row.userIds.join(', '),
  onlyWithRows: row.onlyWithRows,
  isActive: row.isActive,
});

export const reportScheduleRecord = defineRecord({
  kind: 'report_schedule',
  module: 'chat',
  tables: ['reportSchedules'],
  fields: {
    board: 'plain',
    rhythm: 'plain',
    weekday: 'plain',
    monthDay: 'plain',
    time: 'plain',
    users: 'plain',
    onlyWithRows: 'plain',
    isActive: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await findSchedule(tx, enterpriseId, id);
    return row && snapshotOf(row);
  },
  nameOf: ({ board, time }) => `${String(board)}, ${String(time)}`,
  link: () => '/boards/schedules',
});
