import type { RehearsalResult } from '@parley/contract';
import { compileStream, coverageOf, type Document, fingerprintOf, rehearse, type Stage, shapeOfName, TestCase } from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';

/** Input of a rehearsal: the document, those inside of it, and the saved conversations as they are stored. */
export type Rehearsing = { document: Document; inside: [string, Document][]; tests: { testId: string; test: unknown }[] };

const stage: Stage = { readers, shapeOf: shapeOfName };

/** Plays saved conversations on a document. Runs away from the main thread. */
export default function play({ document, inside, tests }: Rehearsing): RehearsalResult {
  const compiled = { main: compileStream(document), streams: new Map(inside.map(([id, inner]) => [id, compileStream(inner)])) };
  const played = tests.map(({ testId, test }) => {
    const read = TestCase.parse(test);
    return { id: testId, name: read.name, ...rehearse(compiled, read, stage) };
  });
  const { nodes, exits, untested } = coverageOf(compiled, played);
  return {
    fingerprint: fingerprintOf(document),
    tests: played.map(({ covered: _, secretTurns: __, noted: ___, ...one }) => one),
    coverage: { nodes: nodes.all, nodesCovered: nodes.covered, exits: exits.all, exitsCovered: exits.covered, missed: untested },
  };
}
