import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** A bot waits to be trained. */
export const trainBot = defineJob({
  name: 'bot.train',
  payload: z.object({ enterpriseId: z.uuid(), botId: z.uuid() }),
  maxAttempts: 3,
  key: ({ botId }) => botId,
});
