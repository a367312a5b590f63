import { connect as dial, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { type Connection, connect } from '../frames.ts';
import type { Assault, Scene } from '../scene.ts';

const name = 'connections';
/** Most memory that one attacker may make the program hold, measured against its memory before the attack. */
const mostGrowthMb = 400;
const mostWitnessMs = 2000;

type Line = { socket: Socket; received: () => string; isClosed: () => boolean; write: (text: string | Buffer) => void };

/** A bare connection, as nobody's client makes it. */
function openLine(url: string): Promise<Line | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    let isClosed = false;
    const socket = dial(Number(port), hostname);
    socket.on('data', (chunk: Buffer) => {
      if (received.length < 10_000) received += chunk.toString('latin1');
    });
    socket.on('close', () => (isClosed = true));
    socket.on('error', () => resolve(undefined));
    socket.once('connect', () =>
      resolve({
        socket,
        received: () => received,
        isClosed: () => isClosed,
        write: (text) => {
          if (!isClosed) socket.write(text);
        },
      }),
    );
  });
}

async function waitFor(fits: () => boolean, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (!fits()) {
    if (performance.now() > until) return false;
    await sleep(20);
  }
  return true;
}

/** A good client who goes on asking: every call is answered, and soon. */
function startWitness({ target, attacker, findings, tally }: Scene) {
  let slowestMs = 0;
  let isOver = false;
  // The attacker gives way to everybody (main.ts): what its own thread was late is no delay of the program.
  const own = monitorEventLoopDelay({ resolution: 10 });
  own.enable();
  const token = attacker.administrators[1]?.token ?? '';
  const ended = (async () => {
    while (!isOver) {
      own.reset();
      const started = performance.now();
      tally.calls += 1;
      const status = await request(`${target.url}/e/enterprise/users/me`, {
        headers: { 'authentication-token': token, 'x-forwarded-for': '192.0.2.55' },
        headersTimeout: 10_000,
      }).then(
        async ({ statusCode, body }) => {
          await body.dump();
          return statusCode;
        },
        (error: Error) => error.message,
      );
      slowestMs = Math.max(slowestMs, performance.now() - started - own.max / 1e6);
      if (status !== 200) {
        findings.add(name, 'a good client is not served during the attack', String(status));
        break;
      }
      await sleep(100);
    }
  })();
  return async () => {
    isOver = true;
    await ended;
    own.disable();
    if (slowestMs > mostWitnessMs) findings.add(name, 'a good client waits too long during the attack', `${Math.round(slowestMs)} ms`);
  };
}

