import { expect, test } from 'vitest';
import { shapeOfType } from '../content/shapes.ts';
import type { Value } from '../expression/value.ts';
import type { Compiled } from './compile.ts';
import type { Effect } from './effects.ts';
import { compiledOf, hour, makeDocument, makeFacts, minute, photo, sms, Talk, whatsapp } from './engine.fixtures.ts';
import type { Facts } from './facts.ts';
import { dueAtOf } from './state.ts';
import { start, step } from './step.ts';

const en = (text: string) => ({ en: text });
const item = (id: string, title: string, more: object = {}) => ({ id, title: en(title), ...more });
const ofKind = (effects: readonly Effect[], kind: Effect['kind']) => effects.filter((effect) => effect.kind === kind);

const loan = makeDocument(
  {
    ask00001: {
      type: 'input.number',
      config: { text: en('Your income?'), asking: { variable: 'income', retryTexts: [en('A number, please.')] }, least: '1' },
      to: { ok: 'pan00001', invalid: 'bye00001' },
    },
    pan00001: {
      type: 'input.media',
      config: { text: en('A photo of your PAN card'), asking: { variable: 'pan' } },
      to: { ok: 'mile0001' },
    },
    mile0001: { type: 'mark.milestone', config: { milestone: 'docs0001' }, to: { next: 'call0001' } },
    call0001: {
      type: 'data.http',
      name: 'score',
      config: {
        method: 'POST',
        address: 'https://score.example/v1/{{ income }}',
        body: { kind: 'json', text: '{"income": {{ income }}, "note": "by {{ customer.name }}"}' },
        picks: [{ path: 'offer.amount', variable: 'offer' }],
      },
      to: { ok: 'if000001', unknown: 'unk00001', error: 'err00001' },
    },
    if000001: {
      type: 'logic.condition',
      config: { test: { source: 'offer != null && income * 0.4 >= offer / 12' } },
      to: { yes: 'yesno001', no: 'bye00001' },
    },
    yesno001: {
      type: 'message.buttons',
      config: { text: en('We offer {{ format(offer, 0) }}.'), items: [item('yes00001', 'Yes'), item('no000001', 'No')] },
      to: { yes00001: 'mile0002', no000001: 'bye00001' },
    },
    mile0002: { type: 'mark.milestone', config: { milestone: 'took0001' }, to: { next: 'end00001' } },
    unk00001: { type: 'message.text', config: { text: en('We will call you.') }, to: { next: 'end00001' } },
    err00001: { type: 'message.text', config: { text: en('Please try later.') }, to: { next: 'end00001' } },
    bye00001: { type: 'message.text', config: { text: en('Goodbye.') }, to: { next: 'end00001' } },
    end00001: { type: 'mark.end', config: { outcome: 'over' } },
  },
  {
    variables: [
      { name: 'income', type: 'Number', isSensitive: true },
      { name: 'pan', type: 'Media' },
      { name: 'offer', type: 'Number' },
    ],
    milestones: [
      { id: 'docs0001', name: 'Documents' },
      { id: 'took0001', name: 'Accepted' },
    ],
  },
);

test('a loan: a wrong answer is asked again, papers are taken, a call decides, and sensitive values stay unseen', () => {
  const talk = new Talk(compiledOf(loan));
  expect(talk.shown).toEqual(['Your income?']);
  expect(talk.say('abc').shown).toEqual(['A number, please.']);
  expect(talk.say('45,000').shown).toEqual(['A photo of your PAN card']);
  expect(talk.stepped.visits[0]?.sets).toEqual([{ name: 'income', value: '•••' }]);
  talk.send(photo());
  expect(talk.path).toEqual(['pan00001>ok', 'mile0001>next', 'call0001>']);
  expect(ofKind(talk.stepped.effects, 'call')).toEqual([
    {
      kind: 'call',
      node: 'call0001',
      call: 1,
      request: {
        kind: 'http',
        method: 'POST',
        address: 'https://score.example/v1/45000',
        query: [],
        headers: [],
        body: { kind: 'json', text: '{"income": 45000, "note": "by Asha"}' },
        integration: '',
        timeoutSeconds: 10,
        isSafe: false,
      },
      isSecret: true,
    },
  ]);
  // A message while the call runs is kept, and starts nothing again.
  expect(talk.say('hello?').stepped.kind).toBe('kept');
  talk.give({ kind: 'call', call: 1, outcome: 'DONE', status: 200, answer: { offer: { amount: 200_000 } }, error: '' });
  expect(talk.shown).toEqual(['We offer 200,000. [Yes|No]']);
  expect(talk.stepped.visits[1]?.comparisons.map(({ leftValue, operator, outcome }) => [leftValue, operator, outcome])).toEqual([
    ['Number', '!=', true],
    ['Number', '>=', true],
  ]);
  talk.press('yes00001');
  expect(talk.standing).toBe('COMPLETED');
  expect(talk.instance.milestones).toEqual(['docs0001', 'took0001']);
  // The offer was answered to a call that carried the income, and is forgotten with it.
  expect(talk.variables).toEqual({ pan: photo() });
});

test('a call whose outcome nobody knows leaves by its own exit, and is not made again', () => {
  const talk = new Talk(compiledOf(loan)).say('45000').send(photo());
  talk.give({ kind: 'call', call: 1, outcome: 'UNKNOWN', status: 0, answer: null, error: 'closed' });
  expect([talk.shown, talk.standing]).toEqual([['We will call you.'], 'COMPLETED']);
  expect(ofKind(talk.effects, 'call')).toHaveLength(1);
  expect(talk.give({ kind: 'call', call: 1, outcome: 'DONE', status: 200, answer: null, error: '' }).stepped.kind).toBe('ignored');
});

