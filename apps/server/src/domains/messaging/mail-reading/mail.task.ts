import { defineConfined } from '#platform/confined/confined.task.ts';
import type { ParsedMail } from './mail.limits.ts';

/** Reads mails that lie in files, in their order; what one of them costs too much ends all of them, and they are read one by one. */
export const readMails = defineConfined<{ paths: readonly string[] }, { mail: ParsedMail } | { refused: string }>({
  module: new URL('./mail.read.ts', import.meta.url),
  subject: 'The mail',
  lane: 'mail',
  timeoutMs: 60_000,
  largestOutputBytes: 64 * 1024 ** 2,
});
