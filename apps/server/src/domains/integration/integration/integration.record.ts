import { integrationSettings } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { findIntegrationRecord } from './integration.repository.ts';

/** The settings of all types. */
export const settingFields: readonly string[] = [...new Set(Object.values(integrationSettings).flatMap(({ shape }) => Object.keys(shape)))];

/** A connection to an outside service. How its last call went is no setting; its key stays sealed, and the same as long as none is given. */
export const integrationRecord = defineRecord({
  kind: 'integration',
  module: 'integrations',
  tables: ['integrations'],
  fields: { name: 'plain', ...Object.fromEntries(settingFields.map((field) => [field, 'plain'] as const)), apikey: 'secret' },
  read: findIntegrationRecord,
  nameOf: ({ name }) => String(name),
});
