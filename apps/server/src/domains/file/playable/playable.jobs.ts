import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** A recording or video waits for its copy that browsers play. */
export const makePlayable = defineJob({
  name: 'playable.make',
  payload: z.object({ enterpriseId: z.uuid(), fileId: z.uuid() }),
  maxAttempts: 10,
  key: ({ fileId }) => fileId,
});
