import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Makes the file of an export. */
export const makeExport = defineJob({
  name: 'export.make',
  payload: z.object({ enterpriseId: z.uuid(), exportId: z.uuid() }),
  maxAttempts: 3,
  key: ({ exportId }) => exportId,
});
