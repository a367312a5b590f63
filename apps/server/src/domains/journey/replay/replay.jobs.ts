import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** The replay that a stream's row asks for. A worker that is killed leaves it to another one, which begins again. */
export const playReplay = defineJob({
  name: 'journey.replay',
  payload: z.object({ enterpriseId: z.uuid(), journeyId: z.uuid() }),
  maxAttempts: 3,
  key: ({ journeyId }) => journeyId,
});
