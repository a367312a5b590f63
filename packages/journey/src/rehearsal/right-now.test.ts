import { expect, test } from 'vitest';
import { shapeOfName } from '../content/shapes.ts';
import { compiledOf, makeDocument, makeFacts } from '../engine/engine.fixtures.ts';
import { concealTest } from './conceal.ts';
import { rehearse } from './rehearse.ts';
import { rightNow } from './right-now.ts';
import { TestCase } from './test-case.ts';

const { readers, hoursOf } = makeFacts();
const stage = { readers, shapeOf: shapeOfName, hoursOf };
const en = (text: string) => ({ en: text });
type Nodes = Parameters<typeof makeDocument>[0];
const nodes = {
  ask00001: {
    type: 'input.number',
    config: { text: en('Your income, {{ customer.name }}?'), asking: { variable: 'income' } },
    to: { ok: 'set00001' },
  },
  set00001: {
    type: 'data.set',
    config: {
      assignments: [
        { variable: 'rate', value: 'income * 0.1' },
        { variable: 'until', value: 'addDays(today, 7)' },
      ],
    },
    to: { next: 'fork0001' },
  },
  fork0001: { type: 'logic.condition', config: { test: { source: 'income >= 1000' } }, to: { yes: 'tell0001', no: 'end00002' } },
  tell0001: { type: 'message.text', config: { text: en('You pay {{ rate }} until {{ until }}.') }, to: { next: 'end00001' } },
  end00001: { type: 'mark.end', config: { outcome: 'in' } },
  end00002: { type: 'mark.end', config: { outcome: 'out' } },
} satisfies Nodes;
const variables = [
  { name: 'income', type: 'Number' },
  { name: 'rate', type: 'Number' },
  { name: 'until', type: 'Date' },
];
const streamOf = (changes: Nodes = {}, more: object[] = variables) =>
  compiledOf(makeDocument({ ...nodes, ...changes }, { variables: more }));
const old = TestCase.parse({
  id: 'test0001',
  name: 'Earns enough',
  facts: { customer: { name: 'Asha' } },
  turns: [{ kind: 'say', text: '5000' }],
  expect: [
    { kind: 'message', after: 1, text: 'You pay 500' },
    { kind: 'node', after: 1, node: 'tell0001' },
  ],
});
const saved = rightNow(streamOf(), old, stage);
const differing = (changes: Nodes, more?: object[]) =>
  rehearse(streamOf(changes, more), { ...saved, expect: [] }, stage).differences.map(({ turn, kind, node, name, expected, found }) =>
    [turn, kind, node, name, expected, found].filter((part) => part !== '').join(' '),
  );

test('a saved conversation keeps the exits of its turns, its variables and its texts by their patterns', () => {
  expect(saved.record).toEqual([
    {
      visits: [{ stream: '', node: 'ask00001', exit: null }],
      says: ['Your income, ⟨customer.name⟩?'],
      variables: { income: null, rate: null, until: null },
      state: 'WAITING',
      outcome: '',
    },
    {
      visits: [
        { stream: '', node: 'ask00001', exit: 'ok' },
        { stream: '', node: 'set00001', exit: 'next' },
        { stream: '', node: 'fork0001', exit: 'yes' },
        { stream: '', node: 'tell0001', exit: 'next' },
        { stream: '', node: 'end00001', exit: null },
      ],
      says: ['You pay ⟨rate⟩ until ⟨until⟩.'],
      variables: { income: 5000, rate: 500, until: '⟨any date⟩' },
      state: 'COMPLETED',
      outcome: 'in',
    },
  ]);
  expect(TestCase.parse(JSON.parse(JSON.stringify(saved)))).toEqual(saved);
});

test('one that was saved before there were records is compared as it was, and gets a record with one act', () => {
  expect(rehearse(streamOf(), old, stage)).toMatchObject({ isPassed: true, differences: [] });
  const moved = { fork0001: { ...nodes.fork0001, config: { test: { source: 'income >= 9000' } } } };
  const before = rehearse(streamOf(moved), old, stage);
  expect([before.isPassed, before.failures.length, before.differences]).toEqual([false, 2, []]);
  const now = rightNow(streamOf(moved), old, stage);
  expect([now.expect, rehearse(streamOf(moved), now, stage).isPassed]).toEqual([[], true]);
  // An expectation that a person wrote and that still holds stays.
  expect(saved.expect).toEqual(old.expect);
});

