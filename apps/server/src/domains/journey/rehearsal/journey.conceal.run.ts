import { compileStream, concealTest, type Document, shapeOfName, type TestCase } from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';

export type Concealing = { document: Document; inside: [string, Document][]; tests: TestCase[] };

/** Conversations without what was said in them to sensitive questions. Runs away from the main thread. */
export default function conceal({ document, inside, tests }: Concealing): TestCase[] {
  const compiled = { main: compileStream(document), streams: new Map(inside.map(([id, inner]) => [id, compileStream(inner)])) };
  return tests.map((test) => concealTest(compiled, test, { readers, shapeOf: shapeOfName }));
}
