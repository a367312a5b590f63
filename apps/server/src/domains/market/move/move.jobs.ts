import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** The enterprise has moves to read, to run or to undo. */
export const workMoves = defineJob({
  name: 'move.work',
  payload: z.object({ enterpriseId: z.uuid() }),
  maxAttempts: 10,
  key: ({ enterpriseId }) => enterpriseId,
});
