import type { Tx } from '#platform/db/database.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { Deps } from '../../../deps.ts';
import { sendMail } from './mail.jobs.ts';

/** Records the mail with the change that caused it; a worker sends it after the commit, and again while the mail server fails. */
export function queueMail({ jobs, secrets }: Pick<Deps, 'jobs' | 'secrets'>, tx: Tx, mail: Mail): Promise<void> {
  return jobs.enqueue(tx, sendMail, { sealed: secrets.encrypt(JSON.stringify(mail)) });
}

export async function sendQueuedMail({ mailer, secrets }: Pick<Deps, 'mailer' | 'secrets'>, sealed: string): Promise<void> {
  await mailer.send(JSON.parse(secrets.decrypt(sealed)) as Mail);
}
