import { expect, test } from 'vitest';
import { shapeOfType } from '../content/shapes.ts';
import { calendarsOf } from '../document/calendars.ts';
import { limits } from '../document/limits.ts';
import { makeDocument, sms, whatsapp } from '../engine/engine.fixtures.ts';
import { checkDocument } from './check.ts';
import { costOfPaths } from './cost.ts';
import type { CheckFacts } from './facts.ts';

const en = (text: string) => ({ en: text });
const facts: CheckFacts = { shapes: [{ name: 'WhatsApp', shape: whatsapp }], customer: { city: { type: 'Text' } } };
const end = { type: 'mark.end' };
const say = (text: string, to: string) => ({ type: 'message.text', config: { text: en(text) }, to: { next: to } });
const ask = (variable: string, to: string) => ({
  type: 'input.text',
  config: { text: en('?'), asking: { variable, timeoutSeconds: 60 } },
  to: { ok: to, timeout: to },
});
const found = (...given: Parameters<typeof makeDocument>) => findings(makeDocument(...given));
const findings = (document: ReturnType<typeof makeDocument>, more: Partial<CheckFacts> = {}) =>
  checkDocument(document, { ...facts, ...more }).map(({ code, node, exit, field }) =>
    [code, node, exit || field].filter((part) => part !== '').join(' '),
  );

test('a whole stream has no findings', () => {
  expect(found({ text0001: say('Hello {{ customer.city ?? "there" }}', 'end00001'), end00001: end })).toEqual([]);
});

test('exits, edges and nodes that hang in the air', () => {
  expect(
    found({
      if000001: { type: 'logic.condition', config: { test: { source: 'true' } }, to: { yes: 'gone0001', maybe: 'end00001' } },
      end00001: end,
      alone001: say('Nobody comes here', 'end00001'),
    }),
  ).toEqual(['EXIT_MISSING if000001 no', 'UNREACHABLE alone001', 'EXIT_MISSING if000001 yes', 'EXIT_MISSING if000001 maybe']);
  expect(findings({ ...makeDocument({ end00001: end }), start: '' })).toEqual(['NO_START', 'UNREACHABLE end00001']);
});

test('circles need something that waits', () => {
  const circle = (middle: object) =>
    found(
      { a0000001: say('a', 'b0000001'), b0000001: { ...say('b', 'a0000001'), ...middle }, end00001: end },
      { variables: [{ name: 'x', type: 'Text', default: '""' }] },
    ).filter((code) => code.startsWith('LOOP'));
  expect(circle({})).toEqual(['LOOP a0000001']);
  expect(circle({ type: 'logic.goto', config: { node: 'a0000001' }, to: {} })).toEqual(['LOOP a0000001']);
  expect(circle({ type: 'logic.wait', config: { until: { kind: 'duration', seconds: 59 } } })).toEqual(['LOOP a0000001']);
  expect(circle({ type: 'logic.wait', config: { until: { kind: 'duration', seconds: 60 } } })).toEqual([]);
  // Somebody who answers slows it, and a time of less than a minute does not.
  const asked = { ...ask('x', 'a0000001'), config: { text: en('?'), asking: { variable: 'x', timeoutSeconds: 30 } } };
  expect(circle({ ...asked, to: { ok: 'a0000001' } })).toEqual([]);
  expect(circle(asked)).toEqual(['LOOP a0000001']);
  expect(circle(ask('x', 'a0000001'))).toEqual([]);
  // A message that is refused or does not arrive asks nobody.
  expect(circle({ ...asked, to: { ok: 'end00001', failed: 'a0000001' } })).toEqual(['LOOP a0000001']);
  const wait = (until: object, more: object = {}) => ({ type: 'logic.wait', config: { until, ...more } });
  const receipt = { kind: 'receipt', node: 'a0000001', receipt: 'delivered', timeoutSeconds: 3600 };
  expect(circle(wait(receipt))).toEqual(['LOOP a0000001']);
  expect(circle({ ...wait(receipt), to: { next: 'end00001', timeout: 'a0000001' } })).toEqual([]);
  expect(circle(wait({ kind: 'event', event: 'paid', key: '"1"' }))).toEqual([]);
  expect(circle({ ...wait({ kind: 'clock', time: '09:00' }, { notAfter: 'date("2026-01-01")' }), to: { late: 'a0000001' } })).toEqual([
    'LOOP a0000001',
  ]);
  const date = (source: string, offsetSeconds = 0) => wait({ kind: 'date', date: source, offsetSeconds });
  for (const over of ['date("2026-01-01")', 'x', 'now', 'customer.due']) expect(circle(date(over))).toEqual(['LOOP a0000001']);
  for (const ahead of ['addDays(today, 1)', 'now + duration("1h")']) expect(circle(date(ahead))).toEqual([]);
  expect(circle(date('now', 3600))).toEqual([]);
  // A date that its own circle moves lies ahead each time.
  expect(
    found(
      {
        a0000001: say('a', 'wait0001'),
        wait0001: { ...date('day'), to: { next: 'set00001' } },
        set00001: {
          type: 'data.set',
          config: { assignments: [{ variable: 'day', value: 'addDays(day, 1)' }] },
          to: { next: 'a0000001' },
        },
      },
      { variables: [{ name: 'day', type: 'Date', default: 'date("2026-01-01")' }] },
    ),
  ).toEqual([]);
  // A loop goes round so often, and a walk that has left it may come back.
  expect(circle({ type: 'logic.loop', config: { most: 3 }, to: { each: 'a0000001', done: 'end00001' } })).toEqual([]);
  expect(circle({ type: 'logic.loop', config: { most: 3 }, to: { each: 'end00001', done: 'a0000001' } })).toEqual(['LOOP a0000001']);
});

