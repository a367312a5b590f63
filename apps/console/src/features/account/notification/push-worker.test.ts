import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { noticeKindNames } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import english from '../../../locales/en/notification.json';
import hindi from '../../../locales/hi/notification.json';

const source = readFileSync(path.join(import.meta.dirname, '../../../../public/push-worker.js'), 'utf8');

type Page = {
  url: string;
  visibilityState: string;
  focused: boolean;
  postMessage: ReturnType<typeof vi.fn>;
  focus: ReturnType<typeof vi.fn>;
};
const pageAt = (url: string, visibilityState = 'hidden'): Page => ({
  url,
  visibilityState,
  focused: false,
  postMessage: vi.fn(),
  focus: vi.fn(async () => {}),
});

/** The worker in a browser that has these pages open. */
function startWorker({ language = 'en', pages = [] as Page[] } = {}) {
  const listeners: Record<string, (event: object) => void> = {};
  const shown: { title: string; options: { body: string; tag: string; data: { path: string } } }[] = [];
  const openWindow = vi.fn(async () => {});
  const self = {
    location: new URL(`https://parley.example/push-worker.js?language=${language}`),
    clients: { matchAll: async () => pages, openWindow, claim: vi.fn() },
    registration: { showNotification: async (title: string, options: never) => void shown.push({ title, options }) },
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener;
    },
    skipWaiting: vi.fn(),
  };
  vm.runInNewContext(source, {
    self,
    URL,
    Response,
    fetch: async () => {
      throw new TypeError('Failed to fetch');
    },
  });
  const dispatch = async (type: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners[type]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return {
    shown,
    openWindow,
    /** Returns the worker's answer to a request without a network; undefined where it leaves it to the browser. */
    async ask(mode: string): Promise<Response | undefined> {
      let given: Promise<Response> | undefined;
      listeners.fetch?.({
        request: { mode },
        preloadResponse: Promise.resolve(undefined),
        respondWith: (reply: Promise<Response>) => (given = reply),
      });
      return given;
    },
    types: Object.keys(listeners),
    push: (data: unknown) => dispatch('push', { data: { json: () => (typeof data === 'string' ? JSON.parse(data) : data) } }),
    click: (to: unknown) => dispatch('notificationclick', { notification: { close: vi.fn(), data: { path: to } } }),
  };
}

test('every kind has its words of the console, in both languages', async () => {
  for (const [language, words] of [
    ['en', english.kind],
    ['hi', hindi.kind],
  ] as const) {
    const worker = startWorker({ language });
    const kinds = ['test', ...noticeKindNames];
    for (const kind of kinds) await worker.push({ kind, count: 1, path: '/' });
    expect(Object.fromEntries(kinds.map((kind, index) => [kind, worker.shown[index]?.title]))).toEqual(words);
  }
});

test('a push is shown with its count, and each kind and place once', async () => {
  const worker = startWorker({ pages: [pageAt('https://parley.example/dashboard')] });
  await worker.push({ kind: 'channel_error', count: 3, path: '/admin/channels' });
  expect(worker.shown).toEqual([
    {
      title: 'Channels that stop (3)',
      options: {
        body: 'Open the console to read it.',
        tag: 'channel_error /admin/channels',
        renotify: true,
        data: { path: '/admin/channels' },
      },
    },
  ]);
});

test('a user who looks at the console sees its toast instead; a page outside of the console does not count', async () => {
  const looking = startWorker({ pages: [pageAt('https://parley.example/dashboard', 'visible')] });
  await looking.push({ kind: 'import_done', count: 1, path: '/' });
  expect(looking.shown).toEqual([]);
  const reading = startWorker({ pages: [pageAt('https://parley.example/docs', 'visible')] });
  await reading.push({ kind: 'import_done', count: 1, path: '/' });
  expect(reading.shown).toHaveLength(1);
});

test('an unreadable push shows nothing, and one of an unknown kind has a general title', async () => {
  const worker = startWorker();
  await worker.push('no json');
  expect(worker.shown).toEqual([]);
  await worker.push({ kind: 'something_new', count: 1, path: 'https://evil.example' });
  expect(worker.shown).toMatchObject([{ title: 'Notification', options: { data: { path: '/' } } }]);
});

test.each([
  ['/admin/channels', '/admin/channels'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  [undefined, '/'],
])('a click on %j opens the console at %j', async (to, expected) => {
  const worker = startWorker();
  await worker.click(to);
  expect(worker.openWindow.mock.calls).toEqual([[expected]]);
});

test('a console that is open goes there by itself and comes to the front', async () => {
  const [docs, page] = [pageAt('https://parley.example/docs'), pageAt('https://parley.example/chat/conversation')];
  const worker = startWorker({ pages: [docs, page] });
  await worker.click('/admin/channels');
  expect(page.postMessage.mock.calls).toEqual([[{ type: 'open', path: '/admin/channels' }]]);
  expect(page.focus).toHaveBeenCalledOnce();
  expect([docs.postMessage.mock.calls, worker.openWindow.mock.calls]).toEqual([[], []]);
});

test('a page that is opened without a network says so in the own language and runs nothing; calls pass the worker by', async () => {
  const worker = startWorker({ language: 'hi' });
  const page = await worker.ask('navigate');
  expect([page?.status, page?.headers.get('content-security-policy')]).toEqual([503, "default-src 'none'; style-src 'unsafe-inline'"]);
  expect(await page?.text()).toContain('<h1>नेटवर्क नहीं है</h1>');
  expect(await worker.ask('cors')).toBeUndefined();
  expect(worker.types.sort()).toEqual(['activate', 'fetch', 'install', 'notificationclick', 'push']);
});
