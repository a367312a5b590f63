import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** A file of numbers waits to be read. */
export const readAudienceFile = defineJob({
  name: 'audience.read',
  payload: z.object({ enterpriseId: z.uuid(), fileId: z.uuid() }),
  maxAttempts: 10,
  key: ({ fileId }) => fileId,
});