test('five hundred nodes in a row and in a circle are looked at without a stack of their length', () => {
  const nodes = Object.fromEntries(
    Array.from({ length: limits.nodes }, (_, place) => [
      `n${String(place).padStart(7, '0')}`,
      say('x', `n${String((place + 1) % limits.nodes).padStart(7, '0')}`),
    ]),
  );
  expect(found(nodes)).toEqual(['LOOP n0000000']);
});

test('expressions are checked by the types of variables, with their place', () => {
  expect(
    found(
      {
        set00001: {
          type: 'data.set',
          config: {
            assignments: [
              { variable: 'n', value: 'n + "1"' },
              { variable: 'gone', value: '1' },
            ],
          },
          to: { next: 'if000001' },
        },
        if000001: { type: 'logic.condition', config: { test: { source: 'n + 1' } }, to: { yes: 'text0001', no: 'rows0001' } },
        rows0001: {
          type: 'logic.condition',
          config: { test: { rows: { groups: [{ rows: [{ field: 'n', operator: 'is', values: ['many'] }] }] } } },
          to: { yes: 'text0001', no: 'text0001' },
        },
        text0001: say('{{ nobody }} {{ customer.town }} {{ n', 'end00001'),
        end00001: end,
      },
      { variables: [{ name: 'n', type: 'Number', default: '1' }] },
    ),
  ).toEqual([
    'EXPRESSION set00001 assignments.0.value',
    'SETTING set00001',
    'EXPRESSION if000001 test.source',
    'EXPRESSION rows0001 test.rows.groups.0.rows.0',
    'EXPRESSION text0001 text.en',
  ]);
});

test('variables that nobody sets, and those that only some ways set', () => {
  const stream = (skips: boolean) =>
    found(
      {
        if000001: {
          type: 'logic.condition',
          config: { test: { source: 'true' } },
          to: { yes: 'ask00001', no: skips ? 'text0001' : 'ask00001' },
        },
        ask00001: { type: 'input.text', config: { text: en('?'), asking: { variable: 'a' } }, to: { ok: 'text0001', invalid: 'end00001' } },
        text0001: say('{{ a }} {{ b }}', 'end00001'),
        end00001: end,
      },
      {
        variables: [
          { name: 'a', type: 'Text' },
          { name: 'b', type: 'Text' },
        ],
      },
    );
  expect(stream(true)).toEqual(['MAYBE_UNSET text0001 text.en', 'VARIABLE_NEVER_SET text0001 text.en']);
  expect(stream(false)).toEqual(['VARIABLE_NEVER_SET text0001 text.en']);
});

