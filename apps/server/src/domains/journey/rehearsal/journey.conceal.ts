import type { Document, TestCase } from '@parley/journey';
import { defineConfined } from '#platform/confined/confined.task.ts';
import type { Ctx } from '../../../context.ts';
import type { Concealing } from './journey.conceal.run.ts';

const mega = 1024 * 1024;
const concealTests = defineConfined<Concealing, TestCase[]>({
  module: new URL('./journey.conceal.run.ts', import.meta.url),
  subject: 'The conversation',
  timeoutMs: 30_000,
  largestInputBytes: 32 * mega,
  largestOutputBytes: 16 * mega,
});

/**
 * Conversations as they are kept: readers of a stream read them, so answers to sensitive questions are not among their words.
 * @param inside the streams inside of the document, by their ids
 * @throws DomainError input.too_costly
 */
export async function concealed(
  ctx: Pick<Ctx, 'confined'>,
  { document, inside }: { document: Document; inside: ReadonlyMap<string, Document> },
  tests: readonly TestCase[],
): Promise<readonly TestCase[]> {
  const isSensitive = [document, ...inside.values()].some(({ variables }) => variables.some((variable) => variable.isSensitive));
  if (tests.length === 0 || !isSensitive) return tests;
  return ctx.confined.run(concealTests, { document, inside: [...inside], tests: [...tests] });
}
