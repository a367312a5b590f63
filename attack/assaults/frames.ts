import { randomUUID } from 'node:crypto';
import { liveRequests, widgetRequests } from '@parley/contract';
import fc from 'fast-check';
import { fieldsOfSchema, putAt, sampleOfSchema } from '../../apps/server/test/samples.ts';
import { type Connection, connect } from '../frames.ts';
import { anyValue, nastyTexts } from '../nasty.ts';
import type { Assault, Scene } from '../scene.ts';

const full = 5_000;
const short = 800;
const perConnection = 60; // below the limit of a connection, which would end the attack early

type Door = { title: string; open: () => Promise<Connection>; schemas: typeof liveRequests | typeof widgetRequests };

const envelopes = (type: string, value: unknown): unknown[] => [
  { type, data: value },
  { type, id: 'x', data: value },
  { type: value, id: 'x', data: {} },
  { type, id: value, data: {} },
  value,
  { type: 'auth', token: value },
  { type: 'x', data: { key: value, chatId: value } },
  { type, id: 'x', data: { key: value, chatId: value, toString: 1 } },
];

/** The text of one spoilt frame. */
function frameArbitrary(schemas: Door['schemas']): fc.Arbitrary<string | Buffer> {
  const types = Object.keys(schemas);
  const valid = fc.constantFrom(...types);
  const structured = fc.tuple(valid, anyValue, fc.nat(20), fc.nat(7)).map(([type, value, place, shape]) => {
    const schema = schemas[type as keyof typeof schemas];
    const fields = fieldsOfSchema(schema);
    const field = fields[place % Math.max(1, fields.length)];
    const isInside = shape < 4 && field;
    const frame = isInside ? { type, id: 'x', data: putAt(sampleOfSchema(schema), field.path, value) } : envelopes(type, value)[shape];
    return JSON.stringify(frame) ?? 'undefined';
  });
  return fc.oneof(
    { weight: 20, arbitrary: structured },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '{"type":',
        '[',
        'null',
        '"ping"',
        '['.repeat(30_000),
        JSON.stringify({ type: 'send', data: { key: 'k', text: 'x'.repeat(60_000) } }),
        ...nastyTexts.slice(0, 5),
      ),
    },
    { weight: 1, arbitrary: fc.constant(Buffer.from([0, 255, 1])) },
  );
}

/** A visitor who goes on writing while others attack: each message is acknowledged. */
async function witness({ target, attacker, findings }: Scene, isOver: () => boolean): Promise<void> {
  let connection: Connection | undefined;
  while (!isOver()) {
    if (!connection || connection.socket.readyState !== connection.socket.OPEN) {
      connection = await connect(`${target.url.replace('http', 'ws')}/widget/socket?key=${attacker.widgetKey}`, {
        origin: target.url,
        'x-forwarded-for': '192.0.2.77',
      });
      if (!connection.isOpen) return findings.add('frames', 'a visitor is not let in during the attack', `close ${connection.closeCode()}`);
      connection.send(JSON.stringify({ type: 'hello', data: {} }));
    }
    const key = randomUUID();
    const { frames } = connection;
    connection.send(JSON.stringify({ type: 'send', data: { key, text: 'Is anybody there?' } }));
    const isAcknowledged = await connection.until(
      () => frames.some(({ type, data }) => type === 'accepted' && (data as { key: string }).key === key),
      5000,
    );
    if (!isAcknowledged)
      return findings.add(
        'frames',
        'a visitor’s message is not acknowledged within 5 s during the attack',
        JSON.stringify(frames.slice(-3)),
      );
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  connection?.end();
}

async function run(scene: Scene): Promise<void> {
  const { target, attacker, findings, tally, random, seed, isShort } = scene;
  const base = target.url.replace('http', 'ws');
  const address = () => `10.${random.between(0, 255)}.${random.between(0, 255)}.9`;
  const agent = attacker.byRole.find(({ code }) => code === 3)?.user;
  const doors: Door[] = [
    {
      title: 'the agents’ socket',
      open: () => connect(`${base}/actions?token=${agent?.token}`, { 'x-forwarded-for': address() }),
      schemas: liveRequests,
    },
    {
      title: 'the agents’ socket without a session',
      open: () => connect(`${base}/actions`, { 'x-forwarded-for': address() }),
      schemas: liveRequests,
    },
    {
      title: 'the widget’s socket',
      open: () => connect(`${base}/widget/socket?key=${attacker.widgetKey}`, { origin: target.url, 'x-forwarded-for': address() }),
      schemas: widgetRequests,
    },
  ];
  let isOver = false;
  const watching = witness(scene, () => isOver);
  for (const [place, { title, open, schemas }] of doors.entries()) {
    const frames = fc.sample(frameArbitrary(schemas), { seed: seed + place, numRuns: Math.ceil((isShort ? short : full) / doors.length) });
    let connection = await open();
    let sentHere = 0;
    for (const frame of frames) {
      if (sentHere >= perConnection || connection.socket.readyState !== connection.socket.OPEN) {
        lookAt(scene, title, connection);
        connection.end();
        connection = await open();
        sentHere = 0;
        if (!connection.isOpen) {
          findings.add('frames', `${title} does not open any more`, `after ${tally.frames} frames`);
          break;
        }
        // Half of the visitors say who they are first.
        if (schemas === widgetRequests && random.isOneOf(0.5)) connection.send(JSON.stringify({ type: 'hello', data: {} }));
      }
      connection.send(frame);
      sentHere += 1;
      tally.frames += 1;
      if (sentHere % 20 === 0) {
        connection.send(JSON.stringify({ type: 'ping', data: {} }));
        const pongs = connection.frames.filter(({ type }) => type === 'pong').length;
        await connection.until(() => connection.frames.filter(({ type }) => type === 'pong').length > pongs, 2000);
      }
    }
    lookAt(scene, title, connection);
    connection.end();
  }
  isOver = true;
  await watching;
}

/** A refusal is one of ours, and tells nothing of the program. */
function lookAt({ findings }: Scene, title: string, connection: Connection): void {
  for (const { type, data } of connection.frames) {
    const text = JSON.stringify(data) ?? '';
    if (type === 'unreadable') findings.add('frames', `${title} sends what is no JSON`, text);
    if (text.includes('server.unexpected')) findings.add('frames', `${title} fails`, text.slice(0, 400));
    if (/node_modules|\/src\/|insert into |violates /.test(text))
      findings.add('frames', `${title} tells of the program’s inside`, text.slice(0, 400));
  }
}

export const frames: Assault = { name: 'frames', what: 'spoilt frames on every socket', run };