test('an answer of 400 and more is a failure, whoever tells of it: it leaves by its rule, else by error', () => {
  const by = (status: number, outcome: 'DONE' | 'FAILED') => {
    const document = makeDocument({
      call0001: {
        type: 'data.http',
        config: { address: 'https://shop.example/', statuses: [{ id: 'gone0001', from: 404, to: 404 }] },
        to: { ok: 'end00001', gone0001: 'end00001', unknown: 'end00001', error: 'end00001' },
      },
      end00001: { type: 'mark.end' },
    });
    return new Talk(compiledOf(document)).give({ kind: 'call', call: 1, outcome, status, answer: null, error: '' }).path[0];
  };
  expect([by(200, 'DONE'), by(404, 'DONE'), by(500, 'DONE')]).toEqual(['call0001>ok', 'call0001>gone0001', 'call0001>error']);
  expect([by(404, 'FAILED'), by(500, 'FAILED'), by(0, 'FAILED')]).toEqual(['call0001>gone0001', 'call0001>error', 'call0001>error']);
});

test('an operator says what an unknown call has done: it goes on there once, from wherever it stands', () => {
  const waiting = makeDocument(
    {
      loop0001: { type: 'logic.loop', config: { most: 2 }, to: { each: 'call0001', done: 'end00001' } },
      call0001: {
        type: 'data.http',
        config: { method: 'POST', address: 'https://score.example', picks: [{ path: 'offer', variable: 'offer' }] },
        to: { ok: 'yes00001', unknown: 'wait0001', error: 'no000001' },
      },
      wait0001: { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 3600 } }, to: { next: 'loop0001' } },
      yes00001: { type: 'message.text', config: { text: en('We offer {{ offer }}.') }, to: { next: 'loop0001' } },
      no000001: { type: 'message.text', config: { text: en('No offer.') }, to: { next: 'end00001' } },
      end00001: { type: 'mark.end' },
    },
    { variables: [{ name: 'offer', type: 'Number' }] },
  );
  const outcome = (more: object) =>
    ({ kind: 'call', call: 1, outcome: 'DONE', status: 200, answer: { offer: 7 }, error: '', ...more }) as const;
  const talk = () => new Talk(compiledOf(waiting)).give(outcome({ outcome: 'UNKNOWN' }));
  expect(talk().give(outcome({})).stepped.kind).toBe('ignored');
  expect(talk().give(outcome({ node: 'none0001' })).stepped.kind).toBe('ignored');
  const told = talk().give(outcome({ node: 'call0001' }));
  expect([told.shown, told.path]).toEqual([['We offer 7.'], ['wait0001>', 'call0001>ok', 'yes00001>next', 'loop0001>each', 'call0001>']]);
  expect([told.instance.wait, told.instance.frames[0]?.loops]).toMatchObject([{ kind: 'call', call: 2 }, [{ index: 1 }]]);
  expect(talk().give(outcome({ node: 'call0001', outcome: 'FAILED', status: 0 })).shown).toEqual(['No offer.']);
});

test('a skill talks on until an intent that ends it, what it does not understand, people, or its last turn', () => {
  const document = makeDocument(
    {
      bot00001: {
        type: 'talk.skill',
        config: {
          bot: { ref: 'bot', id: 'b1' },
          intents: [{ id: 'book0001', intent: { ref: 'intent', id: 'i-book' } }],
          taken: { day: 'day' },
          mostTurns: 3,
          timeoutSeconds: 600,
        },
        to: { book0001: 'text0001', done: 'end00001', notUnderstood: 'miss0001', handOver: 'end00002', timeout: 'end00001' },
      },
      text0001: { type: 'message.text', config: { text: en('On {{ day }}.') }, to: { next: 'end00001' } },
      miss0001: { type: 'message.text', config: { text: en('Sorry.') }, to: { next: 'bot00001' } },
      end00001: { type: 'mark.end' },
      end00002: { type: 'mark.end', config: { outcome: 'people' } },
    },
    { variables: [{ name: 'day', type: 'Text' }] },
  );
  const answered = (talk: Talk, outcome: string, more: object = {}) =>
    talk.give({
      kind: 'call',
      call: talk.instance.callCount,
      outcome: 'DONE',
      status: 200,
      answer: { replies: ['ok'], state: { at: talk.instance.callCount }, outcome, intent: '', values: {}, ...more },
      error: '',
    });
  // The customer's text begins the talk, but not the word of the rule.
  expect(new Talk(compiledOf(document), { said: 'Book!', entry: { word: 'book' } }).instance.wait).toMatchObject({ kind: 'answer' });
  const talk = new Talk(compiledOf(document), { said: 'a room' });
  const asked = () => ofKind(talk.stepped.effects, 'call')[0];
  expect(asked()).toMatchObject({ request: { kind: 'skill', bot: 'b1', text: 'a room', state: {} } });
  expect(answered(talk, 'goesOn').shown).toEqual(['ok']);
  talk.say('Friday');
  expect(asked()).toMatchObject({ request: { text: 'Friday', state: { at: 1 } } });
  expect(talk.say('and more').stepped.kind).toBe('kept');
  answered(talk, 'intent', { intent: 'i-book', values: { day: 'Friday', other: 'x' } });
  expect([talk.shown, talk.standing, talk.instance.skill]).toEqual([['ok', 'On Friday.'], 'COMPLETED', undefined]);

  const lost = answered(new Talk(compiledOf(document), { said: 'hm' }), 'notUnderstood');
  expect([lost.shown, lost.instance.wait?.kind]).toEqual([['Sorry.'], 'answer']);
  expect(answered(new Talk(compiledOf(document), { said: 'hm' }), 'handOver')).toMatchObject({ instance: { outcome: 'people' } });
  const long = answered(answered(new Talk(compiledOf(document), { said: 'a' }), 'goesOn').say('b'), 'intent', { intent: 'i-other' }).say(
    'c',
  );
  expect(answered(long, 'goesOn').path).toEqual(['bot00001>done', 'end00001>']);
  expect(new Talk(compiledOf(document)).pass(10 * minute).standing).toBe('COMPLETED');
});

