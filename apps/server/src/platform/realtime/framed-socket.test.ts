import { once } from 'node:events';
import type { Socket } from 'node:net';
import { z } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createLog } from '../telemetry/log.ts';
import { FramedSocket } from './framed-socket.ts';

const requests = { ask: z.object({ number: z.number() }) };
const limit = { perSecond: 10_000, burst: 10_000 };

/** A served socket and its client. */
async function openPair(answer: (socket: FramedSocket, number: number) => Promise<void> | void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as { port: number }).port}`);
  const [[raw, request]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as unknown as [
    [WebSocket, { socket: Socket }],
  ];
  const socket = new FramedSocket(raw, request.socket, { log: createLog('silent', false) });
  const refused: unknown[] = [];
  socket.serve({
    requests,
    reference: z.object({}),
    limit,
    handlers: { ask: ({ number }) => answer(socket, number) },
    refuse: ({ refusal }) => void refused.push(refusal.envelope.code),
  });
  const received: number[] = [];
  client.on('message', (data) => received.push(JSON.parse(data.toString()).data.number));
  onTestFinished(() => {
    client.terminate();
    server.close();
  });
  const ask = (from: number, to: number) => {
    for (let number = from; number < to; number += 1) client.send(JSON.stringify({ type: 'ask', data: { number } }));
  };
  return { client, raw, socket, received, refused, ask };
}
const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);
const padding = 'x'.repeat(200_000);

test('a client that does not read its answers is asked no more, and served on as soon as they are read', async () => {
  let served = 0;
  const { client, raw, received, ask } = await openPair((socket, number) => {
    served += 1;
    socket.send({ type: 'answer', data: { number, padding } });
  });
  client.pause();
  ask(0, 400);
  await expect.poll(() => raw.isPaused).toBe(true);
  expect(served).toBeLessThan(200);
  expect(raw.bufferedAmount).toBeLessThan(2_000_000);
  client.resume();
  await expect.poll(() => received.length).toBe(400);
  expect(received).toEqual(upTo(400));
});

test('a client that does not read what is told without a request is closed with 4008', async () => {
  const { client, raw, socket } = await openPair(() => {});
  client.pause();
  const closed = once(client, 'close');
  while (socket.isOpen) {
    socket.send({ type: 'news', data: { number: 0, padding } });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(raw.bufferedAmount).toBeLessThan(2_000_000);
  client.resume();
  expect(await closed).toEqual([4008, Buffer.from('You read too slowly.')]);
});

test('requests are served one after the other, and so many wait and no more', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { raw, received, ask } = await openPair(async (socket, number) => {
    await held;
    socket.send({ type: 'answer', data: { number } });
  });
  ask(0, 500);
  await expect.poll(() => raw.isPaused).toBe(true);
  release();
  await expect.poll(() => received.length).toBe(500);
  expect(received).toEqual(upTo(500));
});

test('a handler that throws refuses its request and none of the following; a refusal that throws ends its socket alone', async () => {
  const { client, received, refused, ask } = await openPair((socket, number) => {
    if (number === 1) throw new Error('broken');
    socket.send({ type: 'answer', data: { number } });
  });
  ask(0, 3);
  await expect.poll(() => received).toEqual([0, 2]);
  expect(refused).toEqual(['server.unexpected']);
  refused.push = () => {
    throw new Error('broken, too');
  };
  ask(1, 2);
  expect((await once(client, 'close'))[0]).toBe(1011);
});