test('references that are gone, templates that are not approved, and streams inside of themselves are found', () => {
  const document = makeDocument({
    temp0001: { type: 'message.template', config: { template: { ref: 'template', id: 't1' } }, to: { next: 'sub00001' } },
    sub00001: { type: 'logic.stream', config: { stream: { ref: 'stream', id: 's1' } }, to: { done: 'end00001' } },
    end00001: end,
  });
  expect(findings(document, { hasRef: (ref) => ref !== 'template' })).toEqual(['REF_GONE temp0001 template']);
  expect(findings(document, { isApproved: () => false })).toEqual(['TEMPLATE_NOT_APPROVED temp0001 template']);
  expect(findings(document, { inside: (id) => (id === 's1' ? ['s2'] : ['main']) })).toEqual(['SUB_CYCLE sub00001 stream']);
});

test('a call goes where its document says: to a whole address, or below a saved service', () => {
  const http = (address: string, integration: object | null) =>
    found({
      http0001: { type: 'data.http', config: { address, integration }, to: { ok: 'end00001', error: 'end00001' } },
      end00001: end,
    });
  const service = { ref: 'integration', id: 's1' };
  expect([http('https://score.example/{{ 1 }}', null), http('/orders/{{ 1 }}', service), http('', service)]).toEqual([[], [], []]);
  for (const [address, integration] of [
    ['/orders', null],
    ['https://{{ "a" }}', null],
    ['https://score.example', service],
    ['{{ "/a" }}', service],
  ] as const)
    expect(http(address, integration)).toEqual(['SETTING http0001 address']);
});

test('cards say something, and channels that have none say them otherwise', () => {
  const cards = (...given: object[]) =>
    found({ card0001: { type: 'message.card', config: { cards: given, waits: false }, to: { next: 'end00001' } }, end00001: end });
  expect(cards({ title: en('Tea') })).toEqual(['FALLBACK card0001 cards']);
  expect(cards({ title: en(' ') })).toEqual(['SETTING card0001 cards', 'FALLBACK card0001 cards']);
  const shapes = [{ name: 'Shop', shape: shapeOfType(4) }];
  const document = makeDocument({ card0001: { type: 'message.card', config: { cards: [{ title: en('Tea') }] } } });
  expect(findings(document, { shapes }).filter((code) => code.startsWith('FALLBACK'))).toEqual([]);
});

test('a variable that is not set on every way is told with the shortest way on which it is not', () => {
  const document = makeDocument(
    {
      if000001: { type: 'logic.condition', config: { test: { source: 'true' } }, to: { yes: 'ask00001', no: 'text0001' } },
      text0001: say('a', 'text0002'),
      text0002: say('b', 'text0003'),
      ask00001: ask('choice', 'text0003'),
      text0003: say('{{ choice }}', 'end00001'),
      end00001: end,
    },
    { variables: [{ name: 'choice', type: 'Text' }] },
  );
  const ways = (given: typeof document) =>
    checkDocument(given, facts).flatMap(({ code, node, way }) => (code === 'MAYBE_UNSET' ? [[node, way.join(' ')]] : []));
  // Not through two texts: a customer who does not answer comes sooner.
  expect(ways(document)).toEqual([['text0003', 'if000001 ask00001 text0003']]);
  const answered = document.edges.filter(({ from, exit }) => !(from === 'ask00001' && exit === 'timeout'));
  expect(ways({ ...document, edges: [...answered, { from: 'ask00001', exit: 'timeout', to: 'end00001' }] })).toEqual([
    ['text0003', 'if000001 text0001 text0002 text0003'],
  ]);
});

