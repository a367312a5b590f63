import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partialExpiryMs, pingMs, type WidgetConfig, type WidgetEntry } from './protocol.ts';
import { createSession } from './session.ts';
import { createStorage } from './storage.ts';

const config: WidgetConfig = {
  title: 'Shop',
  greeting: 'Hello',
  colour: '#1f6f78',
  isOnline: true,
  hasBot: false,
  ratingEnabled: true,
  maxFileBytes: 1000,
};
type Frame = { type: string; data: Record<string, unknown> };

/** A server's end of the socket: it hears what the widget says and says what the test wants. */
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

const entry = (number: number, over: Partial<WidgetEntry> = {}): WidgetEntry => ({
  number,
  id: `id-${number}`,
  author: 'agent',
  name: 'Nina',
  text: `text ${number}`,
  attachment: null,
  at: '2026-01-01T10:00:00.000Z',
  key: '',
  ...over,
});
const thread = (entries: WidgetEntry[], over: object = {}) => ({
  chatId: 'chat-1',
  isOpen: true,
  handledBy: 'agent',
  agentName: 'Nina',
  entries,
  readUpTo: 0,
  canRate: false,
  asksComment: true,
  ...over,
});

let sockets: FakeSocket[] = [];
let isPageVisible = true;
const start = (widgetKey = 'key') => {
  const session = createSession({
    origin: 'https://chat.example',
    widgetKey,
    config,
    storage: createStorage(widgetKey),
    tab: createStorage(widgetKey, () => sessionStorage),
    isPageVisible: () => isPageVisible,
    createSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  return { session, socket: () => sockets.at(-1) as FakeSocket };
};
const welcome = (socket: FakeSocket, entries: WidgetEntry[] = [], over: object = {}) => {
  socket.accept();
  socket.say('welcome', { visitorToken: 'token', config, thread: thread(entries, over) });
};

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
  sockets = [];
  isPageVisible = true;
});
afterEach(() => vi.useRealTimers());

test('nobody is connected before the widget is opened or knows its visitor', () => {
  const { session } = start();
  expect(sockets).toHaveLength(0);
  session.open();
  expect(sockets).toHaveLength(1);
});

test('a visitor who is known is connected at once, so the badge counts', () => {
  localStorage.setItem('parley:key:visitor', 'token');
  const { session, socket } = start();
  welcome(socket(), [entry(1), entry(2, { author: 'system' })]);
  expect(socket().of('hello')[0]).toMatchObject({ visitorToken: 'token' });
  expect(session.getState().unreadCount).toBe(1);
  session.open();
  expect(session.getState().unreadCount).toBe(0);
  expect(socket().of('read')).toEqual([{ chatId: 'chat-1', upTo: 2 }]);
});

test('the panel is open as before on the next page of the tab, with the draft, until it is closed', () => {
  const first = start().session;
  first.open();
  expect(first.getState()).toMatchObject({ isPanelOpen: true, isRestored: false });
  first.setDraft('Half a quest');
  const next = start().session;
  expect(next.getState()).toMatchObject({ isPanelOpen: true, isRestored: true });
  expect(next.getDraft()).toBe('Half a quest');
  expect(sockets).toHaveLength(2);
  next.close();
  next.setDraft('');
  const last = start().session;
  expect(last.getState().isPanelOpen).toBe(false);
  expect(last.getDraft()).toBe('');
  expect(sockets).toHaveLength(2);
});

test('messages typed offline leave in order, under their own keys, after the line is back', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket());
  socket().close();
  session.say('one');
  session.say('two');
  const keys = session.getState().outbox.map(({ key }) => key);
  expect(session.getState().outbox.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  vi.advanceTimersByTime(1_999);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(2);
  welcome(socket());
  expect(socket().of('send')).toEqual([{ key: keys[0], text: 'one' }]);
  socket().say('accepted', { key: keys[0], chatId: 'chat-1', entry: entry(1, { author: 'visitor', key: keys[0] as string }) });
  expect(socket().of('send')).toEqual([
    { key: keys[0], text: 'one' },
    { key: keys[1], text: 'two' },
  ]);
});

test('a message whose confirmation was lost is sent again under the same key, and shown once', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket());
  session.say('one');
  const key = session.getState().outbox[0]?.key ?? '';
  socket().close();
  vi.advanceTimersByTime(2_000);
  welcome(socket(), [entry(1, { author: 'visitor', key, text: 'one' })]);
  expect(session.getState().outbox).toEqual([]);
  expect(socket().of('send')).toEqual([]);
});

test('messages that wait survive a reload', () => {
  const first = start();
  first.session.open();
  first.session.say('one');
  const key = first.session.getState().outbox[0]?.key;
  const { socket } = start();
  welcome(socket());
  expect(socket().of('send')).toEqual([{ key, text: 'one' }]);
});

