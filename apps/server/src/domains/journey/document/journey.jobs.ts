import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Publishing moves the walks at once, while the request lives; this job finishes a move that was cut off. */
export const finishMove = defineJob({
  name: 'journey.move',
  payload: z.object({ enterpriseId: z.uuid(), journeyId: z.uuid(), version: z.number() }),
  maxAttempts: 5,
  key: ({ journeyId, version }) => `${journeyId} ${version}`,
  afterSeconds: 60,
});

/** The waits of a stream that has paused by itself are held: as many as walks are in it, so the caller does not wait for that. */
export const holdPaused = defineJob({
  name: 'journey.hold',
  payload: z.object({ enterpriseId: z.uuid(), journeyId: z.uuid() }),
  maxAttempts: 5,
  key: ({ journeyId }) => journeyId,
});
