import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints, type Relay, type WebhookDelivery } from '@parley/contract';
import { Webhook as Standard } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createTrail } from '../../../../test/trail.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({
  config: { simulator: vendors.address, privateHosts: ['127.0.0.1'] },
  now: () => new Date(Date.now() + clock.ahead),
});
const { as, makeUser, contextOf } = app;
const { connect, makeScene } = createScenes(app);
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { control } = vendors;
const trail = createTrail(app);
const { relays, webhooks } = endpoints;
const phone = '+919876512345';

type Heard = { path: string; headers: Record<string, string>; body: string };
const heard: Heard[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
    response.end();
  });
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => receiver.close());

type Made = Relay & { secret: string };
type Told = { type: string; data: Record<string, unknown> & { customerId: string; channelId: string; text: string } };
let count = 0;
async function make(user: TestUser, more: object = {}): Promise<Made & { path: string }> {
  count += 1;
  const path = `/bridge-${count}`;
  const answer = (await as(user).post(relays.create.path, { name: `Bridge ${count}`, url: base + path, ...more })).json();
  expect(answer).toMatchObject({ status: true });
  return { ...answer.data, path };
}
const at = (path: string) => heard.filter((each) => each.path === path);
const told = (path: string) => at(path).map(({ body }) => JSON.parse(body) as Told);
const listed = async (user: TestUser) => (await as(user).get(relays.list.path)).json().data.relays as Relay[];

/** Posts as an outside system, signed by the library of Standard Webhooks. */
async function reply(
  relay: { id: string; secret: string },
  content: object | string,
  { id = crypto.randomUUID(), at: time = app.deps.now() } = {},
) {
  const sent = typeof content === 'string' ? content : JSON.stringify(content);
  const signature = new Standard(relay.secret).sign(id, time, sent);
  const answer = await app.stranger().post(`/hooks/relay/${relay.id}`, sent, {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
      'webhook-signature': signature,
    },
  });
  const told = answer.json() as { code: string; message: string; data: { messageId: string; reason: string } };
  return { ...told, status: answer.statusCode };
}
const ledger = (user: TestUser) =>
  contextOf(user).read((tx) =>
    tx
      .selectFrom('messages')
      .select(['messageId', 'direction', 'source', 'status', 'reason', 'address', 'number'])
      .where('enterpriseId', '=', user.enterpriseId)
      .where('direction', '=', 'out')
      .where('source', '=', 'API')
      .orderBy('messageId')
      .execute(),
  );

test('ADMIN-079 ADMIN-080 ADMIN-081 ADMIN-082 ADMIN-083 ADMIN-084 a bridge is added, listed, read, changed and deleted, each by its own method', async () => {
  const admin = await makeUser();
  expect(
    [relays.create, relays.update, relays.remove, relays.get, relays.list, relays.address].map(({ method, path }) => `${method} ${path}`),
  ).toEqual([
    'POST /chatbird/api/relaybridge/add',
    'PUT /chatbird/api/relaybridge/update',
    'DELETE /chatbird/api/relaybridge/delete',
    'GET /chatbird/api/relaybridge/get',
    'GET /chatbird/api/relaybridge/list',
    'GET /chatbird/api/relaybridge/relayBridgeUrl',
  ]);
  const made = await make(admin, { headers: [{ name: 'x-tenant', value: 'of-the-shop' }] });
  expect(made.secret).toMatch(/^whsec_/);
  expect(await listed(admin)).toMatchObject([{ id: made.id, state: 'active', headerNames: ['x-tenant'], channelIds: [] }]);
  const got = (await as(admin).get(`${relays.get.path}?id=${made.id}`)).json().data;
  expect(got).toMatchObject({ id: made.id, name: made.name, secretEnding: made.secret.slice(-4) });
  expect(JSON.stringify(got)).not.toContain(made.secret.slice(6, 20));
  expect((await as(admin).get(`${relays.address.path}?id=${made.id}`)).json().data).toEqual({ url: `${app.url}/hooks/relay/${made.id}` });
  const change = {
    id: made.id,
    version: got.version,
    name: 'Renamed',
    url: made.url,
    headers: [{ name: 'x-tenant', value: '' }],
    isActive: false,
  };
  expect((await as(admin).put(relays.update.path, change)).json()).toMatchObject({ data: { name: 'Renamed', state: 'paused' } });
  expect((await as(admin).put(relays.update.path, change)).json()).toMatchObject({ code: 'record.changed' });
  // It is none of the webhooks, nor the other way round.
  expect((await as(admin).get(webhooks.list.path)).json().data.webhooks).toEqual([]);
  expect((await as(admin).delete(webhooks.remove.path.replace(':webhookId', made.id))).json()).toMatchObject({ code: 'webhook.not_found' });
  expect((await as(admin).get(endpoints.integrations.list.path)).json().response.integrations).toEqual([]);
  const entry = await trail.newest(admin, `kind=relay&recordId=${made.id}`);
  expect([entry.action, JSON.stringify(entry).includes('of-the-shop')]).toEqual(['edit', false]);
  expect((await as(admin).delete(`${relays.remove.path}?id=${made.id}`)).json()).toMatchObject({ status: true });
  expect((await as(admin).get(`${relays.get.path}?id=${made.id}`)).json()).toMatchObject({ code: 'relay.not_found' });
  expect(await listed(admin)).toEqual([]);
});

