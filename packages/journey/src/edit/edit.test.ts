import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDocument } from '../document/format.ts';
import { makeDocument } from '../engine/engine.fixtures.ts';
import { type NodeType, nodeTypes } from '../nodes/kinds.ts';
import { applyOperations } from './apply.ts';
import { firstConfigOf } from './first-config.ts';
import { invert } from './invert.ts';
import { Operation } from './operation.ts';

const document = makeDocument(
  {
    text0001: { type: 'message.text', name: 'Hello', config: { text: { en: 'Hello' } }, to: { next: 'cond0001' } },
    cond0001: { type: 'logic.condition', config: { test: { source: 'a == "x"' } }, to: { yes: 'text0001', no: 'end00001' } },
    end00001: { type: 'mark.end' },
  },
  { variables: [{ name: 'a', type: 'Text' }] },
);

const ids = ['text0001', 'cond0001', 'end00001', 'new00001', 'new00002'];
const id = fc.constantFrom(...ids);
const exit = fc.constantFrom('next', 'yes', 'no', 'error');
const point = fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }));
const node = fc
  .tuple(id, fc.constantFrom<NodeType>('message.text', 'mark.end', 'logic.condition'), fc.string({ maxLength: 20 }))
  .map(([one, type, name]) => ({
    id: one,
    type,
    name,
    comment: '',
    config: firstConfigOf(type, { language: 'en', makeId: () => 'made0001' }),
  }));
const operation = fc
  .oneof(
    fc.record({ kind: fc.constant('addNode'), node, at: fc.option(point) }),
    fc.record({ kind: fc.constant('removeNode'), id }),
    fc.record({ kind: fc.constant('setNode'), node }),
    fc.record({ kind: fc.constant('moveNodes'), positions: fc.dictionary(id, fc.option(point), { maxKeys: 3 }) }),
    fc.record({ kind: fc.constant('addEdge'), edge: fc.record({ from: id, exit, to: id }) }),
    fc.record({ kind: fc.constant('removeEdge'), from: id, exit }),
    fc.record({ kind: fc.constant('setStart'), start: fc.oneof(id, fc.constant('')) }),
    fc.record({ kind: fc.constant('rename'), name: fc.string({ minLength: 1, maxLength: 20 }) }),
    fc.record({ kind: fc.constant('setLanguages'), languages: fc.constantFrom(['en'], ['en', 'hi']) }),
    fc.record({ kind: fc.constant('setVariables'), variables: fc.constantFrom([], [...document.variables, ...document.variables]) }),
    fc.record({ kind: fc.constant('setNotes'), notes: fc.constantFrom([], [{ id: 'note0001', text: 'x', at: [1, 2] }]) }),
  )
  .map((one) => Operation.parse(one));

test('applied operations make a document that can be read again, or a fault that says which operation', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 12 }), (operations) => {
      const edited = applyOperations(document, operations);
      if ('fault' in edited) {
        expect(edited.fault.operation).toBeLessThan(operations.length);
        return;
      }
      expect(readDocument(JSON.parse(JSON.stringify(edited.document)))).toEqual({ document: edited.document });
    }),
    { numRuns: 300 },
  );
});

test('operations applied and taken back leave the document as it was, order and layout too', () => {
  let applied = 0;
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 12 }), (operations) => {
      const edited = applyOperations(document, operations);
      if ('fault' in edited) return;
      applied += 1;
      expect(applyOperations(edited.document, invert(document, operations))).toEqual({ document });
    }),
    { numRuns: 600 },
  );
  expect(applied).toBeGreaterThan(50);
});

test.each<[string, unknown, string]>([
  ['a node twice', { kind: 'addNode', node: document.nodes[0], at: null }, 'double'],
  ['a node that is gone', { kind: 'removeNode', id: 'gone0001' }, 'gone'],
  ['another type', { kind: 'setNode', node: { ...document.nodes[2], id: 'text0001' } }, 'type'],
  ['an edge to nowhere', { kind: 'addEdge', edge: { from: 'text0001', exit: 'next', to: 'gone0001' } }, 'gone'],
  ['no operation', { kind: 'drop' }, 'operation'],
  ['a config that no node has', { kind: 'setNode', node: { ...document.nodes[0], config: { secret: 1 } } }, 'operation'],
  ['a variable twice', { kind: 'setVariables', variables: [...document.variables, ...document.variables] }, 'document'],
])('%s is refused, and nothing of the rest is done', (_, wrong, code) => {
  expect(applyOperations(document, [{ kind: 'rename', name: 'Other' }, wrong])).toMatchObject({ fault: { code, operation: 1 } });
});

test('every type of node begins with a config that its schema takes', () => {
  let made = 0;
  const makeId = () => {
    made += 1;
    return `a${String(made).padStart(7, '0')}`;
  };
  for (const type of nodeTypes) {
    const added = {
      kind: 'addNode',
      node: { id: 'new00009', type, name: '', comment: '', config: firstConfigOf(type, { language: 'en', makeId }) },
      at: [0, 0],
    };
    expect([type, applyOperations(document, [added])]).toMatchObject([type, { document: {} }]);
  }
});
