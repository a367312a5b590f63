import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** A conversation with a bot is over. */
export const finishSession = defineJob({
  name: 'bot.finish-session',
  payload: z.object({ enterpriseId: z.uuid(), botId: z.uuid(), sessionId: z.uuid() }),
  maxAttempts: 3,
  key: ({ sessionId }) => sessionId,
});
