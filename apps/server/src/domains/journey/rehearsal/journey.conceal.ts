import type { KnownHours } from '@parley/contract';
import type { Document, TestCase } from '@parley/journey';
import { defineConfined } from '#platform/confined/confined.task.ts';
import type { Ctx } from '../../../context.ts';
import { calendarsOf } from '../document/journey.compiled.ts';
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
 * @param hours those that they wait for, as far as they are known
 * @throws DomainError input.too_costly
 */
export async function concealed(
  ctx: Pick<Ctx, 'confined'>,
  { document, inside, hours }: { document: Document; inside: ReadonlyMap<string, Document>; hours: KnownHours },
  tests: readonly TestCase[],
): Promise<readonly TestCase[]> {
  const isSensitive = [document, ...inside.values()].some(({ variables }) => variables.some((variable) => variable.isSensitive));
  if (tests.length === 0 || !isSensitive) return tests;
  const waits = calendarsOf([document, ...inside.values()]).length > 0;
  return ctx.confined.run(concealTests, { document, inside: [...inside], hours: waits ? hours : null, tests: [...tests] });
}
