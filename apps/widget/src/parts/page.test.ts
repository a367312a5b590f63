import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { About } from '../line.ts';
import type { WidgetRule } from '../protocol.ts';
import { createSession } from '../session.ts';
import { createStorage } from '../storage.ts';
import { createCallLimit } from './call-limit.ts';
import { createPage, subjectOf } from './page-calls.ts';
import { holds, type Sight } from './page-rules.ts';
import { countVisit } from './visits.ts';

type Frame = { type: string; data: Record<string, unknown> };

class FakeSocket extends EventTarget {
  readyState = 0;
  heard: Frame[] = [];
  send(text: string) {
    this.heard.push(JSON.parse(text) as Frame);
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  accept() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(type: string, data: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type, data }) }));
  }
  of(type: string) {
    return this.heard.filter((frame) => frame.type === type).map(({ data }) => data);
  }
}

const config = { title: 'Shop', greeting: '', colour: '', isOnline: true, hasBot: false, ratingEnabled: true, maxFileBytes: 1 };
const thread = { chatId: null, isOpen: false, handledBy: null, agentName: '', entries: [], readUpTo: 0, canRate: false, asksComment: true };
const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub })).replace(/=/g, '')}.y`;

/** A page with the widget. @param early calls that were made before the script came */
function openPage(early: unknown[][] = [], rules: WidgetRule[] = []) {
  const sockets: FakeSocket[] = [];
  const warnings: string[] = [];
  const storage = createStorage('key');
  const tab = createStorage('key', () => sessionStorage);
  const about: About = { identity: '', told: {}, visits: 0, visitSeconds: 0 };
  const hidden = vi.fn();
  const page = createPage({ about, storage, tab, warn: (text) => warnings.push(text), setHidden: hidden, setLanguage: () => {} });
  for (const args of early) page.call(args);
  const session = createSession({
    ...{
      origin: 'https://chat.example',
      widgetKey: 'key',
      config: { ...config, ...(rules.length > 0 ? { rules } : {}) },
      storage,
      tab,
      about,
    },
    createSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  page.attach(session);
  const call = (...args: unknown[]) => page.call(args);
  const welcome = (more: object = {}) => {
    const socket = sockets.at(-1) as FakeSocket;
    socket.accept();
    socket.say('welcome', { visitorToken: '', config, thread, ...more });
    return socket;
  };
  return { page, call, session, sockets, warnings, storage, tab, hidden, welcome };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('an early identify is in the first hello, with a token that the browser makes itself', () => {
  const { sockets, storage, welcome } = openPage([
    ['set', { plan: 'Gold', cart: 3, odd: {} }],
    ['identify', tokenOf('u1')],
  ]);
  expect(sockets).toHaveLength(1);
  const [hello] = welcome().of('hello');
  expect(hello).toMatchObject({ identity: tokenOf('u1'), told: { plan: 'Gold', cart: '3' }, visits: 1, visitSeconds: 0 });
  expect(hello?.visitorToken).toMatch(/^[\w-]{43}$/);
  expect([storage.get('visitor'), storage.get('user')]).toEqual([hello?.visitorToken, 'u1']);
});

test('another person ends the socket and leaves nothing of the former one, in the storage or on the screen', () => {
  const { call, session, sockets, storage, tab, welcome } = openPage([['identify', tokenOf('u1')]]);
  const socket = welcome({
    thread: { ...thread, chatId: 'c1', isOpen: true, entries: [{ number: 1, author: 'agent', text: 'secret', key: '' }] },
  });
  session.setDraft('half a word');
  session.close();
  const token = storage.get('visitor');
  call('identify', tokenOf('u2'));
  expect(socket.readyState).toBe(3);
  expect([tab.get('draft'), session.getState().thread.segments, storage.get('user')]).toEqual([null, [], 'u2']);
  expect(sockets).toHaveLength(2);
  const [hello] = welcome().of('hello');
  expect(hello).toMatchObject({ identity: tokenOf('u2'), chatId: '' });
  expect(hello?.visitorToken).not.toBe(token);
  call('reset');
  expect([storage.get('visitor'), storage.get('user'), sockets.length]).toEqual([null, null, 3]);
  expect(welcome().of('hello')[0]).toMatchObject({ identity: '', visitorToken: '' });
});

test('the former person’s storage is empty before the first hello of another', () => {
  localStorage.setItem('parley:key:visitor', 'old');
  localStorage.setItem('parley:key:user', 'u1');
  sessionStorage.setItem('parley:key:draft', 'old words');
  const { welcome, session } = openPage([['identify', tokenOf('u2')]]);
  const [hello] = welcome().of('hello');
  expect([hello?.visitorToken === 'old', session.getDraft()]).toEqual([false, '']);
});

test('events and words of the former person that wait do not become the next one’s', () => {
  const early = openPage([
    ['identify', tokenOf('u1')],
    ['track', 'a.early'],
    ['message', 'I am one'],
    ['identify', tokenOf('u2')],
    ['track', 'b.early'],
  ]);
  const names = () => early.sockets.flatMap((socket) => socket.of('track').map(({ name }) => name));
  expect(early.session.getState().outbox).toEqual([]);
  early.welcome();
  expect(names()).toEqual(['b.early']);
  for (const change of [['reset'], ['identify', tokenOf('u3')]]) {
    early.sockets.at(-1)?.close();
    early.call('track', 'former');
    early.call(...change);
    early.welcome();
  }
  expect(names()).toEqual(['b.early']);
  // The server knows that the browser is another's: what came with the statement is the new person's.
  early.sockets.at(-1)?.close();
  early.call('track', 'former');
  early.call('identify', `${tokenOf('u3')}2`);
  early.call('track', 'of u3');
  vi.advanceTimersByTime(5_000);
  early.sockets.at(-1)?.accept();
  early.sockets.at(-1)?.say('identityRefused', { code: 'identity.other_person', message: 'Another.', isOther: true });
  early.welcome();
  expect(names()).toEqual(['b.early', 'of u3']);
});

test('another tab that has begun anew ends this one’s person, and what the next one has stored stays', () => {
  const { call, session, sockets, storage, tab, welcome } = openPage([['identify', tokenOf('u1')]]);
  const socket = welcome({ thread: { ...thread, chatId: 'c1', isOpen: true, entries: [] } });
  call('set', { plan: 'Gold' });
  session.setDraft('half a word');
  storage.set('visitor', 'of-the-next');
  storage.set('outbox:k', '{}');
  dispatchEvent(new StorageEvent('storage', { key: 'parley:key:visitor', newValue: null }));
  expect([socket.readyState, sockets.length, tab.get('draft')]).toEqual([3, 2, null]);
  expect(session.getState()).toMatchObject({ thread: { chatId: null }, outbox: [] });
  expect([storage.get('visitor'), storage.get('outbox:k')]).toEqual(['of-the-next', '{}']);
  expect(welcome().of('hello')[0]).toMatchObject({ visitorToken: 'of-the-next', identity: '', told: {} });
});

test('a refused statement is told to the developer, and of another’s browser the widget begins anew', () => {
  const { warnings, sockets, welcome } = openPage([['identify', tokenOf('u1')]]);
  const socket = welcome();
  socket.say('identityRefused', { code: 'identity.expired', message: 'Too old.', isOther: false });
  expect(sockets).toHaveLength(1);
  socket.say('identityRefused', { code: 'identity.other_person', message: 'Another.', isOther: true });
  expect([warnings, sockets.length]).toEqual([['identify: Too old.', 'identify: Another.'], 2]);
});

test('commands open, hide, prefill and send; events come once wait for the line; what is unknown is told', () => {
  const { call, session, hidden, warnings, welcome } = openPage();
  const told: unknown[] = [];
  call('on', 'ready', () => told.push('ready'));
  const opened = () => told.push('open');
  call('on', 'open', opened);
  call('open');
  call('off', 'open', opened);
  call('close');
  call('open');
  call('prefill', 'I would like');
  call('hide');
  call('show');
  expect([told, session.getDraft(), hidden.mock.calls]).toEqual([['ready', 'open'], 'I would like', [[true], [false]]]);
  call('track', 'cart.paid', { total: 12 });
  call('message', 'Hello');
  call('nonsense');
  call('track', '');
  const socket = welcome();
  expect(socket.of('track')).toEqual([{ name: 'cart.paid', data: { total: '12' } }]);
  expect(socket.of('send')).toMatchObject([{ text: 'Hello' }]);
  expect(warnings).toEqual(['there is no command nonsense.', 'track: it needs a name.']);
});

test('a page makes twenty calls a second and a hundred at once; what is beyond is dropped with one warning', () => {
  let now = 0;
  const allows = createCallLimit(() => now);
  const served = (count: number) => Array.from({ length: count }, allows).filter(Boolean).length;
  expect(served(150)).toBe(100);
  now = 1000;
  expect(served(50)).toBe(20);
  const { call, warnings, session } = openPage();
  for (let count = 0; count < 150; count += 1) call('prefill', String(count));
  expect([session.getDraft(), warnings]).toEqual(['99', ['too many calls; some are dropped.']]);
});

const rule: WidgetRule = {
  id: 'r',
  page: '/price*',
  seconds: 5,
  scroll: 50,
  visits: 2,
  language: 'en',
  attributes: [{ name: 'plan', value: 'Gold' }],
  cart: 100,
};
const sight: Sight = {
  ...{ at: { host: 'shop.example', pathname: '/price/1', search: '' }, seconds: 5, scrolled: 50, visits: 2, language: 'en-GB' },
  told: { plan: 'Gold', cart: '100' },
};

test.each([
  ['all', {}, true],
  ['page', { at: { ...sight.at, pathname: '/' } }, false],
  ['seconds', { seconds: 4 }, false],
  ['scroll', { scrolled: 49 }, false],
  ['visits', { visits: 1 }, false],
  ['language', { language: 'de' }, false],
  ['attribute', { told: { plan: 'Silver', cart: '100' } }, false],
  ['cart', { told: { plan: 'Gold', cart: '99' } }, false],
  ['cart that is no number', { told: { plan: 'Gold', cart: 'much' } }, false],
] as const)('a rule holds by each of its conditions: %s', (_, change, expected) => {
  expect(holds(rule, { ...sight, ...change } as Sight)).toBe(expected);
});

test('a rule asks the server once, its greeting stays until it is answered, and the answer names it', () => {
  const simple = { ...rule, page: '', seconds: 2, scroll: 0, visits: 0, language: '', attributes: [], cart: 0 };
  const { session, sockets, welcome, tab } = openPage([], [simple]);
  vi.advanceTimersByTime(1_000);
  expect(sockets).toHaveLength(0);
  vi.advanceTimersByTime(1_000);
  const socket = welcome();
  vi.advanceTimersByTime(5_000);
  expect(socket.of('ruleMet')).toEqual([{ ruleId: 'r' }]);
  socket.say('greeting', { showId: 's1', text: 'Can I help?' });
  expect(session.getState().greeting).toEqual({ showId: 's1', text: 'Can I help?', isOpened: false });
  session.open();
  expect(socket.of('greetingOpened')).toEqual([{ showId: 's1' }]);
  expect(JSON.parse(tab.get('greeting') ?? '')).toMatchObject({ showId: 's1', isOpened: true });
  session.say('Yes');
  expect(socket.of('send')).toMatchObject([{ text: 'Yes', showId: 's1' }]);
  expect([session.getState().greeting, tab.get('greeting')]).toEqual([undefined, null]);
});

test('a visit ends after half an hour without a page', () => {
  const storage = createStorage('visits');
  const minute = 60_000;
  expect(countVisit(storage, 1_000)).toEqual({ visits: 1, visitSeconds: 0 });
  expect(countVisit(storage, 1_000 + 20 * minute)).toEqual({ visits: 1, visitSeconds: 1200 });
  expect(countVisit(storage, 1_000 + 45 * minute)).toEqual({ visits: 1, visitSeconds: 2700 });
  expect(countVisit(storage, 1_000 + 80 * minute)).toEqual({ visits: 2, visitSeconds: 0 });
  storage.set('visits', 'broken');
  expect(countVisit(storage, 5)).toEqual({ visits: 1, visitSeconds: 0 });
});

test('the subject of a statement is read as it was written, and of nonsense there is none', () => {
  expect([subjectOf('x.eyJzdWIiOiLDqSJ9.y'), subjectOf('nonsense'), subjectOf('')]).toEqual(['é', '', '']);
});
