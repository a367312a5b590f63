import { compileStream, shapeOfName } from '@parley/journey';
import { answerReaders as readers } from '@parley/nlu/answers';
import { expect, test } from 'vitest';
import { ask, makeStream, texts } from '../../../../test/journeys.ts';
import type { StoredInput, WaitingInput } from './input.repository.ts';
import { playTurns } from './instance.turns.ts';

const begin = Date.parse('2026-03-02T09:00:00Z');

test('a walk whose turns do much takes some of them, and leaves the rest to the next transaction', () => {
  const document = makeStream(
    {
      set00001: {
        type: 'data.set',
        config: { assignments: [{ variable: 'n', value: 'entry.list.map(t, upper(entry.text)).size()' }] },
        to: { next: 'ask00001' },
      },
      ask00001: ask('Once more?', 'word', { ok: 'set00001' }, { takesEarlier: true }),
    },
    { variables: [...texts('word'), { name: 'n', type: 'Number' }] },
  );
  const running = {
    journeyId: document.id,
    version: 1,
    name: '',
    compiled: { main: compileStream(document), streams: new Map() },
    pinned: {},
    nodeNumbers: new Map(),
    channels: [],
    templates: [],
    calendars: [],
  };
  const facts = {
    zone: 'UTC',
    language: 'en',
    country: 'IN',
    customer: { groups: [], labels: [] },
    channel: {},
    isWindowOpen: true,
    shape: shapeOfName('WHATSAPP'),
    readers,
    refusalOf: () => '',
    hoursOf: () => ({ calendarId: null, isOpen: () => true, opensAt: (at: number) => at }),
    customerId: 'c1',
    mostNodes: 100,
  };
  const inputs = (...given: StoredInput[]): WaitingInput[] =>
    given.map((input, place) => ({ inputId: place + 1, instanceId: 'w1', input, isKept: false, at: new Date(begin) }));
  const entry = { list: Array.from({ length: 20 }, (_, n) => n), text: 'x'.repeat(64_000) };
  const begun = playTurns({
    running,
    instanceId: 'w1',
    instance: null,
    facts,
    inputs: inputs({ kind: 'start', text: null, media: [], entry } as StoredInput),
    now: begin,
  });
  // Each round looks at 2.6 million characters.
  const rounds = Array.from({ length: 10 }, (): StoredInput => ({ kind: 'continue', node: 'set00001' }));
  const played = playTurns({ running, instanceId: 'w1', instance: begun.instance, facts, inputs: inputs(...rounds), now: begin });
  expect([played.turns.length, played.read, played.kept]).toEqual([3, [1, 2, 3], []]);
});