test('a text that is too long for a channel, whatever the values in it are', () => {
  const most: Record<string, number> = { wa: 10, insta: 5, web: 0 };
  const channels = (...ids: string[]) => ({ settings: { channels: ids.map((id) => ({ ref: 'channel', id, name: id })) } });
  const lengths = (text: Record<string, string>, settings: object, more: object = {}) =>
    checkDocument(
      makeDocument({ text0001: { type: 'message.text', config: { text, ...more }, to: { next: 'end00001' } }, end00001: end }, settings),
      { ...facts, takenBy: (id) => ({ windowHours: 0, textLimit: most[id] ?? 0 }) },
    ).flatMap(({ code, level, node, field, slots }) =>
      code === 'OVER_LIMIT' ? [`${level} ${node} ${field} ${slots.channel} ${slots.length} > ${slots.most}`] : [],
    );
  expect(lengths(en('0123456789'), channels('wa', 'web'))).toEqual([]);
  expect(lengths(en('01234567890'), channels('wa', 'web'))).toEqual(['error text0001 text.en wa 11 > 10']);
  expect(lengths({ en: 'short', hi: '012345678901' }, channels('insta', 'wa'))).toEqual([
    'error text0001 text.hi insta 12 > 5',
    'error text0001 text.hi wa 12 > 10',
  ]);
  // Ten signs of four bytes are ten; a value may be empty; what cannot be read is another finding's affair.
  expect(lengths(en('😀'.repeat(10)), channels('wa'))).toEqual([]);
  expect(lengths(en('0123456{{ customer.city }}789'), channels('wa'))).toEqual([]);
  expect(lengths(en('0123456789{{ (( }}'), channels('wa'))).toEqual([]);
  // A node with a channel of its own is checked for that channel alone.
  const sending = { via: { ref: 'channel', id: 'web', name: 'web' } };
  expect(lengths(en('01234567890'), channels('wa'), { sending })).toEqual([]);
});

