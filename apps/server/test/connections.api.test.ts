import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ErrorEnvelope, endpoints } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { sharedApp, startApp } from './app.ts';

const app = await sharedApp();
const { hostname, port } = new URL(app.url);
const viewer = await app.makeUser({ roles: [6] });
const admin = await app.makeUser();

/** A connection as a program without an HTTP library has it. */
async function open(): Promise<{ socket: Socket; text: () => string; isClosed: () => boolean }> {
  const socket = connect(Number(port), hostname);
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => (text += chunk.toString()));
  socket.on('error', () => {});
  socket.on('close', () => (isClosed = true));
  await once(socket, 'connect');
  return { socket, text: () => text, isClosed: () => isClosed };
}

const next = 'GET /health HTTP/1.1\r\nHost: parley\r\n\r\n';
const head = (target: string, headers: Record<string, string>) =>
  `POST ${target} HTTP/1.1\r\nHost: parley\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'multipart/form-data; boundary=b' };
const create = endpoints.channels.create.path;
/** Answers that do not wait for the body. */
const early: [name: string, status: number, target: string, headers: Record<string, string>][] = [
  ['401, no session', 401, create, json],
  ['401, a file without a session', 401, endpoints.files.upload.path, form],
  ['403, no permission', 403, create, { ...json, 'authentication-token': viewer.token }],
  ['404, no such call', 404, '/e/enterprise/nothing-here', json],
  ['404, no such call, a file', 404, '/e/enterprise/nothing-here', form],
  ['404, the widget of no channel, a file', 404, `${endpoints.widget.upload.path}?key=none`, form],
  ['415, a body that is packed', 415, create, { ...json, 'content-encoding': 'gzip', 'authentication-token': admin.token }],
  ['415, a packed body to a public call', 415, endpoints.account.login.path, { ...json, 'content-encoding': 'gzip' }],
  ['415, a type that nobody reads', 415, create, { 'content-type': 'text/xml', 'authentication-token': admin.token }],
];

const chunk = 'x'.repeat(16_384);
const chunked = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
/** Each sends a body, and the next request behind it where the body ends. */
const bodies: [name: string, headers: Record<string, string>, send: (socket: Socket) => void][] = [
  ['a short body', { 'content-length': '20' }, (socket) => socket.write(`${'x'.repeat(20)}${next}`)],
  ['a short body in chunks', { 'transfer-encoding': 'chunked' }, (socket) => socket.write(`5\r\nxxxxx\r\n0\r\n\r\n${next}`)],
  [
    'a body of 160 kB',
    { 'content-length': String(10 * chunk.length) },
    (socket) => {
      for (let count = 0; count < 10; count += 1) socket.write(chunk);
      socket.write(next);
    },
  ],
  [
    'a body of 160 kB in chunks',
    { 'transfer-encoding': 'chunked' },
    (socket) => {
      for (let count = 0; count < 10; count += 1) socket.write(chunked);
      socket.write(`0\r\n\r\n${next}`);
    },
  ],
  ['a body that never comes', { 'content-length': '100000' }, () => {}],
  ['a body that stops after its first chunk', { 'transfer-encoding': 'chunked' }, (socket) => socket.write(chunked)],
  ['a body that waits to be asked for', { 'content-length': '5', expect: '100-continue' }, () => {}],
];

describe.each(early)('%s', (_name, status, target, headers) => {
  test.each(bodies)('%s is answered at once, then the next request is answered or the connection ends', async (_body, more, send) => {
    const { socket, text, isClosed } = await open();
    socket.write(head(target, { ...headers, ...more }));
    send(socket);
    const statuses = () => [...text().matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1])).filter((code) => code !== 100);
    await expect.poll(() => statuses()[0]).toBe(status);
    const isKept = () => statuses()[1] === 200;
    await expect.poll(() => isKept() || isClosed()).toBe(true);
    if (!isKept()) expect(text()).toMatch(/^connection: close\r$/im);
    socket.destroy();
  });
});

test('one network opens so many connections and no more', async () => {
  const narrow = await startApp({ config: { connections: { most: 100, mostPerNetwork: 5 } } });
  const address = new URL(narrow.url);
  const openAll = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const socket = connect(Number(address.port), address.hostname);
        socket.on('error', () => {});
        socket.write(next);
        const isOpen = await new Promise<boolean>((resolve) => {
          socket.once('data', () => resolve(true)).once('close', () => resolve(false));
        });
        return { socket, isOpen };
      }),
    );
  const first = await openAll(8);
  expect(first.filter(({ isOpen }) => isOpen)).toHaveLength(5);
  for (const { socket } of first) socket.destroy();
  await expect.poll(async () => (await openAll(1))[0]?.isOpen).toBe(true);
});

test('413 is told before a large body was sent, and the connection ends', async () => {
  const { socket, text, isClosed } = await open();
  socket.write(head(create, { ...json, 'content-length': '2000000', 'authentication-token': admin.token }));
  await expect.poll(text).toContain('HTTP/1.1 413');
  expect(text()).toMatch(/^connection: close\r$/im);
  await expect.poll(isClosed).toBe(true);
  socket.destroy();
});

const long = 'x'.repeat(20_000);
test.each([
  [
    'a part of the address that is too long',
    400,
    'request.malformed',
    `GET /e/enterprise/chat/${'x'.repeat(400)} HTTP/1.1\r\nHost: parley\r\n\r\n`,
  ],
  ['an address that is no address', 400, 'request.malformed', 'GET /e/enterprise/chat/%zz HTTP/1.1\r\nHost: parley\r\n\r\n'],
  ['a head of 20 kB', 431, 'request.head_too_large', `GET /health HTTP/1.1\r\nHost: parley\r\nx-long: ${long}\r\n\r\n`],
  ['an address of 20 kB', 431, 'request.head_too_large', `GET /health?${long} HTTP/1.1\r\nHost: parley\r\n\r\n`],
  ['what is no HTTP', 400, 'request.malformed', 'HELLO\r\n\r\n'],
])('%s is refused in the envelope, and nothing of it is repeated', async (_name, status, code, sent) => {
  const { socket, text, isClosed } = await open();
  socket.write(sent);
  await expect.poll(isClosed).toBe(true);
  const [answerHead = '', body = ''] = text().split('\r\n\r\n');
  expect(answerHead).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(ErrorEnvelope.strict().parse(JSON.parse(body))).toMatchObject({ status: false, code });
  expect(text()).not.toMatch(/xxxx|%zz|HELLO/);
  socket.destroy();
});
