import { defineRecord } from '#platform/audit/record.ts';
import { findSettings, findWaiting } from './retention.repository.ts';

/** The enterprise's retention by kind of data: one record, under its id. */
export const privacyRecord = defineRecord({
  kind: 'privacy',
  module: 'account',
  tables: ['privacySettings', 'retentionChanges'],
  fields: { chats: 'plain', media: 'plain', logs: 'plain', waiting: 'plain' },
  async read(tx, enterpriseId) {
    const { retention } = await findSettings(tx, enterpriseId);
    const waiting = await findWaiting(tx, enterpriseId);
    return { ...retention, waiting: waiting ? waiting.retention : null };
  },
  nameOf: () => '',
  link: () => '/admin/details',
});
