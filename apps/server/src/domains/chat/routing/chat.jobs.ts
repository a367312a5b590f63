import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** A chat has something that its bot has not answered yet. */
export const answerChat = defineJob({
  name: 'bot.answer',
  payload: z.object({ enterpriseId: z.uuid(), chatId: z.uuid() }),
  maxAttempts: 5,
  key: ({ chatId }) => chatId,
});