test('free content is at risk where the customer may not have written for longer than the window', () => {
  const day = 86_400;
  const pause = (seconds: number, to: string, exits = {}) => ({
    type: 'logic.wait',
    config: { until: { kind: 'duration', seconds } },
    to: { next: to, ...exits },
  });
  const wait = (until: object, to: string, exits = {}) => ({ type: 'logic.wait', config: { until }, to: { next: to, ...exits } });
  const sent = (sending: object, to: string) => ({ ...say('x', to), config: { text: en('x'), sending } });
  const hours: Record<string, number> = { wa: 24, messenger: 24, sms: 0 };
  const risks = (nodes: Parameters<typeof makeDocument>[0], channels = ['wa']) =>
    checkDocument(makeDocument(nodes, { settings: { channels: channels.map((id) => ({ ref: 'channel', id, name: id })) } }), {
      ...facts,
      takenBy: (id) => ({ windowHours: hours[id] ?? 0, textLimit: 0 }),
    }).flatMap(({ code, node, field, slots }) => (code === 'WINDOW_RISK' ? [`${node} ${field} ${slots.channel} ${slots.hours}`] : []));
  const after = (node: object, channels?: string[]) =>
    risks({ node0001: node as never, text0001: say('x', 'end00001'), end00001: end }, channels);
  const atText = ['text0001 sending.outsideWindow wa 24'];

  // Only waits as long as the window, and only where a channel has one.
  expect([after(pause(day, 'text0001')), after(pause(day - 1, 'text0001')), after(pause(day, 'text0001'), ['sms'])]).toEqual([
    atText,
    [],
    [],
  ]);
  expect(after(pause(day, 'text0001'), ['sms', 'wa', 'messenger'])).toEqual(['text0001 sending.outsideWindow wa, messenger 24']);
  // Waits for a date, a clock or an event have an unknown length, unless a timeout limits them.
  const receipt = { kind: 'receipt', node: 'text0001', receipt: 'read' };
  expect([
    after(wait({ kind: 'date', date: 'today' }, 'text0001')),
    after(wait({ kind: 'clock', time: '10:00' }, 'text0001')),
    after(wait({ kind: 'event', event: 'paid' }, 'text0001')),
    after(wait({ kind: 'event', event: 'paid', timeoutSeconds: 60 }, 'text0001', { timeout: 'text0001' })),
    after(wait({ ...receipt, timeoutSeconds: day }, 'end00001', { timeout: 'text0001' })),
  ]).toEqual([atText, atText, atText, [], atText]);
  // A question is left by an answer, which opens the window, or by its timeout; so are buttons.
  const question = (to: object) => ({ type: 'input.text', config: { text: en('?'), asking: { variable: '', timeoutSeconds: day } }, to });
  const items = [{ id: 'a0000001', title: en('A') }];
  const buttons = (to: object) => ({ type: 'message.buttons', config: { text: en('?'), items, timeoutSeconds: day }, to });
  expect([
    after(question({ ok: 'text0001', invalid: 'text0001', timeout: 'end00001' })),
    after(question({ ok: 'end00001', timeout: 'text0001' })),
    after(buttons({ a0000001: 'text0001', other: 'text0001', timeout: 'end00001' })),
    after(buttons({ a0000001: 'end00001', timeout: 'text0001' })),
  ]).toEqual([[], atText, [], atText]);

  // Further nodes: waits add up, an answer ends the silence, each node is found once, and a circle that waits ends.
  const half = day / 2;
  expect(
    risks({
      wait0001: pause(half, 'text0001'),
      text0001: say('x', 'wait0002'),
      wait0002: pause(half, 'split001'),
      split001: { type: 'logic.condition', config: { test: { source: 'true' } }, to: { yes: 'text0002', no: 'goto0001' } },
      goto0001: { type: 'logic.goto', config: { node: 'text0002' } },
      text0002: say('x', 'ask00001'),
      ask00001: ask('', 'text0003'),
      text0003: say('x', 'end00001'),
      end00001: end,
    }),
  ).toEqual(['text0002 sending.outsideWindow wa 24', 'ask00001 sending.outsideWindow wa 24', 'text0003 sending.outsideWindow wa 24']);
  const answered = { ...ask('', 'text0003'), config: { text: en('?') }, to: { ok: 'text0003' } };
  expect(risks({ wait0001: pause(day, 'ask00001'), ask00001: answered, text0003: say('x', 'end00001'), end00001: end })).toEqual([
    'ask00001 sending.outsideWindow wa 24',
  ]);
  expect(risks({ text0001: say('x', 'wait0001'), wait0001: pause(60, 'text0001') })).toEqual(atText);

  // These are no risk: a template, a template instead, a channel without a window. The last words of a chat are a risk.
  const template = { ref: 'template', id: 't1' };
  const via = (id: string) => ({ via: { ref: 'channel', id, name: id } });
  expect(
    risks({
      wait0001: pause(day, 'temp0001'),
      temp0001: { type: 'message.template', config: { template }, to: { next: 'text0001' } },
      text0001: sent({ outsideWindow: template }, 'text0002'),
      text0002: sent(via('sms'), 'text0003'),
      text0003: sent(via('messenger'), 'over0001'),
      over0001: { type: 'talk.end', config: { text: en('Bye') }, to: { next: 'over0002' } },
      over0002: { type: 'talk.end', to: { next: 'end00001' } },
      end00001: end,
    }),
  ).toEqual(['text0003 sending.outsideWindow messenger 24', 'over0001 text wa 24']);
  // Nor is what stands behind a look at the window.
  const looks = { type: 'logic.condition', config: { test: { source: 'window.open' } }, to: { yes: 'text0001', no: 'end00001' } };
  expect(risks({ wait0001: pause(day, 'if000001'), if000001: looks, text0001: say('x', 'end00001'), end00001: end })).toEqual([]);
});

test('secrets, what leaves, translations, channels that show something else', () => {
  const document = makeDocument(
    {
      text0001: say('Bearer abcdefghijklmnopqrstuvwxyz {{ pin }}', 'menu0001'),
      menu0001: {
        type: 'message.buttons',
        config: { text: en('Which?'), items: [{ id: 'a0000001', title: en('A') }] },
        to: { a0000001: 'end00001' },
      },
      end00001: end,
    },
    { variables: [{ name: 'pin', type: 'Text', default: '"1"', isSensitive: true }] },
  );
  expect(findings(document, { shapes: [{ name: 'SMS', shape: sms }] })).toEqual([
    'SECRET_IN_TEXT text0001 text.en',
    'SENSITIVE_OUT text0001 text.en',
    'FALLBACK menu0001 items',
  ]);
  expect(findings({ ...document, languages: ['en', 'hi'] }).filter((code) => code.startsWith('TRANSLATION'))).toEqual([
    'TRANSLATION text0001 text',
    'TRANSLATION menu0001 text',
    'TRANSLATION menu0001 items.0.title',
  ]);
});

