import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDocument } from '../engine/engine.fixtures.ts';
import { fingerprintOf } from './canonical.ts';
import { compareDocuments } from './compare.ts';
import { DocumentId } from './fields.ts';
import { readDocument } from './format.ts';
import { limits } from './limits.ts';
import { makeId } from './make-id.ts';

const document = makeDocument(
  {
    text0001: { type: 'message.text', name: 'Hello', config: { text: { en: 'Hello' } }, to: { next: 'end00001' } },
    end00001: { type: 'mark.end' },
  },
  { variables: [{ name: 'a', type: 'Text' }] },
);
const plain = (changes: object = {}): Record<string, unknown> => ({
  ...(JSON.parse(JSON.stringify(document)) as Record<string, unknown>),
  ...changes,
});
const faults = (given: unknown) => {
  const read = readDocument(given);
  return 'faults' in read ? read.faults.map(({ code, path }) => `${code} ${path}`.trim()) : [];
};

test('a written document is read again as it was', () => {
  expect(readDocument(plain())).toEqual({ document });
});

test.each<[string, unknown, string[]]>([
  ['nothing', null, ['not_a_stream']],
  ['a list', [], ['not_a_stream']],
  ['something else', { format: 'other' }, ['not_a_stream']],
  ['no version', plain({ formatVersion: '1' }), ['not_a_stream formatVersion']],
  ['a newer format', plain({ formatVersion: 2 }), ['newer formatVersion']],
  ['an unknown key', plain({ secret: 1 }), ['field']],
  ['an unknown key of a node', plain({ nodes: [{ ...document.nodes[1], config: { outcome: '', extra: 1 } }] }), ['field nodes.0.config']],
  ['an unknown type', plain({ nodes: [{ id: 'a0000001', type: 'message.fax', config: {} }] }), ['field nodes.0.type']],
  ['an id that is no id', plain({ nodes: [{ ...document.nodes[1], id: '../../x' }] }), ['field nodes.0.id']],
  ['a node twice', plain({ nodes: [...document.nodes, document.nodes[1]] }), ['double nodes.2']],
  ['two edges of one exit', plain({ edges: [...document.edges, { from: 'text0001', exit: 'next', to: 'text0001' }] }), ['double edges.1']],
  ['a variable twice', plain({ variables: [...document.variables, ...document.variables] }), ['double variables.1']],
  [
    'too many nodes',
    plain({
      nodes: Array.from({ length: limits.nodes + 1 }, (_, place) => ({
        id: `n${String(place).padStart(7, '0')}`,
        type: 'mark.end',
        config: {},
      })),
    }),
    ['field nodes'],
  ],
  ['too much', plain({ description: 'x'.repeat(limits.documentBytes) }), ['too_large']],
])('%s is refused, and where', (_, given, expected) => {
  expect(faults(given)).toEqual(expected);
});

test('the fingerprint is of what decides: not of where nodes stand, nor of the order in which they are written', () => {
  const fingerprint = fingerprintOf(document);
  expect(fingerprintOf({ ...document, layout: { text0001: [5, 6] }, notes: [{ id: 'note0001', text: 'x', at: [1, 2] }] })).toBe(
    fingerprint,
  );
  expect(fingerprintOf({ ...document, nodes: [...document.nodes].reverse() })).toBe(fingerprint);
  expect(fingerprintOf({ ...document, name: 'Other' })).not.toBe(fingerprint);
  expect(fingerprintOf({ ...document, edges: [] })).not.toBe(fingerprint);
});

test('two versions are compared by nodes, edges, settings and variables', () => {
  const after = makeDocument(
    {
      text0001: { type: 'message.text', name: 'Hello', config: { text: { en: 'Good day' } }, to: { next: 'mile0001' } },
      mile0001: { type: 'mark.milestone', config: { milestone: 'a0000001' }, to: { next: 'end00002' } },
      end00002: { type: 'mark.end' },
    },
    { variables: [{ name: 'a', type: 'Number' }], settings: { priority: 9 } },
  );
  expect(compareDocuments(document, { ...after, layout: { text0001: [5, 6] } })).toEqual({
    added: ['mile0001', 'end00002'],
    removed: ['end00001'],
    changed: [
      { id: 'text0001', name: 'Hello', type: 'message.text', fields: [{ path: 'config.text.en', before: 'Hello', after: 'Good day' }] },
    ],
    edgesAdded: [
      { from: 'text0001', exit: 'next', to: 'mile0001' },
      { from: 'mile0001', exit: 'next', to: 'end00002' },
    ],
    edgesRemoved: [{ from: 'text0001', exit: 'next', to: 'end00001' }],
    settings: [{ path: 'priority', before: 5, after: 9 }],
    variables: [{ path: 'a.type', before: 'Text', after: 'Number' }],
  });
});

test('a new id is one, whatever chance gives', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(35)), (numbers) => {
      // The first nine are letters at most; a digit comes in the end.
      let taken = 0;
      const id = makeId(() => {
        taken += 1;
        return taken > 800 ? 30 : (numbers.next().value ?? 30);
      });
      expect(DocumentId.safeParse(id).success).toBe(true);
    }),
    { numRuns: 50 },
  );
});
