import { defineRecord } from '#platform/audit/record.ts';
import { type AlertRow, findAlert } from './alert.repository.ts';

/** Its state is the program's: it is no change that somebody makes. */
const snapshotOf = (row: AlertRow) => ({
  name: row.name,
  measure: row.measure,
  filter: JSON.stringify(row.filter),
  windowMinutes: row.windowMinutes,
  direction: row.direction,
  value: row.value,
  leastRows: row.leastRows,
  quietHours: row.quietFrom === '' ? '' : `${row.quietFrom}–${row.quietUntil}`,
  users: row.userIds.join(', '),
  isActive: row.isActive,
});

export const reportAlertRecord = defineRecord({
  kind: 'report_alert',
  module: 'chat',
  tables: ['reportAlerts'],
  fields: {
    name: 'plain',
    measure: 'plain',
    filter: 'long',
    windowMinutes: 'plain',
    direction: 'plain',
    value: 'plain',
    leastRows: 'plain',
    quietHours: 'plain',
    users: 'plain',
    isActive: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await findAlert(tx, enterpriseId, id);
    return row && snapshotOf(row);
  },
  nameOf: ({ name }) => String(name),
  link: () => '/boards/alerts',
});
