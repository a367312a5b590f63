import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** A source of a knowledge base waits to be read. */
export const readSource = defineJob({
  name: 'knowledge.read',
  payload: z.object({ enterpriseId: z.uuid(), sourceId: z.uuid() }),
  maxAttempts: 3,
  key: ({ sourceId }) => sourceId,
});
