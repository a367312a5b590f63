import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints, type Webhook, type WebhookAttempt, type WebhookDelivery, webhookEventData, webhookEventTypes } from '@parley/contract';
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import type { WebhookEvent } from '../../../context.ts';

const host = '127.0.0.1';
const app = await startApp({ config: { privateHosts: [host] } });
const { webhooks, notifications, chats } = endpoints;
const { newest } = createTrail(app);
const { makeScene } = createScenes(app);

type Heard = { path: string; headers: Record<string, string>; body: string };
const heard: Heard[] = [];
/** Answers of the receiver by path; 200 unless a test sets another. */
const answers = new Map<string, (response: ServerResponse, count: number) => void>();

const receiver = createServer((request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const path = request.url ?? '';
    heard.push({ path, headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
    const answer = answers.get(path);
    if (answer) answer(response, at(path).length);
    else response.end();
  });
});
const at = (path: string) => heard.filter((each) => each.path === path);
const typesAt = (path: string) => at(path).map(({ body }) => (JSON.parse(body) as { type: string }).type);

let base: string;
let admin: TestUser;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, host, resolve));
  base = `http://${host}:${(receiver.address() as AddressInfo).port}`;
  admin = await app.makeUser();
});
afterAll(() => receiver.close());

type Made = Webhook & { secret: string };
let count = 0;
async function make(user: TestUser, path: string, more: object = {}): Promise<Made> {
  count += 1;
  const body = { name: `Hook ${count}`, url: `${base}${path}`, events: ['message.status'], ...more };
  const answer = (await app.as(user).post(webhooks.create.path, body)).json();
  expect(answer).toMatchObject({ status: true });
  return answer.data as Made;
}
const of = (path: string, webhookId: string, deliveryId = '') => path.replace(':webhookId', webhookId).replace(':deliveryId', deliveryId);
const read = async (user: TestUser, id: string) =>
  ((await app.as(user).get(webhooks.list.path)).json().data.webhooks as Webhook[]).find((webhook) => webhook.id === id) as Webhook;
const deliveries = async (user: TestUser, id: string, query = '') =>
  (await app.as(user).get(`${of(webhooks.deliveries.path, id)}${query}`)).json().data.deliveries as WebhookDelivery[];
const update = (user: TestUser, { id, ...webhook }: Webhook, more: object = {}) =>
  app.as(user).put(of(webhooks.update.path, id), {
    ...webhook,
    headers: webhook.headerNames.map((name) => ({ name, value: '' })),
    isActive: true,
    ...more,
  });

/** Statuses of messages, as the ledger tells them. */
const tell = (user: TestUser, ...events: Partial<WebhookEvent>[]) => {
  const ctx = app.contextOf(user);
  return ctx.transaction((tx) =>
    ctx.webhooks.publish(
      tx,
      ...events.map((event) => ({ type: 'message.status' as const, orderKey: 'one', channelId: crypto.randomUUID(), data: {}, ...event })),
    ),
  );
};
/** Makes all waiting deliveries due now. */
const wait = (user: TestUser) =>
  app
    .contextOf(user)
    .transaction((tx) =>
      sql`update webhook_deliveries set due_at = now() where enterprise_id = ${user.enterpriseId} and state = 'WAITING'`.execute(tx),
    );