test('later tries come after 3 s and up to 1 s more', () => {
  const { session, socket } = start();
  session.open();
  socket().close();
  vi.advanceTimersByTime(2_000);
  socket().close();
  vi.advanceTimersByTime(2_999);
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(1_001);
  expect(sockets).toHaveLength(3);
});

test('a gap says hello again from the last number that is whole, once', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket(), [entry(1)]);
  socket().say('entry', { chatId: 'chat-1', entry: entry(4) });
  socket().say('entry', { chatId: 'chat-1', entry: entry(5) });
  expect(socket().of('hello').slice(1)).toMatchObject([{ chatId: 'chat-1', after: 1 }]);
});

test('an entry that an agent has changed is shown anew at once, and nothing is asked for', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket(), [entry(1), entry(2)]);
  const before = socket().of('hello').length;
  socket().say('entryChanged', { chatId: 'chat-1', entry: entry(2, { text: '', isTakenBack: true }) });
  expect(session.getState().thread.segments[0]?.entries.map(({ text, isTakenBack }) => [text, isTakenBack])).toEqual([
    [entry(1).text, undefined],
    ['', true],
  ]);
  expect(socket().of('hello')).toHaveLength(before);
});

test('an entry of another tab with a key of ours settles the message here', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket());
  session.say('one');
  const key = session.getState().outbox[0]?.key ?? '';
  socket().say('entry', { chatId: 'chat-1', entry: entry(1, { author: 'visitor', key }) });
  expect(session.getState().outbox).toEqual([]);
});

test('a refused message stays with its reason, and can be sent again or thrown away', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket());
  session.say('one');
  const key = session.getState().outbox[0]?.key ?? '';
  socket().say('refused', { key, code: 'request.invalid', message: 'Use at most 4096 characters.' });
  expect(session.getState().outbox[0]).toMatchObject({ state: 'refused', reason: 'Use at most 4096 characters.' });
  session.retry(key);
  expect(socket().of('send')).toHaveLength(2);
  session.discard(key);
  expect(session.getState().outbox).toEqual([]);
});

test('a limit of the server holds the queue back for as long as it says', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket());
  session.say('one');
  const key = session.getState().outbox[0]?.key ?? '';
  socket().say('refused', { key, code: 'request.rate_limited', message: 'Slow down.', retryAfterSeconds: 5 });
  vi.advanceTimersByTime(4_999);
  expect(socket().of('send')).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(
    socket()
      .of('send')
      .map(({ key: sent }) => sent),
  ).toEqual([key, key]);
});

test('typing is told every 4 s at most, and theirs ends after 6 s', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket());
  session.typing();
  session.typing();
  expect(socket().of('typing')).toHaveLength(1);
  vi.advanceTimersByTime(4_000);
  session.typing();
  expect(socket().of('typing')).toHaveLength(2);
  socket().say('typing', { name: 'Nina' });
  expect(session.getState().typingName).toBe('Nina');
  vi.advanceTimersByTime(6_000);
  expect(session.getState().typingName).toBeUndefined();
});

test('a partial answer of a bot is shown until the answer, an agent, or nothing more comes', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket(), [entry(1, { author: 'visitor' })], { handledBy: 'bot', agentName: '' });
  const write = (text: string, over: object = {}) => socket().say('partial', { chatId: 'chat-1', after: 1, text, ...over });
  const shown = () => session.getState().partial?.text;
  write('It is');
  write('It is two');
  expect(shown()).toBe('It is two');
  write('');
  expect(shown()).toBeUndefined();
  write('It is two');
  socket().say('entry', { chatId: 'chat-1', entry: entry(2, { author: 'visitor' }) });
  expect(shown()).toBe('It is two');
  socket().say('entry', { chatId: 'chat-1', entry: entry(3, { author: 'bot' }) });
  expect(shown()).toBeUndefined();
  write('It is two, late');
  expect(shown()).toBeUndefined();
  write('Of another chat', { chatId: 'chat-0', after: 9 });
  expect(shown()).toBeUndefined();
  write('The next', { after: 3 });
  expect(shown()).toBe('The next');
  vi.advanceTimersByTime(partialExpiryMs);
  expect(shown()).toBeUndefined();
  write('The next', { after: 3 });
  socket().say('thread', { ...thread([]), entries: undefined, handledBy: 'agent' });
  expect(shown()).toBeUndefined();
});

test('a partial answer that the line cut off comes again with the next words', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket(), [entry(1, { author: 'visitor' })], { handledBy: 'bot', agentName: '' });
  socket().say('partial', { chatId: 'chat-1', after: 1, text: 'It is' });
  socket().close();
  expect(session.getState().partial).toBeUndefined();
  vi.advanceTimersByTime(2_000);
  welcome(socket(), [], { handledBy: 'bot', agentName: '' });
  socket().say('partial', { chatId: 'chat-1', after: 1, text: 'It is two' });
  expect(session.getState().partial?.text).toBe('It is two');
});