test('every way to show a secret is found: computed from it, answered to a call that carries it, said last, saved or waited for', () => {
  const set = (variable: string, value: string, next: string) => ({
    type: 'data.set',
    config: { assignments: [{ variable, value }] },
    to: { next },
  });
  const document = makeDocument(
    {
      early001: say('{{ last.text }}', 'card0001'),
      card0001: ask('card', 'set00001'),
      set00001: set('copy', '"no " + card', 'say00001'),
      say00001: say('{{ copy }} {{ last.text }} {{ call.Bank.answer.echo }} {{ plain }}', 'bank0001'),
      bank0001: {
        type: 'data.http',
        name: 'Bank',
        config: { address: 'https://a.example/{{ copy }}', picks: [{ path: 'echo', variable: 'echo' }] },
        to: { ok: 'set00002', unknown: 'end00001', error: 'end00001' },
      },
      set00002: set('far', 'upper(echo)', 'keep0001'),
      keep0001: {
        type: 'data.customer',
        config: { attributes: [{ attribute: { ref: 'attribute', id: 'a1' }, value: 'far' }] },
        to: { next: 'wait0001' },
      },
      wait0001: {
        type: 'logic.wait',
        config: { until: { kind: 'event', event: 'paid', key: 'far', timeoutSeconds: 60 } },
        to: { next: 'hand0001', timeout: 'end00001' },
      },
      hand0001: {
        type: 'talk.department',
        config: { department: { ref: 'department', id: 'd1' }, note: en('{{ far }}'), shows: ['far'] },
      },
      end00001: end,
    },
    {
      variables: [
        { name: 'card', type: 'Text', isSensitive: true },
        { name: 'copy', type: 'Text', saveTo: { ref: 'attribute', id: 'a1' } },
        { name: 'echo', type: 'Text' },
        { name: 'far', type: 'Text' },
        { name: 'plain', type: 'Text', default: '"x"' },
      ],
    },
  );
  const found = checkDocument(document, { shapes: [], customer: {} }).filter(({ code }) => code === 'SENSITIVE_OUT');
  expect(found.map(({ node, field, what, slots: { name } }) => [node, field, what, name].join(' '))).toEqual([
    'say00001 text.en leavesHouse copy',
    'say00001 text.en leavesHouse last',
    'say00001 text.en leavesHouse call.Bank',
    'bank0001 address leavesHouse copy',
    'keep0001 attributes.0.value inPhoneBook far',
    'wait0001 until.key inWait far',
    ' variables.copy.saveTo inPhoneBook copy',
  ]);
});

test('the cheapest and the dearest way to an end: loops once, refusals cost nothing, what nobody reaches is no part of it', () => {
  const prices: Record<string, [number, number]> = {
    start001: [10, 10],
    again001: [5, 5],
    offer001: [20, 30],
    other001: [100, 100],
    alone001: [9999, 9999],
  };
  const cost = (nodes: Parameters<typeof makeDocument>[0]) =>
    costOfPaths(makeDocument(nodes), ({ id }) => {
      const [least, most] = prices[id] ?? [0, 0];
      return { least, most };
    });
  const asked = { ...ask('name', 'end00001'), to: { ok: 'offer001', timeout: 'end00001' } };
  // A question, or nothing; then an offer, which another one stands in for where it is refused.
  const offers = { ...say('An offer', 'end00001'), to: { next: 'end00001', refused: 'other001' } };
  expect(
    cost({ start001: asked, offer001: offers, other001: say('Another', 'end00001'), end00001: end, alone001: say('Alone', 'end00001') }),
  ).toEqual({
    least: 10,
    most: 10 + 100,
  });
  // A circle is taken once, with all that it sends, whichever way it is left.
  expect(
    cost({
      start001: { ...asked, to: { ok: 'again001', timeout: 'end00001' } },
      again001: { ...ask('more', 'start001'), to: { ok: 'start001', timeout: 'offer001' } },
      offer001: say('An offer', 'end00001'),
      end00001: end,
    }),
  ).toEqual({ least: 10, most: 10 + 5 + 30 });
  // One without an end costs what it begins with at least.
  expect(cost({ start001: say('Hi', 'again001'), again001: say('Hi', 'start001') })).toEqual({ least: 10, most: 15 });
  expect(costOfPaths({ ...makeDocument({ end00001: end }), start: '' }, () => ({ least: 1, most: 1 }))).toEqual({ least: 0, most: 0 });
});

