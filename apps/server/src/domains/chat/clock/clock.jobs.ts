import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/**
 * Open chats find out anew what their clocks run by, which has changed. Behind the commit of the change, since chats are locked before
 * anything else. Jobs of two changes are not merged: one that waits may begin before the second change is committed.
 */
export const retimeOpen = defineJob({
  name: 'chat.retime',
  payload: z.object({
    enterpriseId: z.uuid(),
    /** Null: chats of the whole enterprise */
    departmentId: z.uuid().nullable(),
    /** Leaves out chats that no clock of service holds for */
    onlyHeld: z.boolean(),
  }),
  maxAttempts: 8,
});
