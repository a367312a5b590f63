import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** An act on many walks. A worker that is killed leaves it to another one, which goes on behind the last part. */
export const runAct = defineJob({
  name: 'journey.act',
  payload: z.object({ enterpriseId: z.uuid(), actId: z.uuid() }),
  maxAttempts: 10,
  key: ({ actId }) => actId,
});
