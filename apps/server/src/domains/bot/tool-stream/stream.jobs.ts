import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Walks of tools that were stopped from outside: their calls are over. */
export const endStopped = defineJob({
  name: 'bot.stream_stopped',
  payload: z.object({ enterpriseId: z.uuid(), instanceIds: z.array(z.uuid()), reason: z.enum(['OPERATOR', 'MERGED']).default('OPERATOR') }),
  maxAttempts: 5,
});

/** The turn of a call whose stream has ended where the bot does not go on: the report has its message too. */
export const recordUnanswered = defineJob({
  name: 'bot.stream_unanswered',
  payload: z.object({ enterpriseId: z.uuid(), callId: z.uuid() }),
  maxAttempts: 5,
});