const holders: [title: string, text: (token: string) => string][] = [
  ['half a header', () => 'GET /health HTTP/1.1\r\nhost: x\r\nx-a: '],
  [
    'a body that never comes',
    () => 'POST /account/enterprise/recover HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  ],
  [
    'a stranger’s multipart',
    () =>
      'POST /e/drive/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 20000000\r\n\r\n--x\r\n',
  ],
  [
    'a multipart to nowhere',
    () => 'POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 20000000\r\n\r\n--x\r\n',
  ],
  [
    'a chunked body',
    () =>
      'POST /account/enterprise/recover HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n',
  ],
  [
    'a silent upgrade',
    () =>
      'GET /actions HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  ],
];
/** Requests that are refused before their body is read: they end at once, the others at their timeout. */
const refusedAtOnce = /stranger|nowhere/;

async function holdConnections(scene: Scene): Promise<void> {
  const { target, attacker, findings, tally, isShort } = scene;
  const each = (title: string) => (isShort ? 50 : title.includes('multipart') ? 1500 : 300);
  const token = attacker.administrators[2]?.token ?? '';
  const lines: { title: string; line: Line }[] = [];
  for (const [title, text] of holders) {
    for (let count = each(title); count > 0; count -= 1) {
      const line = await openLine(target.url);
      tally.connections += 1;
      if (!line) continue; // refused at the door
      line.write(text(token));
      lines.push({ title, line });
    }
  }
  const open = (filter: RegExp) => lines.filter(({ title, line }) => filter.test(title) && !line.isClosed()).length;
  if (!(await waitFor(() => open(refusedAtOnce) === 0, 8000)))
    findings.add(name, 'refused connections stay open past their refusal', `${open(refusedAtOnce)} after 8 s`);
  if (!isShort && !(await waitFor(() => open(/./) === 0, 90_000))) {
    const left = Object.entries(
      Object.groupBy(
        lines.filter(({ line }) => !line.isClosed()),
        ({ title }) => title,
      ),
    ).map(([title, list]) => `${title}: ${list?.length}`);
    findings.add(name, 'connections that send nothing are held for more than 90 s', left.join(', '));
  }
  for (const { line } of lines) line.socket.destroy();
}

/** The request after an early answer gets a response, or the connection is closed: nothing hangs. */
async function askTwice({ target, findings, tally, attacker }: Scene): Promise<void> {
  const token = attacker.administrators[2]?.token ?? '';
  const json = 'content-type: application/json\r\n';
  const first: [string, string][] = [
    [
      'a gzip body',
      `POST /account/enterprise/recover HTTP/1.1\r\nhost: x\r\n${json}content-encoding: gzip\r\ncontent-length: 10\r\n\r\n0123456789`,
    ],
    [
      'a chunked gzip body',
      `POST /account/enterprise/recover HTTP/1.1\r\nhost: x\r\n${json}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
    ],
    ['a refused stranger', `POST /e/enterprise/channels HTTP/1.1\r\nhost: x\r\n${json}content-length: 10\r\n\r\n0123456789`],
    ['a stranger who sends half', `POST /e/enterprise/channels HTTP/1.1\r\nhost: x\r\n${json}content-length: 100000\r\n\r\n0123456789`],
    ['an unknown path', `POST /e/nowhere HTTP/1.1\r\nhost: x\r\n${json}content-length: 10\r\n\r\n0123456789`],
    ['too large', `POST /account/enterprise/recover HTTP/1.1\r\nhost: x\r\n${json}content-length: 9000000\r\n\r\n0123456789`],
    ['an unknown type', 'POST /account/enterprise/recover HTTP/1.1\r\nhost: x\r\ncontent-type: text/xml\r\ncontent-length: 4\r\n\r\n<a/>'],
    ['a broken body', `POST /account/enterprise/recover HTTP/1.1\r\nhost: x\r\n${json}content-length: 5\r\n\r\n{"a":`],
    [
      'a signed-in gzip',
      `PUT /e/enterprise/users/update HTTP/1.1\r\nhost: x\r\nauthentication-token: ${token}\r\n${json}content-encoding: gzip\r\ncontent-length: 10\r\n\r\n0123456789`,
    ],
    ['an expectation', `POST /e/enterprise/channels HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n${json}content-length: 10\r\n\r\n`],
    [
      'a boundary of 300',
      `POST /e/drive/upload HTTP/1.1\r\nhost: x\r\nauthentication-token: ${token}\r\ncontent-type: multipart/form-data; boundary=${'b'.repeat(300)}\r\ncontent-length: 4\r\n\r\nabcd`,
    ],
  ];
  for (const [title, text] of first) {
    tally.connections += 1;
    const line = await openLine(target.url);
    if (!line) return findings.add(name, 'no connection is taken', title);
    line.write(text);
    const isAnswered = await waitFor(
      () => /^HTTP\/1\.1 [2345]\d\d/m.test(line.received().replace(/HTTP\/1\.1 100 Continue\r\n\r\n/g, '')) || line.isClosed(),
      8000,
    );
    if (!isAnswered) findings.add(name, `${title} is never answered`, text.slice(0, 300));
    if (/^HTTP\/1\.1 5/m.test(line.received())) findings.add(name, `${title}: ${line.received().slice(0, 30)}`, text.slice(0, 300));
    line.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    if (!(await waitFor(() => line.isClosed() || line.received().includes('{"status":"ok"}'), 8000)))
      findings.add(name, `${title}: the next request on the connection hangs`, line.received().slice(-300));
    line.socket.destroy();
  }
}

/** Visitors who ask for their history as fast as they can and never read. */
async function neverRead(scene: Scene): Promise<void> {
  const { target, attacker, findings, tally, watch, random, isShort } = scene;
  const before = watch.memoryMb();
  const open = () =>
    connect(`${target.url.replace('http', 'ws')}/widget/socket?key=${attacker.widgetKey}`, {
      origin: target.url,
      'x-forwarded-for': `10.9.${random.between(0, 255)}.1`,
    });
  const writer = await open();
  writer.send(JSON.stringify({ type: 'hello', data: {} }));
  await writer.until(() => writer.frames.some(({ type }) => type === 'welcome'), 5000);
  const welcome = writer.first<{ visitorToken: string }>('welcome');
  if (!welcome) return findings.add(name, 'a visitor is not welcomed', JSON.stringify(writer.frames));
  for (let count = 0; count < 60; count += 1) {
    writer.send(JSON.stringify({ type: 'send', data: { key: `long-${count}`, text: 'x'.repeat(4000) } }));
    await writer.until(() => writer.frames.filter(({ type }) => type === 'accepted').length > count, 3000);
  }
  writer.end();
  const lines: Connection[] = [];
  for (let count = 0; count < 10; count += 1) {
    const line = await open();
    tally.connections += 1;
    lines.push(line);
    (line.socket as unknown as { _socket?: Socket })._socket?.pause();
  }
  const seconds = isShort ? 8 : 25;
  for (let round = 0; round < seconds * 20; round += 1) {
    for (const line of lines) {
      tally.frames += 1;
      line.send(JSON.stringify({ type: 'hello', data: { visitorToken: welcome.visitorToken } }));
    }
    await sleep(50);
    const grown = watch.memoryMb() - before;
    if (grown > mostGrowthMb) {
      findings.add(name, 'sockets that never read take memory', `${grown} MB more after ${Math.round(round / 20)} s of ten sockets`);
      break;
    }
  }
  for (const line of lines) line.end();
}

/** Slow, silent and greedy connections; a good client is served all the while. */
async function run(scene: Scene): Promise<void> {
  const stop = startWitness(scene);
  await askTwice(scene);
  await neverRead(scene);
  await holdConnections(scene);
  await stop();
}

export const connections: Assault = { name, what: 'slow, silent and greedy connections', run };
