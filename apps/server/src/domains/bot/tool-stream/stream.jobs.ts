import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Walks of tools that were stopped from outside: their calls are over. */
export const endStopped = defineJob({
  name: 'bot.stream_stopped',
  payload: z.object({ enterpriseId: z.uuid(), instanceIds: z.array(z.uuid()) }),
  maxAttempts: 5,
});
