import type { KnownHours } from '@parley/contract';
import { hoursIn } from '@parley/hours';
import { compileStream, concealTest, type Document, shapeOfName, type TestCase } from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';

/** @property hours null: the documents ask for no hours */
export type Concealing = { document: Document; inside: [string, Document][]; hours: KnownHours | null; tests: TestCase[] };

const alwaysOpen: KnownHours = { calendars: {}, own: null };
const anyIsOpen = { calendarId: null, isOpen: () => true, opensAt: (at: number) => at };

/** Conversations without what was said in them to sensitive questions. Runs away from the main thread. */
export default function conceal({ document, inside, hours, tests }: Concealing): TestCase[] {
  const compiled = { main: compileStream(document), streams: new Map(inside.map(([id, inner]) => [id, compileStream(inner)])) };
  // A question behind an opening is met by the hours as they are and without them: a calendar may be another one, or gone. One that an
  // expression asks may be closed then too.
  const stages = [
    { readers, shapeOf: shapeOfName, hoursOf: hoursIn(hours ?? alwaysOpen) },
    ...(hours ? [anyIsOpen, { ...anyIsOpen, isOpen: () => false }] : []).map((any) => ({
      readers,
      shapeOf: shapeOfName,
      hoursOf: () => any,
    })),
  ];
  return tests.map((test) => stages.reduce((concealed, stage) => concealTest(compiled, concealed, stage), test));
}
