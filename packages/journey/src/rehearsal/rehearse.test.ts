import { expect, test } from 'vitest';
import { compiledOf, makeDocument, makeFacts, sms, whatsapp } from '../engine/engine.fixtures.ts';
import { coverageOf, rehearse, type Stage } from './rehearse.ts';
import { TestCase } from './test-case.ts';

const en = (text: string) => ({ en: text });
const { readers, hoursOf } = makeFacts();
const stage: Stage = { readers, hoursOf, shapeOf: (channel) => (channel === 'SMS' ? sms : whatsapp) };
const compiled = compiledOf(
  makeDocument(
    {
      ask00001: { type: 'input.text', config: { text: en('Which order?'), asking: { variable: 'order' } }, to: { ok: 'call0001' } },
      call0001: {
        type: 'data.http',
        config: {
          address: 'https://shop.example/orders',
          query: [{ name: 'id', value: 'order' }],
          picks: [{ path: 'day', variable: 'day' }],
        },
        to: { ok: 'menu0001', error: 'sorry001' },
      },
      menu0001: {
        type: 'message.buttons',
        config: {
          text: en('It comes on {{ day }}. All right?'),
          items: [
            { id: 'yes00001', title: en('Yes') },
            { id: 'no000001', title: en('No') },
          ],
        },
        to: { yes00001: 'wait0001', no000001: 'sorry001' },
      },
      wait0001: { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 3600 } }, to: { next: 'end00001' } },
      sorry001: { type: 'message.text', config: { text: en('Sorry, {{ customer.name }}.') }, to: { next: 'end00001' } },
      end00001: { type: 'mark.end', config: { outcome: 'told' } },
    },
    {
      variables: [
        { name: 'order', type: 'Text' },
        { name: 'day', type: 'Text' },
      ],
    },
  ),
);
const testCase = (changes: object) => TestCase.parse({ id: 'test0001', name: 'Order', facts: { customer: { name: 'Asha' } }, ...changes });

const good = testCase({
  turns: [
    { kind: 'say', text: '8812' },
    { kind: 'press', item: 'yes00001' },
    { kind: 'skip', seconds: 3600 },
  ],
  stubs: { call0001: { answer: { day: 'Monday' } } },
  expect: [
    { kind: 'message', after: 0, text: 'Which order?' },
    { kind: 'variable', after: 1, name: 'order', value: '8812' },
    { kind: 'message', after: 1, text: 'It comes on Monday' },
    { kind: 'node', after: 2, node: 'wait0001' },
    { kind: 'end', after: 2, state: 'WAITING' },
    { kind: 'end', after: 3, state: 'COMPLETED', outcome: 'told' },
  ],
});

test('a saved conversation is played in memory, calls answered by its stubs', () => {
  const rehearsed = rehearse(compiled, good, stage);
  expect([rehearsed.isPassed, rehearsed.failures]).toEqual([true, []]);
  expect(rehearsed.turns[1]?.visits.map(({ node, exit }) => `${node}>${exit ?? ''}`)).toEqual([
    'ask00001>ok',
    'call0001>',
    'call0001>ok',
    'menu0001>',
  ]);
});

test('an expectation that is not met says what there was instead', () => {
  const wrong = testCase({
    turns: [{ kind: 'say', text: '8812' }],
    stubs: { call0001: { outcome: 'FAILED', status: 500 } },
    expect: [
      { kind: 'message', after: 1, text: 'It comes' },
      { kind: 'variable', after: 1, name: 'day', value: 'Monday' },
      { kind: 'end', after: 1, state: 'WAITING' },
      { kind: 'node', after: 5, node: 'end00001' },
    ],
  });
  expect(rehearse(compiled, wrong, stage).failures).toEqual([
    { expectation: 0, found: 'Sorry, Asha.' },
    { expectation: 1, found: 'null' },
    { expectation: 2, found: 'COMPLETED told' },
    { expectation: 3, found: 'There is no such turn.' },
  ]);
});

test('coverage counts nodes and joined exits over all tests, and names what nobody has tried', () => {
  const one = coverageOf(compiled, [rehearse(compiled, good, stage)]);
  expect(one).toEqual({
    nodes: { covered: 5, all: 6 },
    exits: { covered: 4, all: 7 },
    untested: ['sorry001', 'call0001 error', 'menu0001 no000001', 'sorry001 next'],
  });
  const refused = testCase({
    turns: [
      { kind: 'say', text: '1' },
      { kind: 'say', text: 'no' },
    ],
    stubs: { call0001: { answer: {} } },
    expect: [],
  });
  expect(coverageOf(compiled, [rehearse(compiled, good, stage), rehearse(compiled, refused, stage)]).untested).toEqual(['call0001 error']);
});

test('the same test on another channel presses what was shown there', () => {
  const bySms = testCase({
    facts: { channel: 'SMS' },
    turns: [
      { kind: 'say', text: '8812' },
      { kind: 'say', text: '1' },
    ],
    stubs: good.stubs,
    expect: [
      { kind: 'message', after: 1, text: '1. Yes\n2. No' },
      { kind: 'node', after: 2, node: 'wait0001' },
    ],
  });
  expect(rehearse(compiled, bySms, stage).failures).toEqual([]);
});
