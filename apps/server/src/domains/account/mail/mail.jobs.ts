import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** The mail is sealed: it carries links that sign people in, and the operators of the database read the job table. */
export const sendMail = defineJob({ name: 'mail.send', payload: z.object({ sealed: z.string() }), maxAttempts: 8 });
