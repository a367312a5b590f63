import type { KnownHours, RehearsalResult } from '@parley/contract';
import { hoursIn } from '@parley/hours';
import {
  compileForm,
  compileStream,
  coverageOf,
  type Document,
  type FormDocument,
  fingerprintOf,
  rehearse,
  shapeOfName,
  TestCase,
} from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';

/** Input of a rehearsal: the document, those inside of it, the hours that they name, and the saved conversations as they are stored. */
export type Rehearsing = {
  document: Document;
  inside: [string, Document][];
  forms: [string, FormDocument][];
  hours: KnownHours;
  tests: { testId: string; test: unknown }[];
};

/** Plays saved conversations on a document. Runs away from the main thread. */
export default function play({ document, inside, forms, hours, tests }: Rehearsing): RehearsalResult {
  const compiled = {
    main: compileStream(document),
    streams: new Map(inside.map(([id, inner]) => [id, compileStream(inner)])),
    forms: new Map(forms.map(([id, form]) => [id, compileForm(form)])),
  };
  const stage = { readers, shapeOf: shapeOfName, hoursOf: hoursIn(hours) };
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
