import { compileStream, type Document, type Facts, shapeOfName } from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';
import { expect, test } from 'vitest';
import { writeStream } from '../../../../test/streams.ts';
import type { StoredInput, WaitingInput } from '../inbox/input.repository.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import { compareWalk } from './replay.compare.ts';
import { play } from './replay.play.ts';

const hourMs = 3_600_000;
const begin = Date.parse('2026-03-02T09:00:00Z');
const facts: Facts = {
  zone: 'Asia/Kolkata',
  language: 'en',
  country: 'IN',
  customer: { name: 'Asha', groups: [], labels: [] },
  channel: {},
  isWindowOpen: true,
  shape: shapeOfName('WHATSAPP'),
  readers,
  refusalOf: () => 'NO_ADDRESS',
  hoursOf: () => ({ calendarId: null, isOpen: () => true, opensAt: (at) => at }),
  customerId: 'c1',
  mostNodes: 100,
};
const world = {
  hours: { calendars: {}, own: null },
  facts,
  windowMs: 24 * hourMs,
};
const en = (text: string) => ({ en: text });

type Changes = { waitSeconds?: number; remindSeconds?: number; waits?: string; pattern?: string };
/** Asks for an order, asks the shop, waits, shows buttons, and waits for the parcel. */
function orderStream({ waitSeconds = 3600, remindSeconds = 0, waits = 'parcel', pattern = '' }: Changes = {}): RunningVersion {
  const document: Document = writeStream('ask00001', {
    settings:
      remindSeconds > 0 ? { inactivity: { seconds: 86_400, text: en('Bye'), reminder: { seconds: remindSeconds, text: en('Hm?') } } } : {},
    variables: [
      { name: 'order', type: 'Text' },
      { name: 'day', type: 'Text' },
    ],
    nodes: [
      { id: 'ask00001', type: 'input.text', config: { text: en('Which order?'), pattern, asking: { variable: 'order' } } },
      { id: 'call0001', type: 'data.http', config: { address: 'https://shop.example/orders', picks: [{ path: 'day', variable: 'day' }] } },
      { id: 'wait0001', type: 'logic.wait', config: { until: { kind: 'duration', seconds: waitSeconds } } },
      {
        id: 'menu0001',
        type: 'message.buttons',
        config: {
          text: en('{{ day }}?'),
          items: [
            { id: 'yes00001', title: en('Yes') },
            { id: 'no000001', title: en('No') },
          ],
        },
      },
      { id: 'late0001', type: 'logic.wait', config: { until: { kind: 'event', event: waits, key: 'order' } } },
      { id: 'end00001', type: 'mark.end', config: { outcome: 'told' } },
    ],
    edges: [
      ['ask00001', 'ok', 'call0001'],
      ['call0001', 'ok', 'wait0001'],
      ['wait0001', 'next', 'menu0001'],
      ['menu0001', 'yes00001', 'late0001'],
      ['menu0001', 'no000001', 'end00001'],
      ['late0001', 'next', 'end00001'],
    ],
  });
  const compiled = { main: compileStream(document), streams: new Map() };
  return {
    journeyId: 'j',
    version: 1,
    name: 'Orders',
    compiled,
    pinned: {},
    nodeNumbers: new Map(),
    channels: [],
    templates: [],
    calendars: [],
  };
}

const at = (hours: number, inputId: number, input: StoredInput): WaitingInput => ({
  inputId,
  instanceId: 'w1',
  input,
  isKept: false,
  at: new Date(begin + hours * hourMs),
});
const past = [
  at(0, 1, { kind: 'start', entry: {}, text: 'order', media: [] }),
  at(1, 2, { kind: 'message', text: 'A 88', media: [], location: null }),
  at(1.01, 3, { kind: 'call', call: 1, outcome: 'DONE', status: 200, answer: { day: 'Monday' }, error: '' }),
  at(3, 4, { kind: 'press', turn: 4, item: 'yes00001' }),
  at(5, 5, { kind: 'event', event: 'parcel', key: 'A 88', data: {} }),
];
const was = orderStream();
const until = begin + 48 * hourMs;
const own = play({ running: was, instanceId: 'w1', past, world, until });
const walked = { instanceId: 'w1', past, world, until, turns: [{ kind: 'all', visits: own.passed }] };
const compared = (changes: Changes, walk: object = {}) => compareWalk(was, orderStream(changes), { ...walked, ...walk });

test('inputs are played as they came in: answers of calls, events, buttons, and the time between them', () => {
  expect(own.state).toBe('COMPLETED');
  expect(own.passed.map(({ node, exit, by }) => `${node} ${exit ?? '-'} ${by}`)).toEqual([
    'ask00001 - 1',
    'ask00001 ok 2',
    'call0001 - 2',
    'call0001 ok 3',
    'wait0001 - 3',
    'wait0001 next 0',
    'menu0001 - 0',
    'menu0001 yes00001 4',
    'late0001 - 4',
    'late0001 next 5',
    'end00001 - 5',
  ]);
  expect(compared({})).toEqual({ kind: 'same' });
});

test('a customer who waits longer, or is reminded, goes the same way: a button belongs to its question, whatever turn asked it', () => {
  expect(compared({ waitSeconds: 5400 })).toEqual({ kind: 'same' });
  expect(compared({ remindSeconds: 1200 })).toEqual({ kind: 'same' });
});

test('a customer who answers before the draft asks, or waits for what nobody tells, goes elsewhere; an event of that day is heard', () => {
  const [ask, call, late, end] = ['ask00001', 'call0001', 'late0001', 'end00001'].map((node) => ({ stream: '', node }));
  const waits = { exit: null, to: null, state: 'WAITING' };
  expect(compared({ waitSeconds: 12 * 3600 })).toEqual({ kind: 'same' });
  expect(compared({ waitSeconds: 72 * 3600 })).toEqual({
    kind: 'elsewhere',
    parting: {
      node: { stream: '', node: 'wait0001' },
      was: { exit: 'next', to: { stream: '', node: 'menu0001' }, state: '' },
      would: waits,
    },
  });
  expect(compared({ waits: 'letter' })).toEqual({
    kind: 'elsewhere',
    parting: { node: late, was: { exit: 'next', to: end, state: '' }, would: waits },
  });
  expect(compared({ pattern: '[0-9]+' })).toEqual({
    kind: 'elsewhere',
    parting: { node: ask, was: { exit: 'ok', to: call, state: '' }, would: { ...waits, state: 'TIMEDOUT' } },
  });
});

test('a walk that cannot be compared says why', () => {
  const why = (walk: object) => compared({}, walk);
  expect(why({ past: null })).toEqual({ kind: 'uncompared', why: 'TOO_LONG' });
  expect(why({ past: past.slice(1) })).toEqual({ kind: 'uncompared', why: 'NOT_KEPT' });
  expect(why({ world: null })).toEqual({ kind: 'uncompared', why: 'PERSON_GONE' });
  expect(why({ turns: [{ kind: 'move', visits: [] }] })).toEqual({ kind: 'uncompared', why: 'MOVED' });
  expect(why({ turns: [{ kind: 'continue', visits: [] }] })).toEqual({ kind: 'uncompared', why: 'ACTED' });
  // It did not come out so then: something outside was different.
  expect(why({ turns: [{ kind: 'all', visits: own.passed.slice(0, -1) }] })).toEqual({ kind: 'uncompared', why: 'UNLIKE' });
});
