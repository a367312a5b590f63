import { defineRecord } from '#platform/audit/record.ts';
import { readSecurity } from './security.repository.ts';

/** What the enterprise asks of whoever signs in: one, under its id. Whether it asks for a second factor is a record of its own. */
export const securityRecord = defineRecord({
  kind: 'security',
  module: 'account',
  tables: ['enterpriseSecurity'],
  fields: {
    sessionHours: 'plain',
    idleMinutes: 'plain',
    domains: 'plain',
    networks: 'plain',
    passwordDays: 'plain',
  },
  read: readSecurity,
  nameOf: () => '',
  link: () => '/admin/details?tab=security',
});
