import { defineConfined } from '#platform/confined/confined.task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { CsvHead } from './csv.head.ts';
import { type OpenText, readStart } from './csv.records.ts';

/** Header and first rows stand in it, or the file is no table of customers. */
const headBytes = 1024 * 1024;

const readHead = defineConfined<string, CsvHead>({
  module: new URL('./csv.head.read.ts', import.meta.url),
  largestInputBytes: 6 * headBytes + 2, // JSON writes six characters for some
  largestOutputBytes: 4 * headBytes,
});

/** Delimiter, headers and first rows of a CSV. @throws DomainError import.file_invalid for a file without header or rows */
export async function findHead(ctx: Pick<EnterpriseContext, 'confined'>, open: OpenText): Promise<CsvHead> {
  return ctx.confined.run(readHead, await readStart(open, headBytes));
}
