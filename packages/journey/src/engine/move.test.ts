import { expect, test } from 'vitest';
import { compileStream } from './compile.ts';
import { makeDocument, makeFacts, Talk } from './engine.fixtures.ts';
import { moveInstance } from './move.ts';

type Nodes = Parameters<typeof makeDocument>[0];
type More = Parameters<typeof makeDocument>[1];
const nodes: Nodes = {
  name0001: { type: 'input.text', config: { text: { en: 'Your name?' }, asking: { variable: 'name' } }, to: { ok: 'age00001' } },
  age00001: { type: 'input.number', config: { text: { en: 'Your age?' }, asking: { variable: 'age' } }, to: { ok: 'end00001' } },
  end00001: { type: 'mark.end' },
};
const variables: More = {
  variables: [
    { name: 'name', type: 'Text' },
    { name: 'age', type: 'Number' },
  ],
};
const compiled = (some: Nodes, more: More = variables) => ({ main: compileStream(makeDocument(some, more)), streams: new Map() });
const first = compiled(nodes);
const facts = { zone: 'UTC', country: 'IN', language: 'en' };
const waiting = () => new Talk(first).say('Asha').instance;

test('a walk goes on in a version that has its node, with what it knows and what is new there', () => {
  const words = {
    ...nodes,
    age00001: { ...nodes.age00001, config: { text: { en: 'How old are you?' }, asking: { variable: 'age' } } },
  } as Nodes;
  const to = compiled(words, { variables: [...(variables?.variables ?? []), { name: 'city', type: 'Text', default: '"Oslo"' }] } as More);
  const before = waiting();
  const moved = moveInstance(first, to, before, facts, 0);
  expect(moved).toEqual({
    instance: { ...before, frames: [{ ...before.frames[0], variables: { name: 'Asha', city: 'Oslo' } }] },
  });
  const talk = new Talk(to, { facts: makeFacts() });
  talk.stepped = { ...talk.stepped, instance: (moved as { instance: typeof before }).instance };
  expect(talk.say('41').standing).toBe('COMPLETED');
});

test('it stays where its node is gone or is of another type, or a variable that it has set is', () => {
  const { age00001: _, ...gone } = nodes;
  const type = {
    ...nodes,
    age00001: { type: 'input.text', config: { text: { en: 'Age?' }, asking: { variable: 'name' } }, to: { ok: 'end00001' } },
  } as Nodes;
  const reasonOf = (to: typeof first) => moveInstance(first, to, waiting(), facts, 0);
  expect(reasonOf(compiled({ ...gone, name0001: { ...nodes.name0001, to: { ok: 'end00001' } } } as Nodes))).toEqual({
    reason: 'NODE_GONE',
  });
  expect(reasonOf(compiled(type))).toEqual({ reason: 'TYPE_CHANGED' });
  const other = {
    variables: [
      { name: 'name', type: 'List' },
      { name: 'age', type: 'Number' },
    ],
  } as More;
  expect(reasonOf(compiled(nodes, other))).toEqual({ reason: 'VARIABLE_CHANGED' });
});
