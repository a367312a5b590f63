import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** A call that an agent has approved. */
export const callTool = defineJob({
  name: 'bot.call_tool',
  payload: z.object({ enterpriseId: z.uuid(), callId: z.uuid() }),
  maxAttempts: 5,
  key: ({ callId }) => callId,
});
