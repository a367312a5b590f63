import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { liveRequests, widgetRequests } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { sharedApp, startApp } from './app.ts';
import { createScenes } from './scene.ts';

const app = await sharedApp();
const { connect, visit, makeScene } = createScenes(app);

/** Rejections that nobody waits for, which would end the process. */
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

const hostile: unknown[] = [
  { toString: 1 },
  { valueOf: 1, toString: 1 },
  { length: { toString: 1, valueOf: 1 } },
  ...['{"then": 1}', '{"__proto__": {"toString": 1}}'].map((text) => JSON.parse(text)),
  { constructor: { prototype: 1 } },
  [],
  null,
  'canary'.padEnd(70, '!'),
  '\ud800',
  'a\u0000b',
  1e308,
];

/** Frames that no schema takes: every type, and one that is none, with each hostile value in the place of `data` and of each of its fields. */
function hostileFrames(requests: Record<string, { shape: object }>): string[] {
  const types = [...Object.keys(requests), 'x', '__proto__', 'constructor'];
  return types.flatMap((type) => {
    const fields = ['key', 'chatId', ...Object.keys(Object.hasOwn(requests, type) ? (requests[type]?.shape ?? {}) : {})];
    return hostile.flatMap((value) => [
      JSON.stringify({ type, id: 'i', data: value }),
      ...fields.map((field) => JSON.stringify({ type, id: 'i', data: { [field]: value } })),
    ]);
  });
}
const envelopes = hostile.flatMap((value) =>
  [value, { type: value }, { type: 'ping', id: value }, { type: 'ping', token: value }].map((frame) => JSON.stringify(frame)),
);

/** Sends frames in portions that the limits let pass, each over a line of its own, and answers what came back. */
async function sendAll(frames: string[], open: () => Promise<{ socket: WebSocket; ping: () => Promise<void> }>): Promise<string[]> {
  const answers: string[] = [];
  for (let from = 0; from < frames.length; from += 60) {
    const { socket, ping } = await open();
    socket.on('message', (data) => answers.push(data.toString()));
    for (const frame of frames.slice(from, from + 60)) socket.send(frame);
    await ping();
    socket.terminate();
  }
  return answers;
}

