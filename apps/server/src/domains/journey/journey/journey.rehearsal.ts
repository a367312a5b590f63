import type { RehearsalResult } from '@parley/contract';
import { coverageOf, type Document, fingerprintOf, rehearse, type Stage, shapeOfName } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { accessJourney } from './journey.access.ts';
import { compileWith, pinStreams } from './journey.compiled.ts';
import { readers } from './journey.readers.ts';
import { readTests } from './journey.tests.ts';

const stage: Stage = { readers, shapeOf: shapeOfName };

/** Plays every saved conversation of a stream on a document, in memory. */
export async function rehearseAll(tx: Tx, enterpriseId: string, journeyId: string, document: Document): Promise<RehearsalResult> {
  const compiled = await compileWith(tx, enterpriseId, document, await pinStreams(tx, enterpriseId, document));
  const tests = await readTests(tx, enterpriseId, journeyId);
  const played = tests.map(({ testId, test }) => ({ id: testId, name: test.name, ...rehearse(compiled, test, stage) }));
  const { nodes, exits, untested } = coverageOf(compiled, played);
  return {
    fingerprint: fingerprintOf(document),
    tests: played.map(({ covered: _, ...one }) => one),
    coverage: { nodes: nodes.all, nodesCovered: nodes.covered, exits: exits.all, exitsCovered: exits.covered, missed: untested },
  };
}

export const rehearseDraft = (ctx: Ctx, journeyId: string): Promise<RehearsalResult> =>
  ctx.read(async (tx) => {
    const { document } = await accessJourney(tx, ctx.enterpriseId, journeyId);
    return rehearseAll(tx, ctx.enterpriseId, journeyId, document);
  });
