import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Deps } from '../../../deps.ts';

/** The form of a sign-up with the password as it is stored. */
const SignupForm = z.object({
  name: z.string(),
  emailId: z.string(),
  passwordHash: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  pincode: z.string(),
});
export type SignupForm = z.output<typeof SignupForm>;

/** What somebody who is not signed in asks about an e-mail. */
export const DoorRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recover'), email: z.string() }),
  z.object({ kind: z.literal('resend'), email: z.string() }),
  z.object({ kind: z.literal('signup'), form: SignupForm }),
]);
export type DoorRequest = z.output<typeof DoorRequest>;

/**
 * Answers to these calls take the same time for every e-mail, because whether anybody has it is asked later, by this job. The request is
 * sealed: whoever runs the database reads the tables of jobs.
 */
export const answerDoor = defineJob({ name: 'account.door', payload: z.object({ sealed: z.string() }), maxAttempts: 8 });

export async function askAtDoor({ db, jobs, secrets }: Pick<Deps, 'db' | 'jobs' | 'secrets'>, request: DoorRequest): Promise<void> {
  await db.transaction().execute((tx) => jobs.enqueue(tx, answerDoor, { sealed: secrets.encrypt(JSON.stringify(request)) }));
}