test.each<[string, Nodes, string[]]>([
  ['nothing', {}, []],
  [
    'another amount in a text, another day',
    { tell0001: { ...nodes.tell0001, config: { text: en('You pay {{ rate * 2 }} until {{ addDays(until, 1) }}.') } } },
    [],
  ],
  [
    'the words of a text',
    { tell0001: { ...nodes.tell0001, config: { text: en('You owe {{ rate }} until {{ until }}.') } } },
    ['1 text You pay ⟨rate⟩ until ⟨until⟩. You owe ⟨rate⟩ until ⟨until⟩.'],
  ],
  [
    'a value',
    {
      set00001: {
        ...nodes.set00001,
        config: {
          assignments: [
            { variable: 'rate', value: 'income * 0.2' },
            { variable: 'until', value: 'today' },
          ],
        },
      },
    },
    ['1 variable rate 500 1000'],
  ],
  [
    'an exit, with all that follows from it',
    { fork0001: { ...nodes.fork0001, config: { test: { source: 'income >= 9000' } } } },
    ['1 exit fork0001 yes no', '1 text You pay ⟨rate⟩ until ⟨until⟩. ', '1 end COMPLETED in COMPLETED out'],
  ],
  [
    'a way that leads elsewhere',
    { fork0001: { ...nodes.fork0001, to: { yes: 'end00001', no: 'end00002' } } },
    ['1 node fork0001 tell0001 end00001', '1 text You pay ⟨rate⟩ until ⟨until⟩. '],
  ],
  [
    'a node more that says nothing',
    {
      fork0001: { ...nodes.fork0001, to: { yes: 'more0001', no: 'end00002' } },
      more0001: { type: 'data.sets', config: { action: 'add', sets: [{ ref: 'label', id: 'l1' }] }, to: { next: 'tell0001' } },
    },
    [],
  ],
  [
    'a question more',
    {
      fork0001: { ...nodes.fork0001, to: { yes: 'more0001', no: 'end00002' } },
      more0001: { type: 'input.text', config: { text: en('Sure?') }, to: { ok: 'tell0001' } },
    },
    ['1 node fork0001 tell0001 more0001', '1 text You pay ⟨rate⟩ until ⟨until⟩. Sure?', '1 end COMPLETED in WAITING'],
  ],
])('a difference is shown turn by turn: %s', (_, changes, expected) => {
  expect(differing(changes)).toEqual(expected);
  const compiled = streamOf(changes);
  expect(rehearse(compiled, rightNow(compiled, saved, stage), stage).isPassed).toBe(true);
});

test('a variable that the record does not know is passed over, and one that is gone is told where it had a value', () => {
  expect(differing({}, [...variables, { name: 'extra', type: 'Text', default: '"x"' }])).toEqual([]);
  const without = { set00001: { ...nodes.set00001, config: { assignments: [{ variable: 'rate', value: 'income * 0.1' }] } } };
  expect(differing(without, variables.slice(0, 2))).toEqual([
    '1 text You pay ⟨rate⟩ until ⟨until⟩. You pay ⟨rate⟩ until .',
    '1 variable until "⟨any date⟩" null',
  ]);
});

test('a record shows nothing sensitive, and keeps comparing whether there is a value', () => {
  const secret = [{ name: 'income', type: 'Number', isSensitive: true }, ...variables.slice(1)];
  const waits = {
    tell0001: { ...nodes.tell0001, to: { next: 'wait0001' } },
    wait0001: { type: 'input.text', config: { text: en('Well?') }, to: { ok: 'end00001' } },
  };
  const compiled = streamOf(waits, secret);
  const kept = rightNow(compiled, concealTest(compiled, { ...old, turns: [{ kind: 'say', text: '45123' }], expect: [] }, stage), stage);
  expect(kept.record?.[1]).toMatchObject({
    says: ['You pay ••• until ⟨until⟩.', 'Well?'],
    variables: { income: '•••', rate: '•••', until: '⟨any date⟩' },
  });
  expect(JSON.stringify(kept)).not.toMatch(/45123|4512/);
  // One that came from elsewhere with the answer in it is kept without, and compares the same.
  const raw = rightNow(compiled, { ...old, turns: [{ kind: 'say', text: '45123' }], expect: [] }, stage);
  const concealed = concealTest(
    compiled,
    { ...raw, record: [raw.record?.[0], { ...raw.record?.[1], outcome: '45123' }] as typeof raw.record },
    stage,
  );
  expect(JSON.stringify(concealed)).not.toContain('45123');
  const none = { ...waits, ask00001: { ...nodes.ask00001, config: { ...nodes.ask00001.config, asking: { variable: 'rate' } } } };
  expect(rehearse(streamOf(none, secret), kept, stage).differences).toContainEqual(
    expect.objectContaining({ kind: 'variable', name: 'income', expected: '"•••"', found: 'null' }),
  );
});