describe('a webhook', () => {
  test('screens 2.4 is made with a secret that is told once, and signs exactly the bytes that it sends', async () => {
    const made = await make(admin, '/signed', { headers: [{ name: 'X-Tenant', value: 'of-the-shop' }] });
    expect(made.secret).toMatch(/^whsec_/);
    const listed = await read(admin, made.id);
    expect(listed).toMatchObject({ state: 'active', headerNames: ['x-tenant'], secretEnding: made.secret.slice(-4), waiting: 0 });
    expect(JSON.stringify(listed)).not.toContain(made.secret.slice(6, 20));
    await tell(admin, { data: { messageId: 'm1', to: '+91…' } });
    await expect.poll(() => at('/signed').length).toBe(1);
    const { headers, body } = at('/signed')[0] as Heard;
    expect(new Verifier(made.secret).verify(body, headers)).toEqual({
      id: headers['webhook-id'],
      type: 'message.status',
      time: expect.any(String),
      enterprise: admin.enterpriseId,
      data: { messageId: 'm1', to: '+91…' },
    });
    expect(headers['x-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(headers['x-tenant']).toBe('of-the-shop');
    await expect
      .poll(async () => (await deliveries(admin, made.id))[0])
      .toMatchObject({ state: 'DONE', attempts: 1, status: 200, error: '' });
    const entry = await newest(admin, `kind=webhook&recordId=${made.id}`);
    expect([entry.action, changed(entry).secret, JSON.stringify(entry).includes('of-the-shop')]).toEqual(['create', [null, 'set'], false]);
  });

  test('leads to https or to a host that the installation allows, and no further by a redirect', async () => {
    const save = async (url: string) =>
      (await app.as(admin).post(webhooks.create.path, { name: url, url, events: ['chat.closed'] })).json();
    for (const url of ['http://example.com/', 'ftp://example.com/', 'https://user:pass@example.com/', 'no address'])
      expect(await save(url)).toMatchObject({ code: 'webhook.invalid', data: { errors: [{ field: 'url', code: 'webhook.address' }] } });
    for (const url of ['https://10.0.0.7/', 'https://localhost/', 'https://[::1]/', 'https://169.254.169.254/latest'])
      expect(await save(url)).toMatchObject({ code: 'webhook.invalid', data: { errors: [{ field: 'url', code: 'webhook.private' }] } });
    answers.set('/moved', (response) => response.writeHead(302, { location: `${base}/elsewhere` }).end());
    const { id } = await make(admin, '/moved');
    expect((await app.as(admin).post(of(webhooks.test.path, id), {})).json().data).toMatchObject({
      isWorking: false,
      status: 302,
      error: 'The address answered 302.',
    });
    expect(at('/elsewhere')).toEqual([]);
  });

  test('takes no header of ours, and its values go to no other address', async () => {
    const body = { name: 'Headers', url: `${base}/headers`, events: ['chat.closed'] };
    for (const name of ['webhook-id', 'X-Signature', 'Host', 'Content-Type', 'bad name'])
      expect((await app.as(admin).post(webhooks.create.path, { ...body, headers: [{ name, value: 'x' }] })).json()).toMatchObject({
        status: false,
      });
    const made = await make(admin, '/headers', { headers: [{ name: 'authorization', value: 'Bearer of-the-shop' }] });
    expect((await update(admin, made, { url: `${base}/other` })).json()).toMatchObject({
      code: 'webhook.invalid',
      data: { errors: [{ field: 'headers.0.value' }] },
    });
    expect((await update(admin, made, { name: 'Renamed' })).json()).toMatchObject({ status: true });
    expect((await update(admin, made)).json()).toMatchObject({ code: 'record.changed' });
    await app.as(admin).post(of(webhooks.test.path, made.id), {});
    expect(at('/headers')[0]?.headers.authorization).toBe('Bearer of-the-shop');
  });

  test('keeps its former secret for a day after a new one', async () => {
    const made = await make(admin, '/rotated');
    const { secret, formerUntil } = (await app.as(admin).post(of(webhooks.rotateSecret.path, made.id), {})).json().data as Made;
    expect(Date.parse(formerUntil ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await tell(admin, {});
    await expect.poll(() => at('/rotated').length).toBe(1);
    const { headers, body } = at('/rotated')[0] as Heard;
    await app.as(admin).post(of(webhooks.test.path, made.id), {});
    const tested = at('/rotated')[1] as Heard;
    for (const known of [made.secret, secret]) {
      expect(new Verifier(known).verify(body, headers)).toBeTruthy();
      expect(new Verifier(known).verify(tested.body, tested.headers)).toMatchObject({ type: 'webhook.test' });
    }
  });

  test('is not found by another enterprise, and a user who may not set up chats sees none', async () => {
    const made = await make(admin, '/foreign');
    const stranger = await app.makeUser();
    for (const path of [webhooks.test.path, webhooks.rotateSecret.path, webhooks.redeliver.path])
      expect((await app.as(stranger).post(of(path, made.id), {})).json()).toMatchObject({ code: 'webhook.not_found' });
    const viewer = await app.makeUser({ enterprise: admin, roles: [6] });
    expect((await app.as(viewer).get(webhooks.list.path)).json()).toMatchObject({ code: '1403' });
  });
});

describe('a webhook is told', () => {
  test('a chat, in its order, from its start to its rating', async () => {
    const { enterprise, asha, users, visitor } = await makeScene();
    const user = await app.makeUser({ enterprise });
    await make(user, '/chat', { events: webhookEventTypes.filter((type) => type.startsWith('chat.')) });
    const { chatId } = await visitor.say('Where is my parcel?');
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentReply', { chatId, key: 'first', message: 'On its way' });
    await visitor.say('Thank you');
    await app.as(users.asha).post(chats.close.path.replace(':chatId', chatId), {});
    visitor.tell('rate', { chatId, stars: 5 });
    // The second message says that an agent will come.
    const expected = [
      'chat.started',
      'chat.message',
      'chat.message',
      'chat.picked_up',
      'chat.message',
      'chat.message',
      'chat.closed',
      'chat.rated',
    ];
    await expect.poll(() => typesAt('/chat')).toEqual(expected);
    for (const { body } of at('/chat')) {
      const { type, data } = JSON.parse(body) as { type: (typeof webhookEventTypes)[number]; data: unknown };
      expect(webhookEventData[type].safeParse(data).error?.issues, type).toBeUndefined();
    }
    const told = at('/chat').map(({ body }) => (JSON.parse(body) as { data: { chatId: string; message: string; number: number } }).data);
    expect(new Set(told.map((data) => data.chatId))).toEqual(new Set([chatId]));
    expect(told.map(({ number }) => number)).toEqual(told.map(({ number }) => number).toSorted((one, other) => one - other));
    expect(told.map(({ message }) => message)).toEqual(expect.arrayContaining(['Where is my parcel?', 'On its way', 'Thank you']));
  });

  test('no event that it does not want, of another channel or during a pause, and none is written', async () => {
    const user = await app.makeUser();
    const channelId = crypto.randomUUID();
    const rows = async () =>
      (
        await app
          .contextOf(user)
          .read((tx) => sql<{ n: number }>`select count(*) as n from webhook_events where enterprise_id = ${user.enterpriseId}`.execute(tx))
      ).rows[0]?.n;
    const made = await make(user, '/quiet', { events: ['chat.closed'] });
    await tell(user, { channelId });
    expect(await rows()).toBe(0);
    await update(user, made, { events: ['message.status'], isActive: false });
    await tell(user, { channelId });
    expect(await rows()).toBe(0);
    await update(user, await read(user, made.id), { events: ['message.status'] });
    await tell(user, { channelId });
    expect(await rows()).toBe(1);
    await expect.poll(() => at('/quiet').length).toBe(1);
  });

  test('nothing of what was rolled back', async () => {
    const user = await app.makeUser();
    await make(user, '/rolled-back');
    const ctx = app.contextOf(user);
    const work = ctx.transaction(async (tx) => {
      await ctx.webhooks.publish(tx, { type: 'message.status', orderKey: 'a', channelId: crypto.randomUUID(), data: {} });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    await tell(user, { data: { kept: true } });
    await expect.poll(() => at('/rolled-back').map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([{ kept: true }]);
  });
});

describe('a waiting delivery', () => {
  test('is claimed by what stands before it in its chat, and not by all that waits, also where statistics know of none', async () => {
    const user = await app.makeUser();
    const { id } = await make(user, '/many');
    const { enterpriseId } = user;
    const { claimed, read } = await app.contextOf(user).transaction(async (tx) => {
      const setState = (state: string) =>
        sql`update webhooks set state = ${state} where enterprise_id = ${enterpriseId} and webhook_id = ${id}`.execute(tx);
      await sql`with e as (insert into webhook_events (enterprise_id, event_id, type, body)
          select ${enterpriseId}, gen_random_uuid(), 'message.status', '{}' from generate_series(1, 3000) returning event_id)
        insert into webhook_deliveries (enterprise_id, delivery_id, webhook_id, event_id, order_key, due_at)
        select ${enterpriseId}, gen_random_uuid(), ${id}, e.event_id, 'chat ' || (row_number() over () % 500), now() from e`.execute(tx);
      const countRead = async () =>
        Number(
          (
            await sql<{ read: string }>`select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables
              where relname = 'webhook_deliveries'`.execute(tx)
          ).rows[0]?.read,
        );
      const before = await countRead();
      const { rows } = await sql<{ deliveryId: string }>`select delivery_id from claim_webhook_deliveries(2048, 256, interval '1 minute')
        where webhook_id = ${id}`.execute(tx);
      const after = await countRead();
      // No worker sees them after this.
      await setState('paused');
      return { claimed: rows.length, read: after - before };
    });
    expect(claimed).toBe(256);
    expect(read).toBeLessThan(3000);
  });
});

describe('a failed delivery', () => {
  const numbersAt = (path: string) => at(path).map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n);

  test('screens 2.4 is tried again in its place: the next of its chat waits, others do not', async () => {
    const user = await app.makeUser();
    let isDown = true;
    answers.set('/order', (response) => response.writeHead(isDown ? 503 : 200).end());
    const made = await make(user, '/order');
    const toldAt = Date.now();
    await tell(user, { orderKey: 'a', data: { n: 1 } }, { orderKey: 'a', data: { n: 2 } }, { orderKey: 'b', data: { n: 3 } });
    await expect.poll(() => numbersAt('/order').toSorted()).toEqual([1, 3]);
    await expect.poll(async () => (await deliveries(user, made.id)).map(({ attempts }) => attempts)).toEqual([1, 0, 1]);
    const [, , first] = await deliveries(user, made.id);
    expect(first).toMatchObject({ state: 'WAITING', status: 503, error: 'The address answered 503.' });
    const inSeconds = (Date.parse(first?.dueAt ?? '') - toldAt) / 1000;
    expect([inSeconds > 50, inSeconds < 70 + (Date.now() - toldAt) / 1000]).toEqual([true, true]);
    isDown = false;
    await wait(user);
    await expect.poll(() => numbersAt('/order')).toHaveLength(5);
    expect(numbersAt('/order').filter((n) => n < 3)).toEqual([1, 1, 2]);
    const id = first?.id ?? '';
    const { log, body } = (await app.as(user).get(of(webhooks.delivery.path, made.id, id))).json().data as {
      log: WebhookAttempt[];
      body: string;
    };
    expect(log.map(({ number, status }) => [number, status])).toEqual([
      [1, 503],
      [2, 200],
    ]);
    // The same bytes under the same id, each time signed anew.
    const [one, other] = at('/order').filter((each) => each.body === body);
    expect([one?.headers['webhook-id'], one?.body]).toEqual([other?.headers['webhook-id'], other?.body]);
  });

  /** Makes the webhook fail since so many hours, and due for its next try. */
  const fail = (user: TestUser, { id }: Webhook, hours: number) =>
    app.contextOf(user).transaction((tx) =>
      sql`update webhooks set failing_since = failing_since - make_interval(hours => ${hours}), probe_at = now()
        where enterprise_id = ${user.enterpriseId} and webhook_id = ${id}`.execute(tx),
    );
  const toldTo = async (user: TestUser) =>
    ((await app.as(user).get(notifications.list.path)).json().data.notifications as { code: string }[]).map(({ code }) => code).sort();

  test('an address that is away for a moment, with many open chats, goes on by itself; after hours it is suspended, is tried and resumes', async () => {
    const user = await app.makeUser();
    let isDown = true;
    answers.set('/down', (response) => response.writeHead(isDown ? 500 : 200).end());
    const made = await make(user, '/down');
    await tell(user, ...Array.from({ length: 40 }, (_, n) => ({ orderKey: String(n), data: { n } })));
    const attemptsMade = async () => (await deliveries(user, made.id, '?perPage=-1')).map(({ attempts }) => attempts);
    await expect.poll(attemptsMade).toEqual(Array.from({ length: 40 }, () => 1));
    expect([(await read(user, made.id)).state, await toldTo(user)]).toEqual(['active', []]);
    await fail(user, made, 7);
    await wait(user);
    await expect.poll(async () => (await read(user, made.id)).state).toBe('suspended');
    expect(await toldTo(user)).toEqual(['webhook.suspended']);
    const claimed = () =>
      app.contextOf(user).read(async (tx) => {
        const { rows } = await sql`select from webhook_deliveries where webhook_id = ${made.id} and claimed_until is not null`.execute(tx);
        return rows.length;
      });
    await expect.poll(claimed).toBe(0);
    await tell(user, { orderKey: 'late', data: { n: 99 } });
    // One that failed for the last time is not given up while the address is away, and new ones wait with it.
    await app
      .contextOf(user)
      .transaction((tx) => sql`update webhook_deliveries set attempts = 9 where webhook_id = ${made.id}`.execute(tx));
    await expect.poll(async () => (await deliveries(user, made.id))[0]?.state).toBe('WAITING');
    const before = at('/down').length;
    await fail(user, made, 0);
    await expect.poll(() => at('/down').length).toBe(before + 1);
    await expect.poll(async () => (await deliveries(user, made.id, '?perPage=-1')).some(({ attempts }) => attempts === 10)).toBe(true);
    expect([await deliveries(user, made.id, '?state=DEAD'), (await read(user, made.id)).state]).toEqual([[], 'suspended']);
    isDown = false;
    await fail(user, made, 0);
    await expect.poll(async () => (await read(user, made.id)).waiting).toBe(0);
    expect((await read(user, made.id)).state).toBe('active');
    expect(await toldTo(user)).toEqual(['webhook.resumed', 'webhook.suspended']);
    expect(new Set(numbersAt('/down')).size).toBe(41);
  });

  test('a delivery that its webhook has not taken waits as long as the log is kept', async () => {
    const user = await app.makeUser();
    answers.set('/away', (response) => response.writeHead(410).end());
    const made = await make(user, '/away');
    await tell(user, { orderKey: 'a' }, { orderKey: 'a' });
    await expect.poll(async () => (await read(user, made.id)).state).toBe('suspended');
    await app.contextOf(user).transaction(async (tx) => {
      await sql`update webhook_deliveries set created_at = now() - interval '29 days', due_at = now() - interval '29 days' where webhook_id = ${made.id}`.execute(
        tx,
      );
      await sql`update webhook_events set created_at = now() - interval '29 days' where enterprise_id = ${user.enterpriseId}`.execute(tx);
    });
    await sql`select tend_webhooks()`.execute(app.deps.db);
    expect((await deliveries(user, made.id)).map(({ state }) => state)).toEqual(['WAITING', 'WAITING']);
    answers.delete('/away');
    await update(user, await read(user, made.id));
    await expect.poll(async () => (await deliveries(user, made.id)).map(({ state }) => state)).toEqual(['DONE', 'DONE']);
  });

  test('an address that is gone suspends at once; an answer that is large or slow is no success', async () => {
    const user = await app.makeUser();
    answers.set('/gone', (response) => response.writeHead(410).end());
    const made = await make(user, '/gone');
    await tell(user, {});
    await expect.poll(async () => (await read(user, made.id)).state).toBe('suspended');
    expect(await toldTo(user)).toEqual(['webhook.gone']);
    answers.set('/large', (response) => response.end(Buffer.alloc(65 * 1024)));
    const large = await make(user, '/large');
    expect((await app.as(user).post(of(webhooks.test.path, large.id), {})).json().data).toMatchObject({
      isWorking: false,
      status: 0,
      error: expect.stringContaining('larger than 65536 bytes'),
    });
  });

  test('is dead after six attempts, and sent once more when somebody asks', async () => {
    const user = await app.makeUser();
    let isDown = true;
    answers.set('/dead', (response) => response.writeHead(isDown ? 500 : 204).end());
    const made = await make(user, '/dead');
    await tell(user, { data: { n: 1 } });
    for (let attempts = 1; attempts <= 6; attempts += 1) {
      await expect.poll(async () => (await deliveries(user, made.id))[0]?.attempts).toBe(attempts);
      await wait(user);
    }
    expect((await deliveries(user, made.id, '?state=DEAD'))[0]).toMatchObject({ state: 'DEAD', attempts: 6 });
    isDown = false;
    expect((await app.as(user).post(of(webhooks.redeliver.path, made.id), {})).json().data).toEqual({ count: 1 });
    await expect.poll(async () => (await deliveries(user, made.id))[0]).toMatchObject({ state: 'DONE', attempts: 7, status: 204 });
    const [done] = await deliveries(user, made.id);
    expect((await app.as(user).post(of(webhooks.redeliver.path, made.id), { deliveryId: done?.id })).json().data).toEqual({ count: 1 });
    await expect.poll(() => at('/dead').length).toBe(8);
    expect(new Set(at('/dead').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});