test('an answer that never passes leaves by invalid after the last try', () => {
  const talk = new Talk(compiledOf(loan)).say('a').say('b');
  expect(talk.shown).toEqual(['A number, please.']);
  expect([talk.say('c').shown, talk.standing]).toEqual([['Goodbye.'], 'COMPLETED']);
});

test('a turn taken twice is the same to the byte, and leaves what it was given as it was', () => {
  const talk = new Talk(compiledOf(loan)).say('45000');
  const before = JSON.stringify(talk.instance);
  const take = () =>
    JSON.stringify(
      step(talk.compiled, talk.instance, { kind: 'message', text: '', media: [photo()], location: null }, talk.facts, talk.now),
    );
  expect(take()).toBe(take());
  expect(JSON.stringify(talk.instance)).toBe(before);
});

const menu = makeDocument(
  {
    menu0001: {
      type: 'message.buttons',
      config: {
        text: en('What is it?'),
        items: Array.from({ length: 12 }, (_, place) =>
          item(`item00${String(place + 1).padStart(2, '0')}`, `Choice ${place + 1}`, place === 1 ? { synonyms: ['refund'] } : {}),
        ),
      },
      to: Object.fromEntries(Array.from({ length: 12 }, (_, place) => [`item00${String(place + 1).padStart(2, '0')}`, 'text0001'])),
    },
    text0001: {
      type: 'input.text',
      config: { text: en('Tell us more'), asking: { variable: 'more', timeoutSeconds: 3600 } },
      to: { ok: 'end00001', timeout: 'late0001' },
    },
    late0001: { type: 'message.text', config: { text: en('Too late') }, to: { next: 'end00001' } },
    end00001: { type: 'mark.end' },
  },
  {
    variables: [{ name: 'more', type: 'Text' }],
    settings: {
      closedText: en('That is closed.'),
      inactivity: { seconds: 7200, reminder: { seconds: 3600, text: en('Still there?') }, text: en('Bye') },
    },
  },
);

test('choices are shown as the channel can, with pages, and answers match by number, word and beginning', () => {
  const talk = new Talk(compiledOf(menu));
  expect(talk.shown).toEqual([`What is it? <${Array.from({ length: 9 }, (_, place) => `Choice ${place + 1}`).join('|')}|More…>`]);
  expect(talk.press('more').shown).toEqual(['What is it? <Choice 10|Choice 11|Choice 12>']);
  // The choices of the first page are still valid.
  expect(talk.press('item0003', 1).path).toEqual(['menu0001>item0003', 'text0001>']);

  const bySms = () => new Talk(compiledOf(menu), { facts: makeFacts({ shape: sms }) });
  expect(bySms().shown[0]?.split('\n')).toEqual([
    'What is it?',
    ...Array.from({ length: 9 }, (_, place) => `${place + 1}. Choice ${place + 1}`),
    '0. More…',
  ]);
  expect(bySms().say('two').path).toEqual(['menu0001>item0002', 'text0001>']);
  expect(bySms().say('0').say('2').path).toEqual(['menu0001>item0011', 'text0001>']);
  expect(bySms().say(' REFUND! ').path).toEqual(['menu0001>item0002', 'text0001>']);
  expect(bySms().say('choice 12').path).toEqual(['menu0001>item0012', 'text0001>']);
  // Several begin so.
  expect(bySms().say('choice').path).toEqual(['menu0001>']);
});

