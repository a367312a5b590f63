import { defineRecord } from '#platform/audit/record.ts';
import { isDismissed, listSamples } from './first-step.repository.ts';

/** One, under the id of the enterprise. */
export const firstStepRecord = defineRecord({
  kind: 'first_steps',
  module: 'account',
  tables: ['firstSteps', 'sampleRecords'],
  fields: { isDismissed: 'plain', sampleRecords: 'plain' },
  async read(tx, enterpriseId) {
    return { isDismissed: await isDismissed(tx, enterpriseId), sampleRecords: (await listSamples(tx, enterpriseId)).length };
  },
  nameOf: () => '',
  link: () => '/admin/details',
});