test('a line that answers no ping is given up', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket());
  vi.advanceTimersByTime(90_000);
  expect(sockets).toHaveLength(1);
  expect(session.getState().connection).toBe('lost');
});

test('a token that the server does not know any more is replaced, and the message is not lost', () => {
  localStorage.setItem('parley:key:visitor', 'old');
  const { session, socket } = start();
  welcome(socket());
  session.say('one');
  const key = session.getState().outbox[0]?.key ?? '';
  // A form that came before there was anything to do it with ends nobody.
  for (const other of ['askTranscript', ''])
    socket().say('refused', { key: other, code: 'chat.visitor_unknown', message: 'The chat has not been started yet.' });
  expect(localStorage.getItem('parley:key:visitor')).toBe('token');
  socket().say('refused', { key, code: 'chat.visitor_unknown', message: 'The chat has not been started yet.' });
  expect(socket().of('hello').at(-1)).toMatchObject({ visitorToken: '' });
  socket().say('welcome', { visitorToken: 'new', config, thread: thread([], { chatId: null }) });
  expect(localStorage.getItem('parley:key:visitor')).toBe('new');
  expect(socket().of('send').at(-1)).toEqual({ key, text: 'one' });
});

test('a filled form leaves with the first message alone, survives a page, and is gone with another person', () => {
  const { session, socket } = start();
  session.open();
  welcome(socket(), [], { chatId: null, isOpen: false });
  session.setForm({ values: { name: 'Ravi' }, agreed: true });
  expect(start().session.getState().form).toEqual({ values: { name: 'Ravi' }, agreed: true });
  session.say('Hello');
  expect(session.getState().form).toBeUndefined();
  const [sent] = sockets[0]?.of('send') ?? [];
  expect(sent).toMatchObject({ text: 'Hello', form: { values: { name: 'Ravi' }, agreed: true } });
  sockets[0]?.say('accepted', { key: sent?.key, chatId: 'chat-1', entry: entry(2, { author: 'visitor', key: String(sent?.key) }) });
  session.say('More');
  expect(sockets[0]?.of('send')[1]).not.toHaveProperty('form');
  expect(sessionStorage.getItem('parley:key:form')).toBeNull();
  session.setForm({ values: { name: 'Ravi' } });
  session.reset();
  expect([session.getState().form, sessionStorage.getItem('parley:key:form')]).toEqual([undefined, null]);
});

/** The page is hidden or shown, as a browser says it. */
const turnPage = (isVisible: boolean) => {
  isPageVisible = isVisible;
  document.dispatchEvent(new Event('visibilitychange'));
};
const beat = (socket: FakeSocket) => {
  vi.advanceTimersByTime(pingMs);
  socket.say('pong', {});
};

test('34.4 a visible page says that it shows unread answers: with each answered beat, once more when it is hidden, and no more while it is', () => {
  createStorage('key').set('visitor', 'token');
  const { session, socket } = start();
  const asked = () => socket().of('looking').length;
  welcome(socket(), [], { readUpTo: 0 });
  beat(socket());
  expect(asked()).toBe(0);
  socket().say('entry', { chatId: 'chat-1', entry: entry(1) });
  beat(socket());
  beat(socket());
  expect(socket().of('looking')).toEqual([{ chatId: 'chat-1' }, { chatId: 'chat-1' }]);
  turnPage(false);
  expect(asked()).toBe(3);
  beat(socket());
  expect(asked()).toBe(3);
  turnPage(true);
  expect(asked()).toBe(4);
  session.open();
  expect(socket().of('read')).toEqual([{ chatId: 'chat-1', upTo: 1 }]);
  beat(socket());
  turnPage(false);
  expect(asked()).toBe(4);
});

test('34.4 of two tabs the visible one says so, a line that is cut says nothing, and one that is back says it at once', () => {
  createStorage('key').set('visitor', 'token');
  const first = start();
  welcome(first.socket(), [entry(1)]);
  const socket = first.socket();
  isPageVisible = false;
  const second = start();
  welcome(second.socket(), [entry(1)]);
  expect([socket.of('looking').length, second.socket().of('looking').length]).toEqual([1, 0]);
  vi.advanceTimersByTime(pingMs);
  second.socket().say('pong', {});
  isPageVisible = true;
  socket.say('pong', {});
  expect([socket.of('looking').length, second.socket().of('looking').length]).toEqual([2, 0]);
  // The phone sleeps: its timers stand still, and beats that nobody answers say nothing.
  vi.advanceTimersByTime(2 * pingMs);
  expect(socket.of('looking').length).toBe(2);
  const before = sockets.length;
  socket.close();
  vi.advanceTimersByTime(10_000);
  expect(sockets.length).toBeGreaterThan(before);
  const back = first.socket();
  welcome(back, [], { readUpTo: 0 });
  expect(back.of('looking')).toEqual([{ chatId: 'chat-1' }]);
});
