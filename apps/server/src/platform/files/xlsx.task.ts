import { defineConfined } from '../confined/confined.task.ts';

/** Makes a workbook of a table, in base64: a second of work for the largest. */
export const writeWorkbook = defineConfined<{ rows: string[][] }, string>({
  module: new URL('./xlsx.write.ts', import.meta.url),
  subject: 'The workbook',
  timeoutMs: 30_000,
  largestInputBytes: 32 * 1024 * 1024,
  largestOutputBytes: 64 * 1024 * 1024,
});
