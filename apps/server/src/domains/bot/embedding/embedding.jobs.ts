import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Passages of a bot wait to be embedded. */
export const embedKnowledge = defineJob({
  name: 'knowledge.embed',
  payload: z.object({ enterpriseId: z.uuid(), botId: z.uuid() }),
  maxAttempts: 3,
  key: ({ botId }) => botId,
});