test('an exit that would fail a walk without the stream’s own words is found, and so is a department that nobody is in', () => {
  const nodes = {
    ask00001: ask('x', 'dept0001'),
    dept0001: {
      type: 'talk.department',
      config: { department: { ref: 'department', id: 'd1', name: 'Loans' }, returns: true, timeoutSeconds: null },
      to: { returned: 'ask00001' },
    },
  };
  const unanswered = (more: Parameters<typeof makeDocument>[1], members?: number, changes: object = {}) =>
    checkDocument(makeDocument({ ...nodes, ...changes }, { variables: [{ name: 'x', type: 'Text' }], ...more }), {
      ...facts,
      membersOf: () => members,
    }).flatMap(({ code, level, node, field, slots }) =>
      code === 'UNANSWERED' ? [`${level} ${node} ${field} ${slots.exits ?? slots.name}`] : [],
    );
  expect(unanswered({})).toEqual(['warning ask00001  invalid', 'warning dept0001  missed, outOfHours']);
  expect(unanswered({ settings: { errorText: en('Sorry.') } })).toEqual([]);
  const caught = { ask00001: { ...nodes.ask00001, to: { ok: 'dept0001', timeout: 'dept0001', invalid: 'dept0001' } } };
  expect(unanswered({}, 3, caught)).toEqual(['warning dept0001  missed, outOfHours']);
  expect(unanswered({ settings: { errorText: en('Sorry.') } }, 0)).toEqual(['warning dept0001 department Loans']);
});

test('the check says what becomes of a call that fails, or of which nobody knows what it did, where nothing is joined for it', () => {
  const found = (config: object, ...joined: string[]) =>
    checkDocument(
      makeDocument({
        call0001: {
          type: 'data.http',
          config: { address: 'https://shop.example/', ...config },
          to: Object.fromEntries(['ok', ...joined].map((exit) => [exit, 'end00001'])),
        },
        end00001: { type: 'mark.end' },
      }),
      facts,
    ).flatMap(({ code, level, exit, what, slots }) => (code === 'UNANSWERED' ? [`${level} ${exit} ${what} ${slots.exits ?? ''}`] : []));
  const post = { method: 'POST' };
  expect(found(post)).toEqual(['warning error callFails unknown, error']);
  expect(found(post, 'unknown')).toEqual(['warning error callFails error']);
  expect(found(post, 'error')).toEqual(['warning unknown unknownAsError ']);
  expect(found(post, 'unknown', 'error')).toEqual([]);
  // A repeatable call is repeated until its outcome is known.
  expect(found({ method: 'GET' }, 'error')).toEqual([]);
  expect(found({ ...post, isSafe: true })).toEqual(['warning error callFails error']);
});

