import { compileStream, rehearse, shapeOfName, shownOf } from '@parley/journey';
import { expect, test } from 'vitest';
import { makeStream, nestedStreams, smallStream } from '../test-stream.ts';
import { Play } from './play.ts';
import { plainReaders } from './readers.ts';

const facts = { channel: 'WHATSAPP', language: 'en', zone: 'UTC', customer: { name: 'Asha' }, said: null };
const monday = Date.UTC(2026, 0, 5, 9);
const shown = (play: Play) =>
  play.turns.flatMap(({ effects }) => effects.flatMap((effect) => (effect.kind === 'send' ? [shownOf(effect)] : [])));

test('a conversation is played in memory, marks its path, and goes a turn back', () => {
  const begun = Play.begin(smallStream(), facts, monday);
  expect(shown(begun)).toEqual(['Hello Asha', 'How old?']);
  expect(begun.trail().current).toBe('ask00001');
  const over = begun.say('21');
  expect([over.isOver, over.instance.outcome]).toEqual([true, 'in']);
  expect([...over.trail().edges]).toContain('cond0001 yes');
  const again = over.back().say('3');
  expect(again.instance.outcome).toBe('');
  expect(again.trail().nodes.has('end00002')).toBe(true);
  expect(begun.jump('cond0001').isOver).toBe(true);
});

test('calls wait for the answer that they are given, and time is skipped to the next timer', () => {
  const stream = makeStream(
    {
      call0001: {
        type: 'data.http',
        config: { address: 'https://shop.example/', picks: [{ path: 'day', variable: 'day' }] },
        to: { ok: 'wait0001', unknown: 'end00001' },
      },
      wait0001: { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 3600 } }, to: { next: 'tell0001' } },
      tell0001: { type: 'message.text', config: { text: { en: 'It comes on {{ day }}.' } }, to: { next: 'end00001' } },
      end00001: { type: 'mark.end' },
    },
    { variables: [{ name: 'day', type: 'Text' }] },
  );
  const begun = Play.begin(stream, facts, monday);
  expect(begun.instance.wait?.kind).toBe('call');
  const waiting = begun.answer({ outcome: 'DONE', status: 200, answer: { day: 'Monday' }, error: '' });
  expect(waiting.dueAt).toBe(monday + 3_600_000);
  const early = waiting.skip(600);
  expect([early.isOver, early.now]).toEqual([false, monday + 600_000]);
  const done = early.skipToDue();
  expect([shown(done), done.isOver]).toEqual([['It comes on Monday.'], true]);
  expect([...begun.answer({ outcome: 'UNKNOWN', status: 0, answer: null, error: '' }).trail().edges]).toContain('call0001 unknown');
  // What was played is a test that the same stream passes, and another one does not.
  const test = done.toTest('test0001', 'Order', shownOf);
  const stage = { readers: plainReaders, shapeOf: shapeOfName };
  const run = (document: typeof stream) => rehearse({ main: compileStream(document), streams: new Map() }, test, stage);
  expect(run(stream).failures).toEqual([]);
  const other = {
    ...stream,
    nodes: stream.nodes.map((node) =>
      node.type === 'message.text' ? { ...node, config: { ...node.config, text: { en: 'Later.' } } } : node,
    ),
  };
  expect(run(other).isPassed).toBe(false);
});

test('streams inside of others are played as they are published, however deep', () => {
  const { main, inside } = nestedStreams();
  const asked = Play.begin(main, facts, monday, inside);
  expect([shown(asked), asked.trail().current, asked.standing.node?.name]).toEqual([['Which city?'], 'ask00001', 'City']);
  const over = asked.say('Pune');
  expect(shown(over)).toEqual(['Which city?', 'Pune!', 'To Pune, then.']);
  expect([...over.trail().nodes]).toEqual(['ask00001', 'tell0001', 'end00001']);
  expect(over.turns.at(-1)?.visits.map(({ stream, node }) => `${over.documentOf(stream).name} ${node}`)).toContain('Echo say00001');
  // Without them it goes on as where a stream is gone.
  expect(Play.begin(main, facts, monday).isOver).toBe(true);
});

test('buttons are pressed as the channel shows them', () => {
  const item = (id: string, title: string) => ({ id, title: { en: title } });
  const stream = makeStream({
    menu0001: {
      type: 'message.buttons',
      config: { text: { en: 'Well?' }, items: [item('yes00001', 'Yes'), item('no000001', 'No')] },
      to: { yes00001: 'end00001', no000001: 'end00002' },
    },
    end00001: { type: 'mark.end', config: { outcome: 'yes' } },
    end00002: { type: 'mark.end', config: { outcome: 'no' } },
  });
  expect(Play.begin(stream, facts, monday).press('no000001').instance.outcome).toBe('no');
  const bySms = Play.begin(stream, { ...facts, channel: 'SMS' }, monday);
  expect(shown(bySms)).toEqual(['Well?\n1. Yes\n2. No']);
  expect(bySms.say('1').instance.outcome).toBe('yes');
});

test('days are read as they are written, and a doubtful one is asked back', () => {
  const read = (text: string) => plainReaders.date(text, { language: 'en', zone: 'UTC', now: monday, hasTime: false });
  expect(['2026-02-03', '31.12.2026', '3/4/2026', '31/31/2026', 'soon'].map(read)).toEqual([
    { day: '2026-02-03' },
    { day: '2026-12-31' },
    'unclear',
    null,
    null,
  ]);
});
