import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Makes the rows of a run; asked for again while one waits, it waits once. */
export const freezeAudience = defineJob({
  name: 'sending.freeze',
  payload: z.object({ enterpriseId: z.uuid(), runId: z.uuid() }),
  maxAttempts: 10,
  key: ({ runId }) => runId,
});
