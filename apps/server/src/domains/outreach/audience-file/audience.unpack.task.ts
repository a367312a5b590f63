import { defineConfined } from '#platform/confined/confined.task.ts';

/** Makes CSV of a workbook, or takes the one CSV out of a zip; its pieces are bytes in base64, since what passes between processes is JSON. */
export const unpackNumbers = defineConfined<{ path: string; name: string }, string>({
  module: new URL('./audience.unpack.ts', import.meta.url),
  lane: 'job',
  timeoutMs: 300_000,
  largestOutputBytes: 2 * 1024 ** 3,
});
