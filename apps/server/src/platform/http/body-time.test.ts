import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { limitBodyTime } from './body-time.ts';

/** A server that reads bodies to their end; a request with `x-user` is a signed-in user's. */
async function startServer(limits: Parameters<typeof limitBodyTime>[1]) {
  const app = Fastify();
  app.decorateRequest('actor', null);
  limitBodyTime(app as never, limits);
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.headers['x-user']) request.actor = {} as never;
    return payload;
  });
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.on('error', done);
    payload.on('end', () => done(null)).resume();
  });
  app.post('/', () => 'read');
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return (app.server.address() as { port: number }).port;
}

/** Sends a byte of the body every 20 ms, so many times. @returns what the server said until the connection ended */
async function drip(port: number, type: string, headers: string, bytes: number, announced = bytes): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => (said += chunk.toString()));
  socket.write(
    `POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${announced}\r\n\r\n`,
  );
  let sent = 0;
  const timer = setInterval(() => (sent++ < bytes ? socket.write('x') : clearInterval(timer)), 20);
  // Not events.once: it would reject on an error that comes before the close.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return said.split('\r\n')[0] ?? '';
}

const file = 'multipart/form-data; boundary=b';
const user = 'x-user: 1\r\n';
const served = 'HTTP/1.1 200 OK';

test('files alone may take their time, and those of strangers little', async () => {
  const port = await startServer({ bodyMs: 200, strangerFileMs: 400, silenceMs: 10_000 });
  expect(await Promise.all([drip(port, 'application/json', user, 60), drip(port, file, '', 60), drip(port, file, user, 60)])).toEqual([
    '',
    '',
    served,
  ]);
});

test('a client that falls silent is cut off, whoever it is', async () => {
  const port = await startServer({ bodyMs: 10_000, strangerFileMs: 10_000, silenceMs: 500 });
  expect(await Promise.all([drip(port, file, user, 3, 10), drip(port, file, '', 3, 10), drip(port, file, user, 30)])).toEqual([
    '',
    '',
    served,
  ]);
});