test('cards are shown where a channel has them, else as pictures, words and choices that say of which card they are', () => {
  const card = (id: string, title: string, media: object | null = null) => ({
    media,
    title: en(title),
    text: en(`About ${title}`),
    items: [item(`${id}0001`, 'Buy'), item(`${id}0002`, 'More', { action: { kind: 'url', url: 'https://shop.example' } })],
  });
  const picture = { kind: 'library', media: { ref: 'media', id: 'p1' } };
  const of = (...cards: object[]) =>
    compiledOf(
      makeDocument({
        card0001: { type: 'message.card', config: { cards }, to: { aaaa0001: 'yes00001', bbbb0001: 'no000001' } },
        yes00001: { type: 'message.text', config: { text: en('A.') }, to: { next: 'end00001' } },
        no000001: { type: 'message.text', config: { text: en('B.') }, to: { next: 'end00001' } },
        end00001: { type: 'mark.end' },
      }),
    );
  const two = of(card('aaaa', 'Tea', picture), card('bbbb', 'Coffee'));
  const on = (compiled: ReturnType<typeof of>, shape: Facts['shape']) => new Talk(compiled, { facts: makeFacts({ shape }) });
  const rcs = shapeOfType(10);
  expect(on(two, rcs).shown).toEqual(['Tea/About Tea [Buy|More] Coffee/About Coffee [Buy|More]']);
  expect(on(two, rcs).press('bbbb0001').shown).toEqual(['B.']);
  const lines = 'Choose\nTea: More: https://shop.example\nCoffee: More: https://shop.example\n1. Tea: Buy\n2. Coffee: Buy';
  expect(on(two, sms).shown).toEqual(['media p1 Tea\nAbout Tea', 'Coffee\nAbout Coffee', lines]);
  expect(on(two, sms).say('two').shown).toEqual(['B.']);
  const one = of({ ...card('aaaa', 'Tea', picture), items: [item('aaaa0001', 'Buy')] });
  expect(on(one, shapeOfType(4)).shown).toEqual(['Tea/About Tea [Buy]']);
  expect(on(one, whatsapp).shown).toEqual(['Tea\nAbout Tea [Buy]']);
  expect(on(one, sms).shown).toEqual(['media p1 ', 'Tea\nAbout Tea\n1. Buy']);
  expect(on(one, sms).say('1').shown).toEqual(['A.']);
});

test('a press of a question that is not open any more is told so, and the open one is asked again', () => {
  const talk = new Talk(compiledOf(menu)).press('item0001');
  expect(talk.press('item0002', 1).shown).toEqual(['That is closed.', 'Tell us more']);
  expect(talk.say('it broke').standing).toBe('COMPLETED');
  expect(talk.press('item0002', 1).stepped.kind).toBe('ignored');
});

test('silence: one reminder, then the end; a question with a time of its own leaves by timeout', () => {
  const silent = new Talk(compiledOf(menu)).pass(hour);
  expect(silent.shown).toEqual(['Still there?']);
  expect([silent.pass(hour).shown, silent.standing]).toEqual([['Bye'], 'TIMEDOUT/INACTIVE']);

  const timed = new Talk(compiledOf(menu)).press('item0001').pass(hour - 1);
  expect(timed.standing).toBe('WAITING');
  expect([timed.pass(1).shown, timed.standing]).toEqual([['Too late'], 'COMPLETED']);
});

test('a life that is over ends whatever is waited for', () => {
  const document = makeDocument(
    { wait0001: { type: 'logic.wait', config: { until: { kind: 'event', event: 'paid' } }, to: { next: 'wait0001' } } },
    { settings: { lifeDays: 1 } },
  );
  expect(new Talk(compiledOf(document)).pass(24 * hour).standing).toBe('TIMEDOUT/LIFE');
});

test('texts within seconds are one answer, and an answer that came before the question counts where it may', () => {
  const document = makeDocument(
    {
      early001: {
        type: 'input.text',
        config: { text: en('Order number?'), pattern: '#[0-9]+', asking: { variable: 'order', takesEarlier: true } },
        to: { ok: 'long0001' },
      },
      long0001: {
        type: 'input.text',
        config: { text: en('What happened?'), asking: { variable: 'story', gatherSeconds: 5 } },
        to: { ok: 'end00001' },
      },
      end00001: { type: 'mark.end' },
    },
    {
      variables: [
        { name: 'order', type: 'Text' },
        { name: 'story', type: 'Text' },
      ],
    },
  );
  const talk = new Talk(compiledOf(document), { said: '#8812' });
  expect(talk.shown).toEqual(['What happened?']);
  talk.say('It came late').pass(4000).say('and broken').pass(4999);
  expect(talk.standing).toBe('WAITING');
  expect([talk.pass(1).standing, talk.variables]).toEqual(['COMPLETED', { order: '#8812', story: 'It came late\nand broken' }]);
  expect(new Talk(compiledOf(document), { said: 'hello' }).shown).toEqual(['Order number?']);
});

test('loops go over lists and end; whoever comes from outside begins anew', () => {
  const document = makeDocument(
    {
      loop0001: { type: 'logic.loop', config: { list: 'items', item: 'one', most: 10 }, to: { each: 'say00001', done: 'again001' } },
      say00001: { type: 'message.text', config: { text: en('{{ one }}') }, to: { next: 'loop0001' } },
      again001: {
        type: 'input.choice',
        config: {
          text: en('Again?'),
          isSplit: true,
          style: 'buttons',
          options: { kind: 'fixed', items: [item('yes00001', 'Yes'), item('no000001', 'No')] },
        },
        to: { yes00001: 'loop0001', no000001: 'end00001' },
      },
      end00001: { type: 'mark.end' },
    },
    {
      variables: [
        { name: 'items', type: 'List', default: '["a", "b", "c"]' },
        { name: 'one', type: 'Text' },
      ],
    },
  );
  const talk = new Talk(compiledOf(document));
  expect(talk.shown).toEqual(['a', 'b', 'c', 'Again? [Yes|No]']);
  expect(talk.say('yes').shown).toEqual(['a', 'b', 'c', 'Again? [Yes|No]']);
  expect(talk.say('no').standing).toBe('COMPLETED');
});

