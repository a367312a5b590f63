import { defineRecord } from '#platform/audit/record.ts';
import { readSecurity } from './security.repository.ts';

/** The enterprise's requirements for sign-in: one record, under its id. The requirement of a second factor is a record of its own. */
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
