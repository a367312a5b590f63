import { defineRecord } from '#platform/audit/record.ts';
import { findUserNames } from '../../account/door.ts';
import { findAlertRow } from './alert.repository.ts';

/** Record of an alert: its balance and the users who are notified. */
export const alertRecord = defineRecord({
  kind: 'billing_alert',
  module: 'billing',
  tables: ['billingAlerts'],
  fields: { threshold: 'plain', userIds: 'plain' },
  async read(tx, enterpriseId, alertId) {
    const row = await findAlertRow(tx, enterpriseId, alertId);
    return row && { threshold: row.threshold, userIds: (await findUserNames(tx, enterpriseId, row.userIds)).join(', ') };
  },
  nameOf: ({ threshold }) => String(threshold ?? ''),
  link: () => '/billing',
});
