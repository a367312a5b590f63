import { compileStream, emptyForm, examples, readForm, rehearse, shapeOfName, shownOf, type TestCase } from '@parley/journey';
import { answerReaders } from '@parley/nlu/answers';
import { expect, test } from 'vitest';
import { runTests } from '../panels/tests-panel.tsx';
import { makeStream, nestedStreams, smallStream } from '../test-stream.ts';
import { compileWith, Play } from './play.ts';

const facts = { channel: 'WHATSAPP', language: 'en', zone: 'UTC', country: 'IN', customer: { name: 'Asha' }, said: null };
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
  // The played conversation is a test that the same stream passes, and another one does not.
  const test = done.toTest('test0001', 'Order');
  const stage = { readers: answerReaders, shapeOf: shapeOfName, hoursOf: () => undefined };
  const run = (document: typeof stream) => rehearse({ main: compileStream(document), streams: new Map() }, test, stage);
  expect(run(stream)).toMatchObject({ isPassed: true, failures: [], differences: [] });
  expect(test.record?.map(({ says }) => says)).toEqual([[], [], ['It comes on ⟨day⟩.']]);
  const other = {
    ...stream,
    nodes: stream.nodes.map((node) =>
      node.type === 'message.text' ? { ...node, config: { ...node.config, text: { en: 'Later.' } } } : node,
    ),
  };
  expect(run(other).differences).toEqual([
    { turn: 2, kind: 'text', stream: '', node: '', name: '', expected: 'It comes on ⟨day⟩.', found: 'Later.' },
  ]);
  // A service that answers 500 has failed here as everywhere.
  const broken = begun.answer({ outcome: 'DONE', status: 500, answer: {}, error: '' });
  expect([...broken.trail().edges].filter((edge) => edge.startsWith('call0001'))).toEqual(['call0001 error']);
});

