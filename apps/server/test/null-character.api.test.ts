import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints, liveRequests, widgetRequests, type z } from '@parley/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startApp } from './app.ts';
import { fieldsOfSchema, putAt, sampleOfSchema } from './samples.ts';
import { createScenes } from './scene.ts';
import { createVendorScenes, startVendors } from './vendors.ts';

/** PostgreSQL stores U+0000 in no text. Text that cannot be refused to its author is cleaned, everything else is refused in words. */
const nul = 'a\u0000b';

/** The vendor's side as the test wants it to answer; undefined: as the simulator does. */
let answerOfVendor: { status: number; json: string } | undefined;
const vendors = await startVendors();
async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (answerOfVendor && request.method === 'POST')
    return void response.writeHead(answerOfVendor.status, { 'content-type': 'application/json' }).end(answerOfVendor.json);
  const { 'content-type': type = '', authorization = '' } = request.headers;
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  const given = await fetch(`${vendors.address.url}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { 'content-type': type, authorization },
    ...body,
  });
  response.writeHead(given.status, { 'content-type': given.headers.get('content-type') ?? '' }).end(Buffer.from(await given.arrayBuffer()));
}
const between = createServer((request, response) => void passOn(request, response));
await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
afterAll(() => void between.close());
const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;

const app = await startApp({ config: { simulator: { ...vendors.address, url } } });
const { as, makeUser } = app;
const { connect, makeScene } = createScenes(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);

/** Valid frames of a socket, each with U+0000 in one place: a text of its data, or its id. */
function spoilt(requests: Record<string, z.ZodType>, own: Record<string, string>): { type: string; id: string; data: unknown }[] {
  return Object.entries(requests)
    .filter(([type]) => type !== 'auth' && type !== 'ping')
    .flatMap(([type, schema]) => {
      // A file that nobody has would be refused before anything else is read.
      const data = { ...(sampleOfSchema(schema) as object), attachmentId: undefined, ...own };
      const texts = fieldsOfSchema(schema).filter(({ schema: { type: kind } }) => kind === 'string');
      return [
        ...texts.map(({ path }) => ({ type, id: `${type} ${path.join('.')}`, data: putAt(data, path, nul) })),
        { type, id: nul, data },
      ];
    });
}

test('U+0000 in a frame of either socket is refused or cleaned, and the line stays', async () => {
  const { asha, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  for (const frame of spoilt(liveRequests, { chatId })) asha.talker.socket.send(JSON.stringify(frame));
  for (const frame of spoilt(widgetRequests, { chatId })) visitor.talker.socket.send(JSON.stringify(frame));
  asha.talker.socket.send(JSON.stringify({ type: 'ping' }));
  visitor.talker.socket.send(JSON.stringify({ type: 'ping' }));
  await asha.next('pong');
  await visitor.next('pong');
  const told = [...asha.talker.received, ...visitor.talker.received].map(({ data }) => JSON.stringify(data));
  expect(told.filter((text) => text.includes('server.unexpected'))).toEqual([]);
  expect(told.some((text) => text.includes('request.invalid'))).toBe(true);
  // The visitor's text arrives, cleaned.
  expect(told.some((text) => text.includes('a\ufffdb'))).toBe(true);
});

test('U+0000 in the address of a socket is refused at the door', async () => {
  const statusOf = (path: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`, { headers: { origin: app.url } });
      socket.on('error', () => {});
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('close', (code) => resolve(code));
    });
  expect(await statusOf('/widget/socket?key=%00')).toBe(400);
  expect(await statusOf('/widget/socket?key=a%00b')).toBe(400);
  expect(await statusOf('/actions?token=%00')).toBe(400);
});

test('U+0000 in the address, the query or the fields of a callback is refused or kept, and the next one is read', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const socket = await connect(agent);
  const { channelId, hookUrl } = await makeWhatsApp(admin);
  const { pathname } = new URL(hookUrl);
  const call = async (path: string, body?: string) =>
    (
      await (body === undefined
        ? app.stranger().get(path)
        : app.stranger().post(path, body, { headers: { 'content-type': 'application/json' } }))
    ).statusCode;
  const statuses = [
    await call(`${pathname}?hub.mode=%00&hub.challenge=%00&hub.verify_token=%00`),
    await call(`${pathname}?a=%00`, '{"object":"\\u0000"}'),
    await call(pathname.replace(channelId, '%00'), '{}'),
    await call(pathname.replace(/[^/]+$/, '%00'), '{}'),
    await call(pathname, '\u0000'),
  ];
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  await vendors.control.act(channelId, '+919876512345', { kind: 'text', text: 'Anybody there?' }, 'Meera');
  expect(await socket.next('customerStartChat')).toMatchObject({ lastMessage: 'Anybody there?' });
});

test('U+0000 in the words of a vendor’s refusal is told cleaned: the reply has failed, and the next one leaves', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const socket = await connect(agent);
  const { channelId } = await makeWhatsApp(admin);
  await vendors.control.behave(channelId, { receiptDelayMs: 0 });
  await vendors.control.act(channelId, '+919876512345', { kind: 'text', text: 'Hello' }, 'Meera');
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const entry = async (message: string) =>
    (await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId)))
      .json()
      .data.messages.find((one: { message: string }) => one.message === message);
  answerOfVendor = { status: 400, json: '{"error":{"code":100,"message":"Parameter \\u0000 \\ud800 is wrong"}}' };
  await socket.ask('agentReply', { chatId, key: 'one', message: 'The first' });
  await vi.waitFor(async () => expect((await entry('The first')).deliveryStatus).toBe(3));
  expect((await entry('The first')).channelErrorDesc).toContain('Parameter \ufffd \ufffd is wrong');
  answerOfVendor = { status: 200, json: '{"messages":[{"id":"wamid.\\u0000"}],"contacts":[{"wa_id":"\\u0000"}]}' };
  await socket.ask('agentReply', { chatId, key: 'two', message: 'The second' });
  const handedOver = () =>
    app
      .contextOf(admin)
      .read((tx) => tx.selectFrom('messageHandovers').select('vendorMessageId').where('enterpriseId', '=', admin.enterpriseId).execute());
  await vi.waitFor(async () => expect(await handedOver()).toContainEqual({ vendorMessageId: 'wamid.\ufffd' }));
  answerOfVendor = undefined;
  await socket.ask('agentReply', { chatId, key: 'three', message: 'The third' });
  await vi.waitFor(async () => expect((await entry('The third')).deliveryStatus).toBe(2));
});