test('screens 11.2 a message goes over it signed, in order and with working addresses; the answer comes back into the chat', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  const { channelId } = await makeWhatsApp(admin);
  const socket = await connect(agent);
  const bridge = await make(admin);
  const elsewhere = await make(admin, { channelIds: [crypto.randomUUID()] });
  await control.act(channelId, phone, { kind: 'text', text: 'One' }, 'Meera');
  // Two callbacks of a vendor at once have no order.
  await expect.poll(() => told(bridge.path).length).toBe(1);
  await control.act(channelId, phone, { kind: 'media', media: 'image', caption: 'Two' });
  const queued = await socket.next('customerStartChat');
  await expect.poll(() => told(bridge.path).map(({ data }) => data.text)).toEqual(['One', 'Two']);
  expect(told(elsewhere.path)).toEqual([]);
  const [first, second] = told(bridge.path) as [Told, Told];
  expect(new Standard(bridge.secret).verify(at(bridge.path)[0]?.body ?? '', at(bridge.path)[0]?.headers ?? {})).toMatchObject({
    type: 'message.received',
  });
  expect(first.data).toEqual({
    chatId: queued.chatId,
    channelId,
    customerId: expect.any(String),
    number: phone,
    name: 'Meera',
    entry: 2,
    text: 'One',
    attachment: null,
    inbound: null,
    windowEndsAt: expect.any(String),
    at: expect.any(String),
  });
  expect(Date.parse(String(first.data.windowEndsAt)) - Date.parse(String(first.data.at))).toBe(24 * 3_600_000);
  const { url } = second.data.attachment as { url: string };
  expect(url.startsWith(`${app.url}/`)).toBe(true);
  const file = await fetch(url);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);

  const { customerId } = first.data;
  const answer = await reply(bridge, { customerId, text: 'Three' });
  expect(answer).toMatchObject({ status: 202, data: { messageId: expect.any(String) } });
  await expect.poll(async () => JSON.stringify((await control.phone(channelId, phone)).messages)).toContain('Three');
  const chat = (await as(agent).get(endpoints.chats.get.path.replace(':chatId', queued.chatId))).json().data;
  expect(chat.messages.at(-1)).toMatchObject({ message: 'Three', authorKind: 'system', userName: bridge.name });
  expect(await ledger(admin)).toMatchObject([{ messageId: answer.data.messageId, source: 'API', address: phone }]);
  await expect
    .poll(async () =>
      ((await as(admin).get(`${relays.deliveries.path}?id=${bridge.id}`)).json().data.deliveries as WebhookDelivery[]).map(
        ({ state }) => state,
      ),
    )
    .toEqual(['DONE', 'DONE']);
});