test('a circle without a wait ends by its bound, and a way that is not joined fails in words', () => {
  const settings = { errorText: en('Something went wrong.') };
  const circle = makeDocument(
    { a0000001: { type: 'data.set', config: { assignments: [{ variable: 'n', value: 'n + 1' }] }, to: { next: 'a0000001' } } },
    { variables: [{ name: 'n', type: 'Number', default: '0' }], settings },
  );
  const talk = new Talk(compiledOf(circle));
  expect([talk.standing, talk.shown, talk.variables.n]).toEqual(['FAILED/LIMIT', ['Something went wrong.'], 100]);
  const open = makeDocument({ a0000001: { type: 'message.text', config: { text: en('Hello') } } }, { settings });
  expect([new Talk(compiledOf(open)).standing, new Talk(compiledOf(open)).shown]).toEqual([
    'FAILED/NO_EXIT',
    ['Hello', 'Something went wrong.'],
  ]);
});

test('a fault leaves by error, sets nothing by halves, and is told', () => {
  const document = makeDocument(
    {
      set00001: {
        type: 'data.set',
        config: {
          assignments: [
            { variable: 'a', value: '5' },
            { variable: 'b', value: 'a / 0' },
          ],
        },
        to: { next: 'end00001', error: 'text0001' },
      },
      text0001: { type: 'message.text', config: { text: en('a is {{ a ?? "empty" }}, {{ 1 / 0 }}!') }, to: { next: 'end00001' } },
      end00001: { type: 'mark.end' },
    },
    {
      variables: [
        { name: 'a', type: 'Number', saveTo: { ref: 'attribute', id: 'x' } },
        { name: 'b', type: 'Number' },
      ],
    },
  );
  const talk = new Talk(compiledOf(document));
  expect(talk.shown).toEqual(['a is empty, !']);
  expect(talk.stepped.visits.map(({ warnings }) => warnings)).toEqual([
    ['Nothing can be divided by 0.'],
    ['Nothing can be divided by 0.'],
    [],
  ]);
  expect(ofKind(talk.effects, 'customer')).toEqual([]);
});

test('a stream inside of a stream gets what it is given, and gives back what is taken', () => {
  const inner = makeDocument(
    {
      ask00001: {
        type: 'input.text',
        config: { text: en('Address in {{ city }}?'), asking: { variable: 'street', tries: 0 } },
        to: { ok: 'end00001' },
      },
      end00001: { type: 'mark.end' },
    },
    {
      id: 'inner',
      variables: [
        { name: 'city', type: 'Text' },
        { name: 'street', type: 'Text' },
      ],
    },
  );
  const outer = makeDocument(
    {
      sub00001: {
        type: 'logic.stream',
        config: { stream: { ref: 'stream', id: 'inner' }, given: { city: 'town' }, taken: { address: 'street' } },
        to: { done: 'text0001', ended: 'gone0001' },
      },
      text0001: { type: 'message.text', config: { text: en('To {{ address }}') }, to: { next: 'end00001' } },
      gone0001: { type: 'message.text', config: { text: en('No address') }, to: { next: 'end00001' } },
      end00001: { type: 'mark.end' },
    },
    {
      variables: [
        { name: 'town', type: 'Text', default: '"Pune"' },
        { name: 'address', type: 'Text' },
      ],
    },
  );
  const talk = new Talk(compiledOf(outer, inner));
  expect(talk.shown).toEqual(['Address in Pune?']);
  talk.say('M G Road');
  expect([talk.shown, talk.standing, talk.path]).toEqual([
    ['To M G Road'],
    'COMPLETED',
    ['ask00001>ok', 'end00001>', 'sub00001>done', 'text0001>next', 'end00001>'],
  ]);
  expect(new Talk(compiledOf(outer, inner)).say('').shown).toEqual(['No address']);
  expect(new Talk(compiledOf(outer)).standing).toBe('FAILED/ERROR');
});

test('waits: durations, dates, clocks, events by key, and what is too late', () => {
  const waiting = (until: object, notAfter = '') =>
    new Talk(
      compiledOf(
        makeDocument({
          wait0001: { type: 'logic.wait', config: { until, notAfter }, to: { next: 'next0001', late: 'late0001', timeout: 'time0001' } },
          next0001: { type: 'mark.end', config: { outcome: 'next' } },
          late0001: { type: 'mark.end', config: { outcome: 'late' } },
          time0001: { type: 'mark.end', config: { outcome: 'timeout' } },
        }),
      ),
    );
  const outcome = (talk: Talk) => talk.instance.outcome;
  expect(outcome(waiting({ kind: 'duration', seconds: 60 }).pass(minute))).toBe('next');
  expect(waiting({ kind: 'duration', seconds: 60 }).pass(minute - 1).standing).toBe('WAITING');
  expect(outcome(waiting({ kind: 'date', date: 'date("2026-03-09T10:00")', offsetSeconds: -1800 }).pass(30 * minute))).toBe('next');
  expect(outcome(waiting({ kind: 'date', date: 'date("2026-03-01")' }))).toBe('next');
  expect(outcome(waiting({ kind: 'duration', seconds: 7200 }, 'date("2026-03-09T10:00")'))).toBe('late');
  // Wednesday at 18:00 is two days and nine hours away.
  const clock = waiting({ kind: 'clock', time: '18:00', weekdays: [3] });
  expect(clock.pass(57 * hour - 1).standing).toBe('WAITING');
  expect(outcome(clock.pass(1))).toBe('next');
  const event = waiting({ kind: 'event', event: 'paid', key: '"7"', timeoutSeconds: 600 });
  expect(event.give({ kind: 'event', event: 'paid', key: '8', data: null }).stepped.kind).toBe('ignored');
  expect(outcome(event.give({ kind: 'event', event: 'paid', key: '7', data: { sum: 1 } }))).toBe('next');
  expect(outcome(waiting({ kind: 'event', event: 'paid', timeoutSeconds: 600 }).pass(10 * minute))).toBe('timeout');
  // A timer that nobody looked at in time, since the program was down.
  const missed = waiting({ kind: 'duration', seconds: 1800 }, 'date("2026-03-09T10:00")');
  missed.now += 2 * hour;
  expect(outcome(missed.give({ kind: 'timer' }))).toBe('late');
});

