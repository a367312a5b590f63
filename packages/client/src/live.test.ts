import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { live } from '@parley/contract';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { createLive, type LiveOptions, type LiveState } from './live.ts';

// The client's own timers alone stand still: the sockets between it and the server are real ones.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

type Frame = { type: string; token?: string; id?: string; data?: unknown };

/** A server at the far end of a real socket; `arrivals` hears of each connection and each frame. */
async function startServer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const arrivals = new EventEmitter();
  const sockets: ServerSocket[] = [];
  const frames: Frame[] = [];
  server.on('connection', (socket, request) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as Frame;
      frames.push(frame);
      if (frame.type === 'auth') socket.send(JSON.stringify({ type: 'authenticated', data: { uId: 'me' } }));
      arrivals.emit(frame.type, frame);
    });
    arrivals.emit('connection', request.url);
  });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/actions`, arrivals, sockets, frames };
}

function startClient(url: string, more: Partial<LiveOptions> = {}) {
  const onInvalidToken = vi.fn();
  const client = createLive({ url, getToken: () => 'secret', onInvalidToken, random: () => 0, ...more });
  const states: LiveState[] = [];
  client.onState((state) => states.push(state));
  onTestFinished(() => client.close());
  const reaches = (kind: LiveState['kind']) =>
    new Promise<void>((resolve) => {
      if (client.state().kind === kind) resolve();
      else {
        const leave = client.onState((state) => {
          if (state.kind !== kind) return;
          leave();
          resolve();
        });
      }
    });
  return { client, states, reaches, onInvalidToken };
}

async function connected(more: Partial<LiveOptions> = {}) {
  const server = await startServer();
  const page = startClient(server.url, more);
  page.client.connect();
  await page.reaches('open');
  return { ...server, ...page };
}

test('the token travels in the first message and never in the address', async () => {
  const server = await startServer();
  const { client, reaches } = startClient(server.url);
  const address = once(server.arrivals, 'connection');
  client.connect();
  expect(await address).toEqual(['/actions']);
  await reaches('open');
  expect(server.frames).toEqual([{ type: 'auth', token: 'secret' }]);
});

test('RT-004 RT-005 RT-006 RT-017 a ping goes out every 30 seconds, and a line without answers is given up after two', async () => {
  const { client, arrivals, sockets, frames, reaches } = await connected();
  for (let count = 0; count < 3; count += 1) {
    const beat = once(arrivals, 'ping');
    vi.advanceTimersByTime(30_000);
    await beat;
    const heard = new Promise<void>((resolve) => {
      const leave = client.on('agentStatusChanged', () => {
        leave();
        resolve();
      });
    });
    sockets[0]?.send(JSON.stringify({ type: 'pong', data: {} }));
    // Comes after the pong, so the pong has been heard when it is.
    sockets[0]?.send(JSON.stringify({ type: 'agentStatusChanged', data: { uId: 'x', agentStatus: 1 } }));
    await heard;
    expect(frames.filter(({ type }) => type === 'ping')).toHaveLength(count + 1);
  }
  expect(client.state().kind).toBe('open');
  vi.advanceTimersByTime(2 * 30_000);
  expect(client.state().kind).toBe('open');
  vi.advanceTimersByTime(30_000);
  expect(client.state()).toEqual({ kind: 'lost', attempt: 1 });
  const again = once(arrivals, 'connection');
  vi.advanceTimersByTime(2_000);
  await again;
  await reaches('open');
});

test('RT-008 RT-009 RT-010 any other close reconnects after a delay, longer after the first try, until the server is back', async () => {
  const { client, arrivals, sockets, states, reaches } = await connected();
  sockets[0]?.close(live.goingAwayClose);
  await reaches('lost');
  vi.advanceTimersByTime(1_999);
  expect(client.state()).toEqual({ kind: 'lost', attempt: 1 });

  arrivals.once('connection', () => sockets[1]?.terminate());
  const second = new Promise<void>((resolve) => {
    const leave = client.onState((state) => {
      if (state.kind !== 'lost') return;
      leave();
      resolve();
    });
  });
  vi.advanceTimersByTime(1);
  await second;
  expect(client.state()).toEqual({ kind: 'lost', attempt: 2 });
  vi.advanceTimersByTime(2_999);
  expect(client.state().kind).toBe('lost');
  vi.advanceTimersByTime(1);
  await reaches('open');
  expect(states.map((state) => state.kind)).toEqual(['connecting', 'open', 'lost', 'connecting', 'lost', 'connecting', 'open']);
  expect(sockets).toHaveLength(3);
});

test('RT-011 signing out closes the socket, and no reconnect follows', async () => {
  const { client, sockets, states } = await connected();
  const closed = once(sockets[0] as ServerSocket, 'close');
  client.close();
  await closed;
  vi.advanceTimersByTime(10 * 60_000);
  expect(client.state()).toEqual({ kind: 'closed' });
  expect(states.at(-1)).toEqual({ kind: 'closed' });
  expect(sockets).toHaveLength(1);
});

test('signing out between two tries ends the tries', async () => {
  const { client, sockets, reaches } = await connected();
  sockets[0]?.terminate();
  await reaches('lost');
  client.close();
  vi.advanceTimersByTime(10 * 60_000);
  expect(sockets).toHaveLength(1);
});

test('RT-007 a refused token ends it, tells the page, and no reconnect follows', async () => {
  const { client, sockets, reaches, onInvalidToken } = await connected();
  sockets[0]?.close(4001);
  await reaches('closed');
  expect(onInvalidToken).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10 * 60_000);
  expect(client.state().kind).toBe('closed');
  expect(sockets).toHaveLength(1);
});

test('signing out and in again at once opens one new socket, which the end of the old one leaves alone', async () => {
  const { client, sockets, reaches, states } = await connected();
  const closed = once(sockets[0] as ServerSocket, 'close');
  client.close();
  client.connect();
  await reaches('open');
  await closed;
  const answered = client.request('agentPickupChat', {});
  const [, second] = sockets;
  second?.once('message', (data) => {
    const { id } = JSON.parse(data.toString()) as { id: string };
    second.send(JSON.stringify({ type: 'reply', data: { id, status: true, code: '100', message: 'Success', data: { chatId: 'c' } } }));
  });
  expect(await answered).toEqual({ chatId: 'c' });
  vi.advanceTimersByTime(live.heartbeatMs - 1);
  expect(states.map((state) => state.kind)).toEqual(['connecting', 'open', 'closed', 'connecting', 'open']);
  expect(sockets).toHaveLength(2);
});

test('the line opens only with a token', async () => {
  const server = await startServer();
  let token: string | null = null;
  const { client, reaches } = startClient(server.url, { getToken: () => token });
  client.connect();
  expect(client.state().kind).toBe('closed');
  token = 'secret';
  client.connect();
  await reaches('open');
  expect(server.sockets).toHaveLength(1);
});

test('a request is answered by its own reply, refused by its code, and fails when the line is lost', async () => {
  const { client, sockets, arrivals, reaches } = await connected();
  const [socket] = sockets as [ServerSocket];
  const reply = (id: string | undefined, more: object) =>
    socket.send(JSON.stringify({ type: 'reply', data: { id, status: true, code: '100', message: 'Success', data: {}, ...more } }));
  const asked = [once(arrivals, 'agentPickupChat'), once(arrivals, 'acceptInvite')];
  const picked = client.request('agentPickupChat', {});
  const invited = client.request('acceptInvite', {});
  const [[first], [second]] = (await Promise.all(asked)) as [[Frame], [Frame]];
  reply(second.id, { status: false, code: 'chat.none_waiting', message: 'No Invited Chats to Accept!' });
  reply(first.id, { data: { chatId: 'one' } });
  await expect(invited).rejects.toMatchObject({ code: 'chat.none_waiting', message: 'No Invited Chats to Accept!' });
  expect(await picked).toEqual({ chatId: 'one' });

  const lost = client.request('acceptTransfer', {});
  socket.terminate();
  await expect(lost).rejects.toMatchObject({ code: 'network', message: 'Network is offline,Please Turn On Internet!' });
  await reaches('lost');
  await expect(client.request('acceptTransfer', {})).rejects.toMatchObject({ code: 'network' });
});

test('listeners hear their events until they leave', async () => {
  const { client, sockets } = await connected();
  const heard: unknown[] = [];
  const all: string[] = [];
  client.onEvent((event) => all.push(event.type));
  const leave = client.on('youLeftChat', (data) => heard.push(data));
  const told = () =>
    new Promise<void>((resolve) => {
      const once = client.on('agentStatusChanged', () => {
        once();
        resolve();
      });
      sockets[0]?.send(JSON.stringify({ type: 'youLeftChat', data: { chatId: 'c', message: 'You left the chat!' } }));
      sockets[0]?.send(JSON.stringify({ type: 'agentStatusChanged', data: { uId: 'x', agentStatus: 1 } }));
    });
  await told();
  leave();
  await told();
  expect(heard).toEqual([{ chatId: 'c', message: 'You left the chat!' }]);
  expect(all).toEqual(['youLeftChat', 'agentStatusChanged', 'youLeftChat', 'agentStatusChanged']);
});
