import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/**
 * Walks that wait for an opening of these calendars ask for the hours again. Behind the commit of the change, since a turn that goes by the former
 * hours may still be under way. Jobs of two changes are not merged: one that waits may begin before the second change is committed.
 */
export const askOpenings = defineJob({
  name: 'journey.hours',
  payload: z.object({ enterpriseId: z.uuid(), calendarIds: z.array(z.uuid()) }),
  maxAttempts: 8,
});