test('days that somebody waits keep the hour of the clock over a change of it, and hours are time that passes', () => {
  const ends = {
    next0001: { type: 'mark.end', config: { outcome: 'next' } },
    time0001: { type: 'mark.end', config: { outcome: 'timeout' } },
  };
  const waiting = (type: string, config: object) =>
    compiledOf(makeDocument({ wait0001: { type, config, to: { next: 'next0001', ok: 'next0001', timeout: 'time0001' } }, ...ends }));
  const day = 24 * hour;
  /** The walk comes at 09:00 of a Saturday, and the clocks change in the night. Expected times are in Berlin's clock. */
  const goesOnAt = (compiled: Compiled, saturday: string) => {
    const facts = makeFacts({ zone: 'Europe/Berlin' });
    const { instance } = start(compiled, { id: 'i1', entry: null }, facts, Date.parse(saturday));
    const due = dueAtOf(instance);
    return due === null ? null : new Date(due).toISOString();
  };
  const [spring, autumn] = ['2026-03-28T09:00+01:00', '2026-10-24T09:00+02:00'];
  const ofADay = [
    waiting('logic.wait', { until: { kind: 'duration', seconds: day / 1000 } }),
    waiting('logic.wait', { until: { kind: 'date', date: 'now', offsetSeconds: day / 1000 } }),
    waiting('logic.wait', { until: { kind: 'event', event: 'paid', timeoutSeconds: day / 1000 } }),
    waiting('input.text', { text: en('Well?'), asking: { timeoutSeconds: day / 1000 } }),
    waiting('talk.department', { department: { ref: 'department', id: 'd1' }, returns: true, timeoutSeconds: day / 1000 }),
  ];
  expect(ofADay.map((compiled) => goesOnAt(compiled, spring))).toEqual(ofADay.map(() => '2026-03-29T07:00:00.000Z'));
  expect(ofADay.map((compiled) => goesOnAt(compiled, autumn))).toEqual(ofADay.map(() => '2026-10-25T08:00:00.000Z'));
  const dayBefore = waiting('logic.wait', {
    until: { kind: 'date', date: 'date("2026-03-30T09:00")', offsetSeconds: -day / 1000 },
  });
  expect(goesOnAt(dayBefore, spring)).toBe('2026-03-29T07:00:00.000Z');
  expect(goesOnAt(waiting('logic.wait', { until: { kind: 'duration', seconds: 36 * 3600 } }), spring)).toBe('2026-03-29T20:00:00.000Z');
});

test('the status of a message is known to a wait that begins later', () => {
  const document = makeDocument({
    news0001: { type: 'message.text', config: { text: en('News.') }, to: { next: 'ask00001' } },
    ask00001: { type: 'input.text', config: { text: en('Did you read them?') }, to: { ok: 'wait0001' } },
    wait0001: {
      type: 'logic.wait',
      config: { until: { kind: 'receipt', node: 'news0001', receipt: 'delivered', timeoutSeconds: 600 } },
      to: { next: 'end00001', error: 'end00002', timeout: 'end00003' },
    },
    end00001: { type: 'mark.end', config: { outcome: 'arrived' } },
    end00002: { type: 'mark.end', config: { outcome: 'failed' } },
    end00003: { type: 'mark.end', config: { outcome: 'nobody knows' } },
  });
  const after = (...receipts: ('accepted' | 'delivered' | 'read' | 'failed')[]) => {
    const talk = new Talk(compiledOf(document));
    for (const receipt of receipts) talk.give({ kind: 'receipt', turn: 1, place: 0, receipt });
    expect([talk.standing, talk.shown]).toEqual(['WAITING', receipts.length > 0 ? [] : ['News.', 'Did you read them?']]);
    return talk.say('yes').pass(10 * minute).instance.outcome;
  };
  expect([after(), after('accepted'), after('accepted', 'delivered'), after('read', 'delivered'), after('accepted', 'failed')]).toEqual([
    'nobody knows',
    'nobody knows',
    'arrived',
    'arrived',
    'failed',
  ]);
  // A receipt that no wait needs is ignored.
  expect(new Talk(compiledOf(document)).give({ kind: 'receipt', turn: 1, place: 1, receipt: 'read' }).stepped.kind).toBe('ignored');
});

test('a random split keeps its people, and its shares hold', () => {
  const document = makeDocument({
    split001: {
      type: 'logic.split',
      config: {
        shares: [
          { id: 'a0000001', share: 1000 },
          { id: 'b0000001', share: 9000 },
        ],
      },
      to: { a0000001: 'end00001', b0000001: 'end00002' },
    },
    end00001: { type: 'mark.end', config: { outcome: 'a' } },
    end00002: { type: 'mark.end', config: { outcome: 'b' } },
  });
  const compiled = compiledOf(document);
  const branchOf = (customerId: string) => new Talk(compiled, { facts: makeFacts({ customerId }) }).instance.outcome;
  const people = Array.from({ length: 2000 }, (_, place) => `customer-${place}`);
  const branches = people.map(branchOf);
  expect(people.map(branchOf)).toEqual(branches);
  // 200 are expected; four standard deviations are 54.
  expect(Math.abs(branches.filter((branch) => branch === 'a').length - 200)).toBeLessThan(54);
});