test('streams inside of others are played as they are published, however deep', () => {
  const { main, inside } = nestedStreams();
  const asked = Play.begin(main, facts, monday, inside);
  expect([shown(asked), asked.trail().current, asked.standing.node?.name]).toEqual([['Which city?'], 'ask00001', 'City']);
  const over = asked.say('Pune');
  expect(shown(over)).toEqual(['Which city?', 'Pune!', 'To Pune, then.']);
  expect([...over.trail().nodes]).toEqual(['ask00001', 'tell0001', 'end00001']);
  expect(over.turns.at(-1)?.visits.map(({ stream, node }) => `${over.documentOf(stream).name} ${node}`)).toContain('Echo say00001');
  // Streams inside are missing here, so the walk continues as if they were gone.
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

/** A saved conversation, said by hand in the panel where streams are tried. */
function tryOut(stream: (typeof examples)[number]['document'], { facts: known, said, turns, stubs }: TestCase): Play {
  const { channel, language, zone, country, customer, now } = known;
  const answered = (play: Play): Play => {
    const stub = play.instance.wait?.kind === 'call' ? stubs[play.node] : undefined;
    return stub ? answered(play.answer(stub)) : play;
  };
  return turns.reduce(
    (play, turn) => {
      switch (turn.kind) {
        case 'say':
          return answered(play.say(turn.text));
        case 'press':
          return answered(play.press(turn.item));
        case 'media':
          return answered(play.send(turn.media as 'image'));
        case 'skip':
          return answered(play.skip(turn.seconds));
        default:
          throw new Error(`No example says ${turn.kind}.`);
      }
    },
    answered(Play.begin(stream, { channel, language, zone, country, customer, said }, Date.parse(now))),
  );
}

const hours = { calendars: {}, own: null };
test.each(examples.map((example) => [example.name, example] as const))(
  'the saved conversations of “%s” go the same way where they are tried and where all are run',
  (_, { document, tests }) => {
    const run = runTests(
      document,
      tests.map((one) => ({ id: one.id, test: one })),
      { inside: new Map(), forms: new Map(), hours },
    );
    const ways = (found: { visits: { node: string; exit: string | null }[] }[]) =>
      found.flatMap(({ visits }) => visits.map(({ node, exit }) => [node, exit]));
    expect(tests.length).toBeGreaterThan(0);
    for (const one of tests) {
      const ran = run.results.get(one.id);
      const tried = tryOut(document, one);
      expect([one.name, ran?.failures]).toEqual([one.name, []]);
      expect([one.name, shown(tried), ways([...tried.turns])]).toEqual([
        one.name,
        ran?.turns.flatMap((turn) => turn.shown),
        ways(ran?.turns ?? []),
      ]);
      expect(tried.instance.state).toBe(ran?.turns.at(-1)?.standing.state);
      // A test saved where it was tried has the same result where all are run.
      const saved = tried.toTest(one.id, one.name);
      const again = runTests(document, [{ id: one.id, test: saved }], { inside: new Map(), forms: new Map(), hours }).results.get(one.id);
      expect([one.name, again?.differences, saved.record?.length]).toEqual([one.name, [], saved.turns.length + 1]);
    }
  },
);

test('numbers and days in words are read as the server reads them, in the zone and the country of the enterprise', () => {
  const stream = makeStream(
    {
      many0001: { type: 'input.number', config: { text: { en: 'How many?' }, asking: { variable: 'many' } }, to: { ok: 'when0001' } },
      when0001: { type: 'input.date', config: { text: { en: 'When?' }, asking: { variable: 'day' } }, to: { ok: 'call0001' } },
      call0001: { type: 'input.phone', config: { text: { en: 'Which number?' }, asking: { variable: 'phone' } }, to: { ok: 'end00001' } },
      end00001: { type: 'mark.end' },
    },
    { variables: ['many:Number', 'day:Date', 'phone:Text'].map((one) => ({ name: one.split(':')[0], type: one.split(':')[1] })) },
  );
  // Nine in the evening of UTC is the next day in Kolkata.
  const evening = Date.UTC(2026, 0, 5, 21);
  const given = (many: string, when: string) =>
    Play.begin(stream, { ...facts, zone: 'Asia/Kolkata' }, evening)
      .say(many)
      .say(when)
      .say('98765 43210').instance.frames[0]?.variables;
  const told = { day: { $: 'day', day: '2026-01-07' }, phone: '+919876543210' };
  expect(given('nine', 'tomorrow')).toEqual({ many: 9, ...told });
  expect(given('नौ', 'कल')).toEqual({ many: 9, ...told });
  expect(given('9', '7 January')).toEqual({ many: 9, ...told });
  const unclear = Play.begin(stream, facts, evening).say('9').say('3/4/2026');
  expect([unclear.node, Object.keys(unclear.instance.frames[0]?.variables ?? {})]).toEqual(['when0001', ['many']]);
});

test.each(['01/12/2026', '1/12', 'on 01/12/2026 please', '1 / 12 / 2026', '1-12-26', '०१/१२/२०२६'])(
  '%s can be two days: it is asked again with a hint, and taken with the month as a word',
  (digits) => {
    const stream = makeStream(
      {
        when0001: { type: 'input.date', config: { text: { en: 'When?' }, asking: { variable: 'day' } }, to: { ok: 'end00001' } },
        end00001: { type: 'mark.end' },
      },
      { variables: [{ name: 'day', type: 'Date' }] },
    );
    const shownIn = (play: Play) => play.turns.at(-1)?.effects.map((effect) => (effect.kind === 'send' ? effect.content : effect.kind));
    const day = (play: Play) => play.instance.frames[0]?.variables.day;
    const asked = Play.begin(stream, { ...facts, zone: 'Asia/Kolkata' }, Date.UTC(2026, 10, 5, 4)).say(digits);
    const hint = 'Those digits can be two different days. Please write the month as a word, such as 1 December.';
    expect(shownIn(asked)).toMatchObject([{ kind: 'text', text: `When?\n${hint}` }]);
    expect([asked.node, day(asked)]).toEqual(['when0001', undefined]);
    expect(day(asked.say('1 December 2026'))).toEqual({ $: 'day', day: '2026-12-01' });
    // A date with only one reading is taken as it stands.
    expect(day(asked.say('13/12/2026'))).toEqual({ $: 'day', day: '2026-12-13' });
    expect(day(asked.say('12/12/2026'))).toEqual({ $: 'day', day: '2026-12-12' });
    expect(day(asked.say('2026-01-12'))).toEqual({ $: 'day', day: '2026-01-12' });
  },
);

test('expressions ask the hours of calendars by the time of the trial', () => {
  const stream = makeStream({
    ask00001: { type: 'input.text', config: { text: { en: 'Hello?' }, asking: { variable: '' } }, to: { ok: 'cond0001' } },
    cond0001: {
      type: 'logic.condition',
      config: { test: { source: 'isOpen("Support") || isOpen()' } },
      to: { yes: 'open0001', no: 'end00001' },
    },
    open0001: { type: 'message.text', config: { text: { en: 'We are open.' } }, to: { next: 'end00001' } },
    end00001: { type: 'mark.end' },
  });
  const slots = (from: string, to: '24:00' | '00:30') => ({
    timeZone: 'UTC',
    days: Array.from({ length: 7 }, () => [{ from, to }]),
    exceptions: [],
  });
  const hours = { calendars: { c1: slots('23:59', '00:30'), c2: slots('23:59', '24:00') }, names: { support: 'c1' }, own: 'c2' };
  const begun = (time: number) => shown(Play.begin(stream, facts, time, new Map(), hours).say('Hi'));
  expect(begun(Date.UTC(2026, 0, 6, 0, 29))).toEqual(['Hello?', 'We are open.']);
  expect(begun(Date.UTC(2026, 0, 6, 0, 30))).toEqual(['Hello?']);
});

test('a stream that asks with a form asks it one by one, refuses what the form refuses, and goes on with the answers', () => {
  const form = readForm({
    ...emptyForm('f1', 'Loan', 'en', 'screen01'),
    screens: [
      {
        id: 'screen01',
        fields: [
          { id: 'field001', name: 'who', kind: 'text', label: { en: 'Your name?' }, required: 'true' },
          { id: 'field002', name: 'age', kind: 'number', label: { en: 'Your age?' }, required: 'true', least: '18' },
        ],
      },
    ],
  });
  if (!('form' in form)) throw new Error('The form cannot be read.');
  const stream = makeStream(
    {
      form0001: {
        type: 'input.form',
        config: { form: { ref: 'form', id: 'f1', name: 'Loan' }, text: { en: 'Two questions.' }, variable: 'loan' },
        to: { ok: 'tell0001' },
      },
      tell0001: { type: 'message.text', config: { text: { en: 'Thanks {{ loan.who }}, {{ loan.age }}.' } }, to: { next: 'end00001' } },
      end00001: { type: 'mark.end' },
    },
    { variables: [{ name: 'loan', type: 'Map' }] },
  );
  const forms = new Map([['f1', form.form]]);
  const begun = Play.begin(stream, facts, monday, new Map(), undefined, forms);
  expect(shown(begun)).toEqual(['Two questions.\nYour name?']);
  const refused = begun.say('Asha').say('12');
  expect(shown(refused).at(-1)).toContain('18');
  const done = refused.say('30').say('ok');
  expect([shown(done).at(-1), done.isOver]).toEqual(['Thanks Asha, 30.', true]);
  const stage = { readers: answerReaders, shapeOf: shapeOfName, hoursOf: () => undefined };
  const saved = done.toTest('test0001', 'Loan');
  expect(rehearse(compileWith(stream, new Map(), forms), saved, stage)).toMatchObject({ isPassed: true, failures: [] });
});
