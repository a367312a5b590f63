import { Document } from '../document/document.ts';
import { documentFormat, formatVersion } from '../document/format-version.ts';
import { TestCase } from '../rehearsal/test-case.ts';

/** A stream to begin with: what it is for, and the conversations that prove it. */
export type Example = { id: string; name: string; description: string; document: Document; tests: TestCase[] };

type ExampleNode = {
  id: string;
  name: string;
  description: string;
  settings?: object;
  variables?: readonly object[];
  milestones?: readonly object[];
  /** Nodes by id, in the order of their columns; `to`: by exit the node that it leads to */
  nodes: Readonly<
    Record<string, { type: string; name?: string; config?: object; to?: Readonly<Record<string, string>>; at: readonly [number, number] }>
  >;
  tests: readonly object[];
};
const [column, row] = [320, 190];

/** @throws ZodError where the example is no document: its own test finds that */
export function makeExample({ id, name, description, settings = {}, variables = [], milestones = [], nodes, tests }: ExampleNode): Example {
  const entries = Object.entries(nodes);
  const document = Document.parse({
    format: documentFormat,
    formatVersion,
    kind: 'journey',
    id,
    name,
    languages: ['en'],
    start: entries[0]?.[0] ?? '',
    settings,
    variables,
    milestones,
    nodes: entries.map(([nodeId, { type, name: title = '', config = {} }]) => ({ id: nodeId, type, name: title, config })),
    edges: entries.flatMap(([from, { to = {} }]) => Object.entries(to).map(([exit, target]) => ({ from, exit, to: target }))),
    layout: Object.fromEntries(entries.map(([nodeId, { at }]) => [nodeId, [at[0] * column, at[1] * row]])),
  });
  return { id, name, description, document, tests: tests.map((test) => TestCase.parse(test)) };
}

export const en = (text: string) => ({ en: text });
export const item = (id: string, title: string, synonyms: readonly string[] = []) => ({ id, title: en(title), synonyms });
