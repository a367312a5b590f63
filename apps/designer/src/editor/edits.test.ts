import { applyKnown, checkDocument, type Document, exitsOf, type Operation } from '@parley/journey';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeSpot } from '../canvas/geometry.ts';
import { makeStream, smallStream } from '../test-stream.ts';
import { copyText } from './copy.ts';
import { addNode, align, insertOn, removeNodes, setNode } from './edits.ts';
import { findNodes } from './find.ts';
import { edgesFrom, nodeOf } from './index-of.ts';
import { newNode } from './new-node.ts';
import { neighbourOf, outlineOf, pathOrder } from './order.ts';
import { paste } from './paste.ts';
import { usesOf } from './uses.ts';

const after = (document: Document, operations: readonly Operation[]): Document => {
  const edited = applyKnown(document, operations);
  if ('fault' in edited) throw new Error(edited.fault.text);
  return edited.document;
};
const ways = (document: Document) => document.edges.map(({ from, exit, to }) => `${from} ${exit} ${to}`);

test('a node is put between the two of an edge, and the first node of a stream is its start', () => {
  const stream = smallStream();
  const node = newNode(stream, 'message.text');
  const put = after(stream, insertOn(stream, stream.edges[0] as Document['edges'][0], node, [200, 0]));
  expect(ways(put)).toContain(`hello001 next ${node.id}`);
  expect(ways(put)).toContain(`${node.id} next ask00001`);
  const empty = makeStream({});
  const first = newNode(empty, 'message.text');
  expect(after(empty, addNode(empty, first, [0, 0])).start).toBe(first.id);
});

test('a deletion is healed where one way led in and one out, also over several nodes, and the start moves on', () => {
  const stream = makeStream({
    a0000001: { type: 'message.text', config: { text: {} }, to: { next: 'b0000001' } },
    b0000001: { type: 'message.text', config: { text: {} }, to: { next: 'c0000001' } },
    c0000001: { type: 'message.text', config: { text: {} }, to: { next: 'd0000001' } },
    d0000001: { type: 'mark.end' },
  });
  expect(ways(after(stream, removeNodes(stream, ['b0000001'])))).toContain('a0000001 next c0000001');
  expect(ways(after(stream, removeNodes(stream, ['b0000001', 'c0000001'])))).toEqual(['a0000001 next d0000001']);
  const begun = after(stream, removeNodes(stream, ['a0000001']));
  expect([begun.start, ways(begun)]).toEqual(['b0000001', ['b0000001 next c0000001', 'c0000001 next d0000001']]);
  const branched = smallStream();
  expect(ways(after(branched, removeNodes(branched, ['cond0001'])))).toEqual(['hello001 next ask00001']);
});

test('an item that goes takes its edge along', () => {
  const item = (id: string) => ({ id, title: { en: id } });
  const stream = makeStream({
    menu0001: {
      type: 'message.buttons',
      config: { text: {}, items: [item('yes00001'), item('no000001')] },
      to: { yes00001: 'end00001', no000001: 'end00001' },
    },
    end00001: { type: 'mark.end' },
  });
  const node = nodeOf(stream, 'menu0001');
  if (node?.type !== 'message.buttons') throw new Error('no buttons');
  const less = after(stream, setNode(stream, { ...node, config: { ...node.config, items: node.config.items.slice(0, 1) } }));
  expect(ways(less)).toEqual(['menu0001 yes00001 end00001']);
});

test('nodes are put in a line, or apart by the same distance', () => {
  const stream = smallStream();
  const lined = after(stream, align(stream, ['end00001', 'end00002', 'cond0001'], 'top'));
  expect(['end00001', 'end00002', 'cond0001'].map((id) => lined.layout[id]?.[1])).toEqual([0, 0, 0]);
  const spread = after(stream, align(stream, ['hello001', 'ask00001', 'end00001'], 'spreadAcross'));
  expect(spread.layout.ask00001).toEqual([600, 0]);
});

