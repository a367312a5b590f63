import { defineRecord } from '#platform/audit/record.ts';
import { findPolicy } from '../factor/policy.repository.ts';

/** Record of whether an enterprise requires a second factor; its id is the enterprise's. */
export const policyRecord = defineRecord({
  kind: 'two_factor',
  module: 'account',
  tables: [],
  fields: { isEnabled: 'plain', graceUntil: 'plain' },
  read: (tx, enterpriseId) => findPolicy(tx, enterpriseId),
  nameOf: () => '',
});
