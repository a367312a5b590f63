import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Recomputes search texts after a change for all customers of the enterprise. `after`: the last customer of the step before. */
export const renewSearchTexts = defineJob({
  name: 'customer.renew_search',
  payload: z.object({ enterpriseId: z.uuid(), after: z.uuid().optional() }),
  maxAttempts: 10,
});

/** An attribute is gone for good, and so are its values. */
export const forgetValues = defineJob({
  name: 'customer.forget_values',
  payload: z.object({ enterpriseId: z.uuid(), slot: z.number(), after: z.uuid().optional() }),
  maxAttempts: 10,
});

/** The next steps of a bulk job. */
export const workOnBulk = defineJob({
  name: 'customer.bulk',
  payload: z.object({ enterpriseId: z.uuid(), bulkId: z.uuid() }),
  maxAttempts: 10,
  key: ({ bulkId }) => bulkId,
});
