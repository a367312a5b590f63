import { expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import { shapeOfName } from '../content/shapes.ts';
import { readDocument } from '../document/format.ts';
import { compileStream } from '../engine/compile.ts';
import { makeFacts } from '../engine/engine.fixtures.ts';
import { coverageOf, rehearse } from '../rehearsal/rehearse.ts';
import { examples } from './examples.ts';

const { readers, hoursOf } = makeFacts();

test.each(examples.map((example) => [example.name, example] as const))(
  'the example “%s” has no errors, its conversations pass, and they go every way',
  (_, { document, tests }) => {
    expect(readDocument(JSON.parse(JSON.stringify(document)))).toEqual({ document });
    const shapes = ['WHATSAPP', 'SMS'].map((name) => ({ name, shape: shapeOfName(name) }));
    const findings = checkDocument(document, { shapes, customer: { name: { type: 'Text' } } });
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
    const compiled = { main: compileStream(document), streams: new Map() };
    const played = tests.map((one) => rehearse(compiled, one, { readers, shapeOf: shapeOfName, hoursOf }));
    expect(played.map(({ failures }, place) => [tests[place]?.name, failures])).toEqual(tests.map(({ name }) => [name, []]));
    expect(coverageOf(compiled, played).untested.filter((key) => !key.endsWith(' late') && key !== 'end00003')).toEqual([]);
  },
);
