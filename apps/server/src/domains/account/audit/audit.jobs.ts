import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Every entry of an enterprise's trail is checked. A worker that is killed begins again. */
export const verifyTrail = defineJob({
  name: 'audit.verify',
  payload: z.object({ enterpriseId: z.uuid() }),
  maxAttempts: 5,
  key: ({ enterpriseId }) => enterpriseId,
});
