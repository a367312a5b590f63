import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Makes the rows of a run; enqueued again while it waits, it runs once. */
export const freezeAudience = defineJob({
  name: 'sending.freeze',
  payload: z.object({ enterpriseId: z.uuid(), runId: z.uuid() }),
  maxAttempts: 10,
  key: ({ runId }) => runId,
});

/**
 * Messages that wait for an opening of these calendars are asked again, behind the commit of the change. Jobs of two changes are not merged: one
 * that waits may begin before the second change is committed.
 */
export const askHours = defineJob({
  name: 'sending.hours',
  payload: z.object({ enterpriseId: z.uuid(), calendarIds: z.array(z.uuid()) }),
  maxAttempts: 8,
});

/** Money has come: the runs that waited for it go on. */
export const resumePaid = defineJob({
  name: 'sending.resume_paid',
  payload: z.object({ enterpriseId: z.uuid() }),
  maxAttempts: 10,
  key: ({ enterpriseId }) => enterpriseId,
});