describe('frames that are no requests', () => {
  test('an anonymous frame whose values cannot be turned into text is answered, and the line stays', async () => {
    const { channel } = await makeScene();
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/widget/socket?key=${channel.widgetKey}`, {
      headers: { origin: app.url },
    });
    await once(socket, 'open');
    socket.send('{"type":"x","data":{"key":{"toString":1}}}');
    const [answer] = await once(socket, 'message');
    expect(JSON.parse(String(answer))).toEqual({
      type: 'refused',
      data: { key: '', code: 'request.malformed', message: 'There is no such message.' },
    });
    socket.send('{"type":"ping"}');
    expect(JSON.parse(String((await once(socket, 'message'))[0]))).toEqual({ type: 'pong', data: {} });
    socket.terminate();
    expect(unhandled).toEqual([]);
  });

  test('a pickup whose chat cannot be turned into text is refused', async () => {
    const { asha } = await makeScene();
    asha.talker.socket.send('{"type":"agentPickupChat","id":"i","data":{"chatId":{"toString":1}}}');
    expect(await asha.next('reply')).toMatchObject({ id: 'i', status: false, code: 'request.invalid' });
    expect(await asha.next('pickupFailed')).toMatchObject({ chatId: '', code: 'request.invalid' });
    asha.talker.socket.send('{"type":"ping"}');
    await asha.next('pong');
    expect(unhandled).toEqual([]);
  });

  test('every type with hostile values is answered without them, and nothing is left unhandled', async () => {
    const { users, channel } = await makeScene();
    const widgetAnswers = await sendAll([...hostileFrames(widgetRequests), ...envelopes], async () => {
      const { talker, tell, next } = await visit(channel.widgetKey);
      return {
        socket: talker.socket,
        async ping() {
          tell('send', { key: 'last', text: '' });
          await next('refused', (data) => data.key === 'last');
        },
      };
    });
    const agentAnswers = await sendAll(
      [...hostileFrames(liveRequests), ...envelopes].filter((frame) => !frame.includes('"auth"')),
      async () => {
        const { talker, ask } = await connect(users.asha);
        return { socket: talker.socket, ping: async () => void (await ask('agentPickupChat', { chatId: randomUUID() })) };
      },
    );
    expect(unhandled).toEqual([]);
    const codes = [...widgetAnswers, ...agentAnswers].map((answer) => JSON.parse(answer).data.code).filter(Boolean);
    expect(codes).toContain('request.invalid');
    expect(codes).not.toContain('server.unexpected');
    for (const answer of [...widgetAnswers, ...agentAnswers]) expect(answer).not.toContain('canary');
  });

  test('a message that is refused for its text keeps its key, so that the visitor is told which', async () => {
    const { visitor } = await makeScene();
    visitor.tell('send', { key: 'mine', text: 'x'.repeat(5000) });
    expect(await visitor.next('refused')).toMatchObject({ key: 'mine', code: 'request.invalid' });
  });
});

describe('the cost of a client', () => {
  test('a widget may say hello ten times, and is then told to wait', async () => {
    const { visitor } = await makeScene();
    for (let count = 0; count < 9; count += 1) {
      visitor.tell('hello', { visitorToken: visitor.token });
      await visitor.next('welcome');
    }
    visitor.tell('hello', { visitorToken: visitor.token });
    expect(await visitor.next('refused')).toEqual({
      key: '',
      code: 'request.rate_limited',
      message: 'Too many requests. Please wait a moment.',
      retryAfterSeconds: 10,
    });
  });

  test('one network opens so many widgets and no more', async () => {
    const narrow = await startApp({ config: { visitorSocketsPerNetwork: 2, trustProxy: 1 } });
    const { makeScene: makeNarrowScene } = createScenes(narrow);
    const { channel } = await makeNarrowScene();
    const open = (address: string) =>
      new Promise<WebSocket | number>((resolve) => {
        const headers = { origin: narrow.url, 'x-forwarded-for': address };
        const socket = new WebSocket(`${narrow.url.replace('http', 'ws')}/widget/socket?key=${channel.widgetKey}`, { headers });
        socket.on('error', () => {});
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
        socket.on('open', () => resolve(socket));
      });
    const first = (await open('2001:db8:1:2::1')) as WebSocket;
    expect(await open('2001:db8:1:2::2')).toBeInstanceOf(WebSocket);
    expect(await open('2001:db8:1:2:ffff::3')).toBe(429);
    expect(await open('2001:db8:1:3::3')).toBeInstanceOf(WebSocket);
    first.close();
    await once(first, 'close');
    await expect.poll(() => open('2001:db8:1:2::4')).toBeInstanceOf(WebSocket);
  });
});

describe('a session that ends', () => {
  const endSession = (user: { enterpriseId: string; token: string }, endsAt: Date) =>
    app
      .contextOf(user as never)
      .transaction((tx) => tx.updateTable('sessions').set({ expiresAt: endsAt }).where('enterpriseId', '=', user.enterpriseId).execute());

  test('acts no more once its end was moved up: its next request is refused, whatever it is', async () => {
    const { users, asha, visitor } = await makeScene();
    const { chatId } = await visitor.say('Hello');
    await endSession(users.asha, new Date(Date.now() - 1000));
    asha.talker.socket.send(JSON.stringify({ type: 'agentPickupChat', id: 'i', data: { chatId } }));
    expect(await asha.talker.closed).toBe(4001);
    expect(asha.talker.received.map((frame) => frame.type)).not.toContain('reply');
  });

  test('closes by itself the socket of one who only listens', async () => {
    const user = await app.makeUser({ roles: [3] });
    await endSession(user, new Date(Date.now() + 3000));
    const listener = await connect(user);
    expect(await listener.talker.closed).toBe(4001);
  });
});
