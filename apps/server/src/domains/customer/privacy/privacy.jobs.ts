import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** The next steps of an erasure. */
export const erasePerson = defineJob({
  name: 'person.erase',
  payload: z.object({ enterpriseId: z.uuid(), erasureId: z.uuid() }),
  maxAttempts: 10,
  key: ({ erasureId }) => erasureId,
});