test('a message that the gate refuses leaves by refused, and a question that did not arrive waits for nobody', () => {
  const document = makeDocument({
    ask00001: { type: 'input.text', config: { text: en('Your name?') }, to: { ok: 'end00001', refused: 'end00002', error: 'end00003' } },
    end00001: { type: 'mark.end', config: { outcome: 'ok' } },
    end00002: { type: 'mark.end', config: { outcome: 'refused' } },
    end00003: { type: 'mark.end', config: { outcome: 'error' } },
  });
  expect(new Talk(compiledOf(document), { facts: makeFacts({ refusalOf: () => 'OPTED_OUT' }) }).instance.outcome).toBe('refused');
  expect(new Talk(compiledOf(document), { facts: makeFacts({ isBusy: true }) }).instance.outcome).toBe('refused');
  const talk = new Talk(compiledOf(document));
  expect(talk.give({ kind: 'receipt', turn: 1, place: 0, receipt: 'delivered' }).stepped.kind).toBe('ignored');
  expect(talk.give({ kind: 'receipt', turn: 1, place: 0, receipt: 'failed' }).instance.outcome).toBe('error');
});

test('words of the whole stream, people, and orders from outside', () => {
  const document = makeDocument(
    {
      menu0001: { type: 'input.text', config: { text: en('How can we help?'), asking: { variable: 'q' } }, to: { ok: 'dep00001' } },
      dep00001: {
        type: 'talk.department',
        config: {
          department: { ref: 'department', id: 'd1' },
          note: en('Asked: {{ q }}'),
          shows: ['q', 'pin'],
          returns: true,
          timeoutSeconds: 600,
        },
        to: { returned: 'end00001', timeout: 'menu0001' },
      },
      end00001: { type: 'mark.end' },
    },
    {
      variables: [
        { name: 'q', type: 'Text' },
        { name: 'pin', type: 'Text', default: '"1234"', isSensitive: true },
      ],
      settings: {
        words: {
          menu: { node: 'menu0001', words: ['Menu'] },
          agent: { department: { ref: 'department', id: 'd2' }, words: ['agent'] },
          stop: { words: ['stop it'] },
        },
      },
    },
  );
  const talk = () => new Talk(compiledOf(document));
  expect(talk().say('menu').shown).toEqual(['How can we help?']);
  expect(talk().say('Stop it!').standing).toBe('STOPPED/WORD');
  expect(ofKind(talk().say('AGENT').stepped.effects, 'handOver')).toMatchObject([{ department: 'd2' }]);
  expect(talk().say('agent').standing).toBe('HANDED_OVER');
  const handed = talk().say('a bill');
  expect(ofKind(handed.stepped.effects, 'handOver')).toMatchObject([
    {
      department: 'd1',
      note: 'Asked: a bill',
      shown: [
        { name: 'q', value: 'a bill' },
        { name: 'pin', value: '•••' },
      ],
      returns: true,
    },
  ]);
  expect(handed.give({ kind: 'agent', exit: 'returned' }).standing).toBe('COMPLETED');
  expect(
    talk()
      .say('a bill')
      .pass(10 * minute).shown,
  ).toEqual(['How can we help?']);
  expect(talk().give({ kind: 'optOut' }).standing).toBe('STOPPED/OPTED_OUT');
  expect(talk().give({ kind: 'stop', reason: 'OPERATOR' }).standing).toBe('STOPPED/OPERATOR');
  expect(talk().give({ kind: 'continue', node: 'end00001' }).standing).toBe('COMPLETED');
  expect(talk().give({ kind: 'optOut' }).variables).toEqual({});
});

test('a turn ends by the work of its expressions, and by its time, whatever its exits say', () => {
  const uppers = (count: number) => ({
    type: 'data.set',
    config: { assignments: Array.from({ length: count }, () => ({ variable: 'n', value: 'entry.list.map(t, upper(entry.text)).size()' })) },
  });
  const document = makeDocument(
    {
      set00001: { ...uppers(20), to: { next: 'text0001', error: 'set00001' } },
      text0001: { type: 'message.text', config: { text: en('Done') } },
    },
    { variables: [{ name: 'n', type: 'Number' }], settings: { errorText: en('Something went wrong.') } },
  );
  const entry = (count: number, length: number) => ({ list: Array.from({ length: count }, (_, n) => n), text: 'x'.repeat(length) });
  const endOf = (given: Value, facts: Partial<Facts> = {}) => {
    const talk = new Talk(compiledOf(document), { entry: given, facts: makeFacts(facts) });
    const warnings = talk.stepped.visits.flatMap((visit) => visit.warnings);
    return [talk.standing, warnings.filter((warning) => warning.startsWith('The step')).slice(0, 1), talk.shown];
  };
  const told = ['Something went wrong.'];
  // 1,000 items of 64,000 characters are 64 million: no expression comes to its end.
  expect(endOf(entry(1000, 64_000))).toEqual(['FAILED/LIMIT', ['The step works on more than 6,000,000 characters.'], told]);
  // Each of these does, and not all of them.
  expect(endOf(entry(20, 64_000))).toEqual(['FAILED/LIMIT', ['The step works on more than 6,000,000 characters.'], told]);
  let ms = 0;
  const processorMs = () => {
    ms += 200;
    return ms;
  };
  expect(endOf(entry(10, 10_000), { processorMs })).toEqual(['FAILED/LIMIT', ['The step takes too long.'], told]);
  expect(endOf(entry(10, 10_000))).toEqual(['FAILED/NO_EXIT', [], ['Done', 'Something went wrong.']]);
});