test('a reply is one message however often it is posted, and only with the secret, the bytes and the time that it was signed with', async () => {
  const admin = await makeUser();
  const { channelId } = await makeWhatsApp(admin);
  const bridge = await make(admin);
  await control.act(channelId, phone, { kind: 'text', text: 'Hello' });
  await expect.poll(() => told(bridge.path).length).toBe(1);
  const content = { channelId, number: phone, text: 'Once' };
  const id = crypto.randomUUID();
  const answers = await Promise.all([reply(bridge, content, { id }), reply(bridge, content, { id }), reply(bridge, content, { id })]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(answers.map(({ data }) => data.messageId)).size).toBe(1);
  expect(await ledger(admin)).toHaveLength(1);

  const refused = { status: 401, code: 'relay.signature' };
  // Five minutes; what is too early becomes less so while it is on its way.
  for (const off of [-301_000, 330_000]) expect(await reply(bridge, content, { at: new Date(Date.now() + off) })).toMatchObject(refused);
  expect(await reply({ ...bridge, secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' }, content)).toMatchObject(refused);
  const unsigned = await app
    .stranger()
    .post(`/hooks/relay/${bridge.id}`, JSON.stringify(content), { headers: { 'content-type': 'application/json' } });
  expect(unsigned.statusCode).toBe(401);
  expect(await reply({ ...bridge, id: crypto.randomUUID() }, content)).toMatchObject({ status: 404 });
  expect(await reply(bridge, 'x'.repeat(70_000))).toMatchObject({ status: 413 });
  expect(await ledger(admin)).toHaveLength(1);

  const { secret } = (await as(admin).post(relays.rotateSecret.path, { id: bridge.id })).json().data as Made;
  for (const known of [bridge.secret, secret]) expect(await reply({ ...bridge, secret: known }, content)).toMatchObject({ status: 202 });
  clock.ahead = 25 * 3_600_000;
  expect(await reply(bridge, content)).toMatchObject(refused);
  clock.ahead = 0;
});

test('a reply names a person of the enterprise on a channel of the bridge, and says one thing', async () => {
  const admin = await makeUser();
  const { channelId } = await makeWhatsApp(admin);
  const other = await makeUser();
  const foreign = await makeWhatsApp(other);
  const bridge = await make(admin, { channelIds: [channelId] });
  const { channelId: second } = await makeWhatsApp(admin);
  for (const wrong of [{ channelId: second }, { channelId: foreign.channelId }])
    expect(await reply(bridge, { ...wrong, number: phone, text: 'Hi' })).toMatchObject({ code: 'channel.not_found' });
  expect(await reply(bridge, { customerId: crypto.randomUUID(), text: 'Hi' })).toMatchObject({ code: 'customer.not_found' });
  for (const wrong of [
    'no json',
    {},
    { text: 'Hi' },
    { channelId, text: 'Hi' },
    { channelId, number: phone },
    { channelId, number: phone, text: 'Hi', templateId: crypto.randomUUID() },
  ])
    expect(await reply(bridge, wrong)).toMatchObject({ status: 400, code: 'request.invalid' });
  expect(await reply(bridge, { channelId, number: phone, templateId: crypto.randomUUID() })).toMatchObject({ code: 'template.not_found' });
  expect(await ledger(admin)).toEqual([]);
});

test('a reply passes the gate: a closed window holds a text back in words, and lets a template through', async () => {
  const admin = await makeUser();
  const { channelId } = await makeWhatsApp(admin);
  const template = await makeTemplate(admin, channelId, [body('Hi {{1}}, it is ready.', { 1: 'Meera' })], { category: 'UTILITY' });
  const bridge = await make(admin);
  const refused = await reply(bridge, { channelId, number: phone, text: 'Hi' });
  expect(refused).toMatchObject({ status: 422, code: 'relay.refused', data: { reason: expect.stringMatching(/template/i) } });
  // Posted again it says the same, and stays one row.
  const id = crypto.randomUUID();
  const values = { 'messageTags/body.1': 'Meera' };
  expect(await reply(bridge, { channelId, number: phone, templateId: template.templateId }, { id })).toMatchObject({ status: 422 });
  expect(await reply(bridge, { channelId, number: phone, templateId: template.templateId, values })).toMatchObject({ status: 202 });
  const long = { 'messageTags/body.1': 'x'.repeat(1020) };
  expect(await reply(bridge, { channelId, number: phone, templateId: template.templateId, values: long })).toMatchObject({
    status: 422,
    data: { reason: 'With its values the message was longer than the channel takes.' },
  });
  expect((await ledger(admin)).map(({ status, reason }) => [status === 'SKIPPED', reason])).toEqual([
    [true, 'WINDOW_CLOSED'],
    [true, 'MAPPING_MISSING'],
    [false, ''],
    [true, 'VALUE_TOO_LONG'],
  ]);
});

test('a visitor of the widget is answered in the chat that is open, and nowhere else', async () => {
  const { enterprise, visitor } = await makeScene();
  const admin = await makeUser({ enterprise });
  const bridge = await make(admin);
  await visitor.say('Is anybody there?');
  await expect.poll(() => told(bridge.path).length).toBe(1);
  const [{ data }] = told(bridge.path) as [Told];
  expect([data.text, data.number, data.windowEndsAt]).toEqual(['Is anybody there?', '', null]);
  const answer = await reply(bridge, { customerId: data.customerId, text: 'A machine is.' });
  expect(answer).toMatchObject({ status: 202 });
  expect(await ledger(admin)).toMatchObject([{ messageId: answer.data.messageId, source: 'API' }]);
  await as(admin).post(endpoints.chats.close.path.replace(':chatId', String(data.chatId)), {});
});

test('a user who may not see the company sees no bridge, and nobody sees another enterprise’s', async () => {
  const admin = await makeUser();
  const bridge = await make(admin);
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  expect((await as(agent).get(relays.list.path)).json()).toMatchObject({ code: '1403' });
  const stranger = await makeUser();
  for (const path of [relays.get.path, relays.address.path, relays.deliveries.path])
    expect((await as(stranger).get(`${path}?id=${bridge.id}`)).json()).toMatchObject({ code: 'relay.not_found' });
  for (const path of [relays.test.path, relays.rotateSecret.path, relays.redeliver.path])
    expect((await as(stranger).post(path, { id: bridge.id })).json()).toMatchObject({ code: 'relay.not_found' });
});
