import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** The mail is sealed: it carries links that sign people in, and the job table is read by those who run the database. */
export const sendMail = defineJob({ name: 'mail.send', payload: z.object({ sealed: z.string() }), maxAttempts: 8 });
