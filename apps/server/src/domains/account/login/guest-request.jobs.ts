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

/** A request about an e-mail by a guest, who is not signed in. */
export const GuestRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recover'), email: z.string() }),
  z.object({ kind: z.literal('resend'), email: z.string() }),
  z.object({ kind: z.literal('signup'), form: SignupForm }),
  z.object({ kind: z.literal('login_failed'), email: z.string(), address: z.string(), device: z.string(), isLocked: z.boolean() }),
]);
export type GuestRequest = z.output<typeof GuestRequest>;

/**
 * Handles a guest's request after the answer. The answer takes the same time for every e-mail, since only this job looks the e-mail up. The
 * request is encrypted, because operators of the database can read the tables of jobs.
 */
export const answerGuests = defineJob({ name: 'account.door', payload: z.object({ sealed: z.string() }), maxAttempts: 8 });

export async function enqueueGuestRequest(
  { db, jobs, secrets }: Pick<Deps, 'db' | 'jobs' | 'secrets'>,
  request: GuestRequest,
): Promise<void> {
  await db.transaction().execute((tx) => jobs.enqueue(tx, answerGuests, { sealed: secrets.encrypt(JSON.stringify(request)) }));
}