test('the value that feeds a node has a type that the node can go on with, and an answer fits its variable', () => {
  const variables = ['slots:Text', 'times:List', 'day:Text', 'at:Date', 'many:Number', 'file:Text'].map((one) => {
    const [name = '', type = ''] = one.split(':');
    return { name, type, default: type === 'Date' ? 'date("2026-01-01")' : '""' };
  });
  const typesOf = (nodes: Parameters<typeof makeDocument>[0]) =>
    checkDocument(makeDocument(nodes, { variables: variables.map((one) => ({ ...one, default: '' })) }), facts).flatMap(
      ({ node, field, what, slots }) =>
        what === 'wrongType' || what === 'pickWrong' ? [`${node} ${field} ${slots.wanted ?? slots.found} ${slots.type}`] : [],
    );
  const choice = (source: string) => ({
    type: 'input.choice',
    config: { text: en('?'), options: { kind: 'list', source, item: 'one', title: 'one' }, asking: { variable: 'day' } },
  });
  const sample = JSON.stringify({ slots: ['9', '10'], many: 'a lot', count: 3, at: '2026-01-31', open: true });
  const call = (...picks: string[]) => ({
    type: 'data.http',
    config: {
      address: 'https://shop.example/',
      sample,
      picks: picks.map((one) => ({ path: one.split('>')[0], variable: one.split('>')[1] })),
    },
  });
  // A list that came into a text is a text, and no list to choose from.
  expect(typesOf({ call0001: call('slots>slots'), menu0001: choice('slots') })).toEqual(['menu0001 options.source List Text']);
  expect(typesOf({ call0001: call('slots>times'), menu0001: choice('times') })).toEqual([]);
  expect(typesOf({ call0001: call('many>many', 'slots>many', 'count>many', 'at>at', 'count>at', 'open>many', 'gone>many') })).toEqual([
    'call0001 picks.0 Text Number',
    'call0001 picks.1 List Number',
    'call0001 picks.4 Number Date',
    'call0001 picks.5 Boolean Number',
  ]);
  const query = (variable: string) => ({
    type: 'data.query',
    config: { integration: { ref: 'integration', id: 'i1', name: '' }, statement: 'select 1', variable },
  });
  expect(typesOf({ rows0001: query('many'), rows0002: query('times'), rows0003: query('slots') })).toEqual([
    'rows0001 variable List Number',
  ]);
  const set = (variable: string, value: string) => ({ type: 'data.set', config: { assignments: [{ variable, value }] } });
  expect(
    typesOf({ set00001: set('many', 'true'), set00002: set('many', 'day'), set00003: set('slots', '[1]'), set00004: set('at', '1') }),
  ).toEqual(['set00001 assignments.0.value Number / Text Boolean', 'set00004 assignments.0.value Date / Text Number']);
  expect(
    typesOf({
      wait0001: { type: 'logic.wait', config: { until: { kind: 'date', date: 'day' } } },
      loop0001: { type: 'logic.loop', config: { list: 'slots', most: 3 } },
      pic00001: { type: 'message.media', config: { media: { kind: 'variable', source: 'file' } } },
      pin00001: { type: 'message.location', config: { latitude: 'many', longitude: 'day' } },
      ask00001: { type: 'input.number', config: { text: en('?'), least: 'at', asking: { variable: 'many' } } },
    }),
  ).toEqual([
    'wait0001 until.date Date Text',
    'loop0001 list List Text',
    'pic00001 media.source Media Text',
    'pin00001 longitude Number Text',
    'ask00001 least Number Date',
  ]);
});

test('the key of an entry knows what the walk is started with, and no hours', () => {
  const keyed = (entryKey: string) =>
    findings(makeDocument({ end00001: end }, { settings: { reentry: 'many', entryKey } })).filter((one) => one.includes('entryKey'));
  expect(keyed('entry.order ?? "none"')).toEqual([]);
  for (const source of ['isOpen() ? "a" : "b"', 'customer.name', 'entry.']) expect(keyed(source)).toEqual(['EXPRESSION settings.entryKey']);
  expect(keyed('')).toEqual(['SETTING settings.entryKey']);
});

test('calendars that expressions name are there, and defaults of variables ask for no hours', () => {
  const document = makeDocument(
    {
      cond0001: { type: 'logic.condition', config: { test: { source: 'isOpen("Support")' } }, to: { yes: 'text0001', no: 'text0001' } },
      text0001: say('{{ isOpen("Gone") ? "Now" : "Later" }}', 'end00001'),
      end00001: end,
    },
    { variables: [{ name: 'open', type: 'Boolean', default: 'isOpen()' }] },
  );
  expect(calendarsOf(document)).toEqual([{ named: 'Support' }, { named: 'Gone' }]);
  expect(findings(document, { hasCalendar: (name) => name === 'Support' })).toEqual([
    'EXPRESSION variables.open.default',
    'REF_GONE text0001 text.en',
  ]);
});
