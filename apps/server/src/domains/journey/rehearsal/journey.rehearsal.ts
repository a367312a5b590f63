import type { RehearsalResult } from '@parley/contract';
import type { Document } from '@parley/journey';
import { defineConfined } from '#platform/confined/confined.task.ts';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { readKnownHours } from '../../account/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { calendarsOf, pinInside, readPinned, readPinnedForms } from '../document/journey.compiled.ts';
import type { Rehearsing } from './journey.rehearsal.run.ts';
import { findRawTests } from './test-case.repository.ts';

const mega = 1024 * 1024;

const playTests = defineConfined<Rehearsing, RehearsalResult>({
  module: new URL('./journey.rehearsal.run.ts', import.meta.url),
  subject: 'The rehearsal of the stream',
  timeoutMs: 30_000,
  largestInputBytes: 32 * mega,
  largestOutputBytes: 16 * mega,
});

/** @param pinned versions of the streams inside of the document */
export async function readRehearsing(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
  { document, pinned }: { document: Document; pinned: Readonly<Record<string, number>> },
): Promise<Rehearsing> {
  const inside = await readPinned(tx, enterpriseId, pinned);
  const hours = await readKnownHours(tx, enterpriseId, calendarsOf([document, ...inside.values()]));
  const forms = await readPinnedForms(tx, enterpriseId, pinned);
  return { document, inside: [...inside], forms: [...forms], hours: hours(null), tests: await findRawTests(tx, enterpriseId, journeyId) };
}

/**
 * Plays every saved conversation of a stream, in a process of its own: an expression of its author may take long.
 * @throws DomainError input.too_costly
 */
export const rehearseAll = (ctx: Pick<Ctx, 'confined'>, rehearsing: Rehearsing): Promise<RehearsalResult> =>
  ctx.confined.run(playTests, rehearsing);

export async function rehearseDraft(ctx: Ctx, journeyId: string): Promise<RehearsalResult> {
  const rehearsing = await ctx.read(async (tx) => {
    const { document } = await accessJourney(tx, ctx.enterpriseId, journeyId);
    return readRehearsing(tx, ctx.enterpriseId, journeyId, { document, pinned: await pinInside(tx, ctx.enterpriseId, document) });
  });
  return rehearseAll(ctx, rehearsing);
}