test('a walk that hands over without end outside of the hours ends: nobody has answered meanwhile', () => {
  const document = makeDocument({
    text0001: { type: 'message.text', config: { text: en('One moment') }, to: { next: 'dept0001' } },
    dept0001: {
      type: 'talk.department',
      config: { department: { ref: 'department', id: 'd1', name: 'Loans' }, returns: true, note: en('') },
      to: { returned: 'text0001', missed: 'text0001', outOfHours: 'text0001' },
    },
  });
  const standingAfter = (exit: 'missed' | 'outOfHours') => {
    const talk = new Talk(compiledOf(document));
    for (let round = 1; round <= 120 && !talk.standing.startsWith('FAILED'); round += 1) talk.give({ kind: 'agent', exit });
    return talk.standing;
  };
  expect(standingAfter('outOfHours')).toBe('FAILED/LIMIT');
  expect(standingAfter('missed')).not.toMatch(/^FAILED/);
});

test('a walk that sends without end to somebody who says nothing ends, and says no more', () => {
  const document = makeDocument(
    {
      text0001: { type: 'message.text', config: { text: en('Hello') }, to: { next: 'wait0001' } },
      wait0001: {
        type: 'logic.wait',
        config: { until: { kind: 'receipt', node: 'text0001', receipt: 'delivered' } },
        to: { next: 'text0001' },
      },
    },
    { settings: { errorText: en('Something went wrong.') } },
  );
  const delivered = (talk: Talk) => talk.give({ kind: 'receipt', turn: talk.instance.turn, place: 0, receipt: 'delivered' });
  const talk = new Talk(compiledOf(document));
  for (let sent = 1; sent < 100; sent += 1) delivered(talk);
  expect([talk.standing, talk.effects.length]).toEqual(['WAITING', 100]);
  delivered(talk);
  expect([talk.standing, talk.shown, talk.stepped.visits.at(-1)?.warnings]).toEqual([
    'FAILED/LIMIT',
    [],
    ['More than 100 messages within an hour, and not a word from the customer.'],
  ]);
  // A slower circle comes to its end within the day.
  const slow = new Talk(compiledOf(document));
  for (let sent = 1; sent < 301; sent += 1) {
    slow.now += minute;
    delivered(slow);
  }
  expect([slow.standing, slow.stepped.visits.at(-1)?.warnings]).toEqual([
    'FAILED/LIMIT',
    ['More than 300 messages within a day, and not a word from the customer.'],
  ]);
});

test('a customer whose walk fails hears so in their language, and the trace says why in words', () => {
  const asks = makeDocument(
    { ask00001: { type: 'input.number', config: { text: en('How many?'), asking: { variable: 'n', tries: 0 } }, to: { ok: 'gone0001' } } },
    { variables: [{ name: 'n', type: 'Number' }] },
  );
  const lastOf = (talk: Talk) => [talk.standing, talk.shown, talk.stepped.visits.at(-1)?.warnings.at(-1)];
  expect(lastOf(new Talk(compiledOf(asks)).say('many'))).toEqual([
    'FAILED/ERROR',
    ['Sorry, we did not understand your answer, so we have to stop here. Please write to us again to start over.'],
    'Nothing is joined to the exit “invalid”.',
  ]);
  const inHindi = new Talk(compiledOf(asks), { facts: makeFacts({ language: 'hi-IN' }) }).say('many');
  expect(inHindi.shown).toEqual(['क्षमा करें, हम आपका उत्तर समझ नहीं पाए, इसलिए हमें यहीं रुकना पड़ रहा है। फिर से शुरू करने के लिए कृपया दोबारा लिखें।']);
  const hands = makeDocument({
    dept0001: {
      type: 'talk.department',
      config: { department: { ref: 'department', id: 'd1', name: 'Loans' }, returns: true, note: en('') },
    },
  });
  expect(lastOf(new Talk(compiledOf(hands)).give({ kind: 'agent', exit: 'missed' }))).toEqual([
    'FAILED/ERROR',
    ['Sorry, nobody could answer you just now. Please write to us again later.'],
    'Nothing is joined to the exit “missed”.',
  ]);
  const broken = makeDocument(
    { set00001: { type: 'data.set', config: { assignments: [{ variable: 'n', value: '1 / 0' }] } } },
    { variables: [{ name: 'n', type: 'Number' }], settings: { errorText: { en: '{{ gone }}' } } },
  );
  // A text that shows nothing is no text.
  expect(lastOf(new Talk(compiledOf(broken)))).toEqual([
    'FAILED/ERROR',
    ['Something went wrong on our side, so we have to stop here. Please write to us again later.'],
    'Nothing can be divided by 0.',
  ]);
  const away = makeDocument({ text0001: { type: 'message.text', config: { text: en('Hi') } } });
  const refused = new Talk(compiledOf(away), { facts: makeFacts({ refusalOf: () => 'OPTED_OUT' }) });
  expect(lastOf(refused)).toEqual(['FAILED/ERROR', [], 'OPTED_OUT Nothing is joined to the exit “refused”.']);
});
