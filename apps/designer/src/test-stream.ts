import { Document } from '@parley/journey';

type Given = { type: string; name?: string; config?: unknown; to?: Record<string, string> };

/** A document in short, for tests: nodes by id, each with where its exits lead. The first one is the start. */
export const makeStream = (nodes: Record<string, Given>, more: Partial<Record<keyof Document, unknown>> = {}): Document =>
  Document.parse({
    format: 'parley.journey',
    formatVersion: 1,
    kind: 'journey',
    id: 'main',
    name: 'Test',
    languages: ['en'],
    start: Object.keys(nodes)[0] ?? '',
    nodes: Object.entries(nodes).map(([id, { type, name = '', config = {} }]) => ({ id, type, name, config })),
    edges: Object.entries(nodes).flatMap(([from, { to = {} }]) => Object.entries(to).map(([exit, target]) => ({ from, exit, to: target }))),
    ...more,
  });

/** Text, question, two ends: long enough for a path, a branch and a circle. */
export const smallStream = () =>
  makeStream(
    {
      hello001: { type: 'message.text', name: 'Hello', config: { text: { en: 'Hello {{ customer.name }}' } }, to: { next: 'ask00001' } },
      ask00001: {
        type: 'input.number',
        name: 'Age',
        config: { text: { en: 'How old?' }, asking: { variable: 'age' } },
        to: { ok: 'cond0001' },
      },
      cond0001: { type: 'logic.condition', config: { test: { source: 'age >= 18' } }, to: { yes: 'end00001', no: 'end00002' } },
      end00001: { type: 'mark.end', name: 'Welcome', config: { outcome: 'in' } },
      end00002: { type: 'mark.end', name: 'Too young' },
    },
    {
      variables: [{ name: 'age', type: 'Number' }],
      layout: { hello001: [0, 0], ask00001: [400, 0], cond0001: [800, 0], end00001: [1200, 0], end00002: [1200, 200] },
    },
  );