test('a copy is pasted with ids of its own; in another stream references lose what they meant', () => {
  const stream = smallStream();
  const text = copyText(stream, ['ask00001', 'cond0001']);
  const pasted = paste(stream, text, [0, 600]);
  const twice = after(stream, pasted?.operations ?? []);
  expect(twice.nodes).toHaveLength(7);
  const [ask = '', cond = ''] = pasted?.ids ?? [];
  expect(ways(twice)).toContain(`${ask} ok ${cond}`);
  expect(twice.layout[ask]).toEqual([0, 600]);

  const away = makeStream(
    { dept0001: { type: 'talk.department', config: { department: { ref: 'department', id: 'd1', name: 'Loans' } } } },
    { id: 'other' },
  );
  const here = paste(stream, copyText(away, ['dept0001']), [0, 0]);
  const node = nodeOf(after(stream, here?.operations ?? []), here?.ids[0] ?? '');
  expect(node?.type === 'talk.department' && node.config.department).toEqual({ ref: 'department', id: '', name: 'Loans' });
  const alone = makeStream({}, { id: 'third' });
  expect(after(alone, paste(alone, text, [0, 0])?.operations ?? []).variables.map(({ name }) => name)).toEqual(['age']);
  for (const wrong of ['', 'hello', '{}', '{"format":"parley.nodes"}', '{"format":"parley.nodes","nodes":[{"id":"x"}]}'])
    expect(paste(stream, wrong, [0, 0])).toBeUndefined();
});

test('Tab order is path order, and arrows follow edges', () => {
  const stream = smallStream();
  expect(pathOrder(stream)).toEqual(['hello001', 'ask00001', 'cond0001', 'end00001', 'end00002']);
  expect(neighbourOf(stream, 'hello001', 'right')).toBe('ask00001');
  expect(neighbourOf(stream, 'cond0001', 'left')).toBe('ask00001');
  expect(neighbourOf(stream, 'end00001', 'down')).toBe('end00002');
  expect(neighbourOf(stream, 'end00002', 'up')).toBe('end00001');
  expect(neighbourOf(stream, 'end00002', 'down')).toBeUndefined();
});

test('the outline has every node once, branches a step in, and links where a way comes back', () => {
  const stream = smallStream();
  const circled = after(stream, [{ kind: 'addEdge', edge: { from: 'cond0001', exit: 'no', to: 'ask00001' } }]);
  expect(outlineOf(circled).map(({ id, depth, isLink }) => `${depth} ${id}${isLink ? ' link' : ''}`)).toEqual([
    '0 hello001',
    '0 ask00001',
    '0 cond0001',
    '1 end00001',
    '1 ask00001 link',
    '0 end00002',
  ]);
});

test('each node has one place in the order and one in the outline, whatever the edges are', () => {
  const ids = ['hello001', 'ask00001', 'cond0001', 'end00001', 'end00002'];
  const edge = fc.record({
    from: fc.constantFrom(...ids),
    exit: fc.constantFrom('next', 'ok', 'yes', 'no', 'error'),
    to: fc.constantFrom(...ids),
  });
  fc.assert(
    fc.property(fc.uniqueArray(edge, { selector: ({ from, exit }) => `${from} ${exit}`, maxLength: 12 }), (edges) => {
      const stream = { ...smallStream(), edges };
      expect(pathOrder(stream).toSorted()).toEqual(ids.toSorted());
      expect(
        outlineOf(stream)
          .flatMap(({ id, isLink }) => (isLink ? [] : [id]))
          .toSorted(),
      ).toEqual(ids.toSorted());
    }),
    { numRuns: 200 },
  );
});

test('nodes are found by their words and names, and a variable by where it is set and read', () => {
  const stream = smallStream();
  expect(findNodes(stream, 'how OLD').map(({ id }) => id)).toEqual(['ask00001']);
  expect(findNodes(stream, 'too young').map(({ id }) => id)).toEqual(['end00002']);
  expect(findNodes(stream, ' ')).toEqual([]);
  expect(usesOf(stream, 'age')).toEqual(['ask00001', 'cond0001']);
});

test('a new node never covers another one', () => {
  const stream = smallStream();
  expect(freeSpot(stream, { x: 10, y: 5 })[1]).toBeGreaterThan(100);
  expect(freeSpot(stream, { x: 2000, y: 2000 })).toEqual([2000, 2000]);
});

test('exits that are not drawn still stand in the check, and every node that is added has the exits of its type', () => {
  const stream = smallStream();
  const node = newNode(stream, 'data.http');
  expect(exitsOf(node).map(({ id }) => id)).toEqual(['ok', 'unknown', 'error']);
  const added = after(stream, addNode(stream, node, [0, 400]));
  expect(edgesFrom(added, node.id)).toEqual([]);
  expect(checkDocument(added, { shapes: [], customer: {} }).some(({ code, node: at }) => code === 'EXIT_MISSING' && at === node.id)).toBe(
    true,
  );
});
