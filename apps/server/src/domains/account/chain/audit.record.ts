import { defineRecord } from '#platform/audit/record.ts';

/** Recipients of the trail's checkpoints, and its retention. */
export const auditSettingsRecord = defineRecord({
  kind: 'audit_settings',
  module: 'account',
  tables: ['auditSettings'],
  fields: { checkpointEmails: 'plain', keptDays: 'plain' },
  read: (tx, enterpriseId) =>
    tx.selectFrom('auditSettings').select(['checkpointEmails', 'keptDays']).where('enterpriseId', '=', enterpriseId).executeTakeFirst(),
  nameOf: () => '',
  link: () => '/admin/audit_trail',
});
