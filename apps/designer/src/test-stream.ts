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

/** A stream with another one inside of it, which asks and has a third one inside that says what it was told. */
export const nestedStreams = () => {
  const stream = (id: string, name: string) => ({ ref: 'stream', id, name });
  const city = { variables: [{ name: 'city', type: 'Text' }] };
  const main = makeStream(
    {
      ask00001: {
        type: 'logic.stream',
        name: 'Where',
        config: { stream: stream('middle', 'Address'), taken: { city: 'city' } },
        to: { done: 'tell0001' },
      },
      tell0001: { type: 'message.text', config: { text: { en: 'To {{ city }}, then.' } }, to: { next: 'end00001' } },
      end00001: { type: 'mark.end' },
    },
    city,
  );
  const middle = makeStream(
    {
      city0001: {
        type: 'input.text',
        name: 'City',
        config: { text: { en: 'Which city?' }, asking: { variable: 'city' } },
        to: { ok: 'echo0001' },
      },
      echo0001: {
        type: 'logic.stream',
        config: { stream: stream('deep', 'Echo'), given: { city: 'city' } },
        to: { done: 'end00002' },
      },
      end00002: { type: 'mark.end' },
    },
    { id: 'middle', name: 'Address', ...city },
  );
  const deep = makeStream(
    {
      say00001: { type: 'message.text', name: 'Repeat', config: { text: { en: '{{ city }}!' } }, to: { next: 'end00003' } },
      end00003: { type: 'mark.end' },
    },
    { id: 'deep', name: 'Echo', ...city },
  );
  return {
    main,
    inside: new Map([
      ['middle', middle],
      ['deep', deep],
    ]),
  };
};

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
