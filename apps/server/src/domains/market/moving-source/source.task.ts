import { defineConfined } from '#platform/confined/confined.task.ts';
import type { ReadGroup, ReadInput } from './source.read.ts';

const giga = 1024 ** 3;

/** Reads files of an export. A turn of the job ends it; the limits are for files that are made to hurt. */
export const readExport = defineConfined<ReadInput, ReadGroup>({
  module: new URL('./source.read.ts', import.meta.url),
  subject: 'The export',
  lane: 'job',
  timeoutMs: 10 * 60_000,
  largestOutputBytes: 8 * giga,
});

/** Reads one page of an API. */
export const readPage = defineConfined<ReadInput, ReadGroup>({
  module: new URL('./page.read.ts', import.meta.url),
  subject: 'The answer',
  lane: 'job',
  timeoutMs: 20_000,
  largestInputBytes: 24 * 1024 ** 2,
  largestOutputBytes: 32 * 1024 ** 2,
});
