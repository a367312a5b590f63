import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** The enterprise has imports to run or to undo. */
export const runImports = defineJob({
  name: 'import.run',
  payload: z.object({ enterpriseId: z.uuid() }),
  maxAttempts: 10,
  key: ({ enterpriseId }) => enterpriseId,
});
