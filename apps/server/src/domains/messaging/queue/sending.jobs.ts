import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Makes the rows of a run; enqueued again while it waits, it runs once. */
export const freezeAudience = defineJob({
  name: 'sending.freeze',
  payload: z.object({ enterpriseId: z.uuid(), runId: z.uuid() }),
  maxAttempts: 10,
  key: ({ runId }) => runId,
});

/** Money has come: the runs that waited for it go on. */
export const resumePaid = defineJob({
  name: 'sending.resume_paid',
  payload: z.object({ enterpriseId: z.uuid() }),
  maxAttempts: 10,
  key: ({ enterpriseId }) => enterpriseId,
});
