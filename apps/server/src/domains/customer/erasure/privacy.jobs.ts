import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** The next steps of an erasure. */
export const erasePerson = defineJob({
  name: 'person.erase',
  payload: z.object({ enterpriseId: z.uuid(), erasureId: z.uuid() }),
  maxAttempts: 10,
  key: ({ erasureId }) => erasureId,
});

/** A zip of the data about somebody. */
export const copyPerson = defineJob({
  name: 'person.copy',
  payload: z.object({ enterpriseId: z.uuid(), copyId: z.uuid() }),
  maxAttempts: 5,
  key: ({ copyId }) => copyId,
});
