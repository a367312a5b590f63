import { defineConfined } from '#platform/confined/confined.task.ts';

/** Cleans one page; a vendor passes on few mails at once. */
export const cleanPages = defineConfined<{ pages: readonly string[] }, string>({
  module: new URL('./page.read.ts', import.meta.url),
  subject: 'The page of the mail',
  lane: 'mail',
  timeoutMs: 20_000,
  largestInputBytes: 3 * 1024 ** 2,
  largestOutputBytes: 4 * 1024 ** 2,
});
