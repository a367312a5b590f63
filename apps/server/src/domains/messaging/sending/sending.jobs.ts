import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Makes the rows of a run; enqueued again while it waits, it runs once. */
export const freezeAudience = defineJob({
  name: 'sending.freeze',
  payload: z.object({ enterpriseId: z.uuid(), runId: z.uuid() }),
  maxAttempts: 10,
  key: ({ runId }) => runId,
});
