import { randomBytes } from 'node:crypto';
import { endpoints, type SiteRule } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import type { Visitor } from '../../../../test/sockets.ts';
import { addressOf } from '../widget/widget.service.ts';

const app = await sharedApp();
const { as, makeEnterprise, makeUser, stranger } = app;
const { visit, connect } = createScenes(app);
const { siteRules: calls, siteVisitors, widget, customers } = endpoints;

const greet = (more: object = {}) => ({
  name: 'Price',
  conditions: { page: '/price*', seconds: 5 },
  act: 'greeting',
  greeting: 'Can I help with prices?',
  ...more,
});

async function makeShop() {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise, roles: [1], name: 'Asha' });
  const channel = await makeWebChannel(enterprise);
  const at = (path: string, ruleId = '') => path.replace(':channelId', channel.id).replace(':siteRuleId', ruleId);
  const add = async (more?: object, user: TestUser = admin) => (await as(user).post(at(calls.create.path), greet(more))).json();
  const list = async () => (await as(admin).get(at(calls.list.path))).json().data as SiteRule[];
  /** Puts all shows so many hours back: the caps look at their times. */
  const age = (hours: number) =>
    enterprise.ctx.transaction((tx) =>
      sql`update site_rule_shows set at = at - make_interval(hours => ${hours}) where enterprise_id = ${enterprise.enterpriseId}`.execute(
        tx,
      ),
    );
  return { enterprise, admin, channel, at, add, list, age };
}

/** A rule that does not speak says nothing; the answer to the ping comes behind it. */
async function meet(visitor: Visitor, ruleId: string): Promise<string | undefined> {
  visitor.tell('ruleMet', { ruleId });
  visitor.tell('ping', {});
  await visitor.next('pong');
  const found = visitor.talker.received.findIndex(({ type }) => type === 'greeting');
  return found < 0 ? undefined : (visitor.talker.received.splice(found, 1)[0]?.data.showId as string);
}

test('a rule greets a visitor, counts what came of it, and each count opens its rows', async () => {
  const { admin, channel, at, add, list } = await makeShop();
  const { data: rule } = await add();
  expect((await stranger().get(`${widget.config.path}?key=${channel.widgetKey}`)).json().data.rules).toEqual([
    { id: rule.id, page: '/price*', seconds: 5, scroll: 0, visits: 0, language: '', attributes: [], cart: 0 },
  ]);
  const visitor = await visit(channel.widgetKey, { pageUrl: 'https://shop.example/price' });
  visitor.tell('ruleMet', { ruleId: rule.id });
  const { showId, text } = await visitor.next('greeting');
  expect(text).toBe('Can I help with prices?');
  const other = await visit(channel.widgetKey);
  // A greeting of somebody else's is not to be opened or answered.
  other.tell('greetingOpened', { showId });
  other.tell('send', { key: 'o', text: 'Mine?', showId });
  await other.next('accepted');
  expect((await list())[0]?.counts).toEqual({ shown: 1, opened: 0, answered: 0 });
  visitor.tell('greetingOpened', { showId });
  visitor.tell('send', { key: 'a', text: 'Yes, please', showId });
  const { chatId } = await visitor.next('accepted');
  visitor.tell('ping', {});
  await visitor.next('pong');
  expect((await list())[0]?.counts).toEqual({ shown: 1, opened: 1, answered: 1 });
  const rows = (await as(admin).get(`${at(calls.shows.path, rule.id)}?step=answered`)).json().data;
  expect(rows).toEqual({
    shows: [
      {
        id: showId,
        at: expect.any(String),
        visitor: expect.stringMatching(/^Visitor /),
        pageUrl: 'https://shop.example/price',
        openedAt: expect.any(String),
        answeredAt: expect.any(String),
        chatId,
      },
    ],
    more: false,
  });
  const further = await visit(channel.widgetKey);
  const second = await meet(further, rule.id);
  const shows = async (query: string) => {
    const { shows: found, more } = (await as(admin).get(`${at(calls.shows.path, rule.id)}?${query}`)).json().data;
    return [found.map(({ id }: { id: string }) => id), more];
  };
  expect(await shows('')).toEqual([[second, showId], false]);
  expect(await shows('perPage=1')).toEqual([[second], true]);
  expect(await shows('perPage=1&from=1')).toEqual([[showId], false]);
  expect(await shows('step=opened')).toEqual([[showId], false]);
  const agent = await connect(admin);
  await agent.ask('agentPickupChat', { chatId });
  const card = (await as(admin).put(customers.details.path, { data: { chatId } })).json().data;
  expect(card.visit.greeting).toBe('Can I help with prices?');
  // An answer names the words that were shown, whatever became of the rule; nobody is spoken to more often for it.
  await as(admin).put(at(calls.update.path, rule.id), { ...greet({ greeting: 'Other words' }), version: rule.version });
  expect((await as(admin).delete(at(calls.remove.path, rule.id))).json()).toMatchObject({ status: true });
  const { data: next } = await add({ name: 'Next' });
  expect(await meet(further, next.id)).toBeUndefined();
  further.tell('send', { key: 'f', text: 'Yes', showId: second ?? '' });
  const late = await further.next('accepted');
  await agent.ask('agentPickupChat', { chatId: late.chatId });
  expect((await as(admin).put(customers.details.path, { data: { chatId: late.chatId } })).json().data.visit.greeting).toBe(
    'Can I help with prices?',
  );
});

test('a visitor is greeted rarely: once an hour, three times a day, and by a rule only after its days', async () => {
  const { channel, add, age } = await makeShop();
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await add({ name, notAgainDays: name === 'a' ? 7 : 0 })).data.id);
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const visitor = await visit(channel.widgetKey);
  expect(await meet(visitor, first)).toBeDefined();
  expect(await meet(visitor, second)).toBeUndefined();
  await age(2);
  expect(await meet(visitor, first)).toBeUndefined();
  expect(await meet(visitor, second)).toBeDefined();
  await age(2);
  expect(await meet(visitor, third)).toBeDefined();
  await age(2);
  expect(await meet(visitor, fourth)).toBeUndefined();
  await age(24);
  expect(await meet(visitor, fourth)).toBeDefined();
  await age(6 * 24);
  expect(await meet(visitor, first)).toBeDefined();
});

test('a customer is greeted once, though rules hold on several of their devices at the same moment', async () => {
  const { enterprise, channel, add } = await makeShop();
  const { data: rule } = await add();
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('Hello');
  visitor.tell('endChat', { chatId });
  await visitor.next('thread', (thread) => !thread.isOpen);
  const devices = Array.from({ length: 6 }, () => randomBytes(32).toString('base64url'));
  await enterprise.ctx.transaction(async (tx) => {
    const { enterpriseId, channelId, customerId } = await tx
      .selectFrom('chats')
      .select(['enterpriseId', 'channelId', 'customerId'])
      .where('chatId', '=', chatId)
      .executeTakeFirstOrThrow();
    const addresses = devices.map((device) => ({ enterpriseId, channelId, customerId, address: addressOf(device) }));
    await tx.insertInto('customerAddresses').values(addresses).execute();
  });
  const there = await Promise.all(devices.map((visitorToken) => visit(channel.widgetKey, { visitorToken })));
  const shown = await Promise.all(there.map((device) => meet(device, rule.id)));
  expect(shown.filter(Boolean)).toHaveLength(1);
});

test('nobody is greeted by a rule that is off or another website’s, while they talk, or out of hours where the rule keeps them', async () => {
  const { admin, channel, at, add } = await makeShop();
  const elsewhere = await makeShop();
  const { data: off } = await add({ isActive: false });
  const { data: on } = await add({ inHours: true });
  const visitor = await visit(channel.widgetKey);
  expect(await meet(visitor, off.id)).toBeUndefined();
  expect(await meet(visitor, (await elsewhere.add()).data.id)).toBeUndefined();
  const talker = await visit(channel.widgetKey);
  await talker.say('Hello');
  expect(await meet(talker, on.id)).toBeUndefined();
  const closed = { name: 'Never', timeZone: 'Asia/Kolkata', isDefault: true, days: [[], [], [], [], [], [], []], exceptions: [] };
  const calendar = (await as(admin).post('/e/enterprise/calendars', closed)).json();
  expect(calendar).toMatchObject({ status: true });
  expect(await meet(visitor, on.id)).toBeUndefined();
  await as(admin).put(at(calls.update.path, on.id), { ...greet({ inHours: false }), version: on.version });
  expect(await meet(visitor, on.id)).toBeDefined();
});

test('rules are kept in their order, are at most twenty and four kilobytes, and only editors of channels change them', async () => {
  const { enterprise, admin, at, add, list } = await makeShop();
  expect((await add({ greeting: ' ' })).data.issues).toMatchObject([{ field: 'greeting' }]);
  expect((await add({ act: 'stream' })).data.issues).toMatchObject([{ field: 'journeyId' }]);
  // Shows are kept for 90 days.
  expect((await add({ notAgainDays: 91 })).data.issues).toMatchObject([{ field: 'notAgainDays' }]);
  const [a, b] = [(await add({ name: 'A' })).data, (await add({ name: 'B' })).data];
  const order = await as(admin).put(at(calls.saveOrder.path), { ids: [b.id, a.id] });
  expect(order.json().data.map(({ name }: SiteRule) => name)).toEqual(['B', 'A']);
  expect((await as(admin).put(at(calls.saveOrder.path), { ids: [b.id] })).json().code).toBe('site_rule.set_changed');
  expect((await as(admin).put(at(calls.update.path, a.id), { ...greet({ name: 'A2' }), version: 9 })).json().code).toBe('record.changed');
  expect((await as(admin).delete(at(calls.remove.path, b.id))).json()).toMatchObject({ status: true });
  expect((await as(admin).get(at(calls.get.path, b.id))).json().code).toBe('site_rule.not_found');
  const viewer = await makeUser({ enterprise, roles: [3] });
  expect((await add({}, viewer)).code).toBe('1403');
  const large = {
    conditions: { page: `/${'x'.repeat(190)}`, attributes: [1, 2, 3].map((n) => ({ name: `n${n}`, value: 'v'.repeat(190) })) },
  };
  const answers = [];
  for (let count = 0; count < 8; count += 1) answers.push((await add(large)).code);
  expect(answers.slice(0, 4)).toEqual(['100', '100', '100', '100']);
  expect(answers).toContain('site_rule.too_large');
  const small = await makeShop();
  for (let count = 0; count < 20; count += 1) expect((await small.add({ conditions: {}, isActive: false })).code).toBe('100');
  expect((await small.add()).code).toBe('site_rule.too_many');
  expect((await list()).length).toBeLessThan(8);
});

test('visitors who are on the site are told to those who look, and to nobody else', async () => {
  const { enterprise, admin, channel, at } = await makeShop();
  const visitor = await visit(channel.widgetKey, { pageUrl: 'https://shop.example/', pageTitle: 'Shop', visits: 3, visitSeconds: 60 });
  const now = async () => (await as(admin).get(at(siteVisitors.list.path))).json().data;
  expect(await now()).toMatchObject({
    count: 1,
    visitors: [{ name: '', customerId: '', pageUrl: 'https://shop.example/', pageTitle: 'Shop', visits: 3 }],
  });
  const socket = await connect(admin);
  expect(await socket.ask('watchSite', { channelId: channel.id })).toMatchObject({ status: true });
  visitor.tell('page', { pageUrl: 'https://shop.example/price', pageTitle: 'Price' });
  expect(await socket.next('siteChanged')).toEqual({ channelId: channel.id });
  await visitor.say('Hello');
  expect((await now()).visitors).toMatchObject([{ name: expect.stringMatching(/^Visitor /), pageUrl: 'https://shop.example/price' }]);
  visitor.close();
  await expect.poll(async () => (await now()).count).toBe(0);
  const agent = await makeUser({ enterprise, roles: [3] });
  expect((await as(agent).get(at(siteVisitors.list.path))).json().code).toBe('1403');
  const agentSocket = await connect(agent);
  expect((await agentSocket.ask('watchSite', { channelId: channel.id })).code).toBe('1403');
  const other = await makeUser({ roles: [1] });
  expect((await as(other).get(at(siteVisitors.list.path))).json().code).toBe('channel.not_found');
  expect((await (await connect(other)).ask('watchSite', { channelId: channel.id })).code).toBe('channel.not_found');
});

test('a page’s events are kept for its visitor, fifty a minute, and what is beyond is refused by name', async () => {
  const { enterprise, channel } = await makeShop();
  const visitor = await visit(channel.widgetKey, { pageUrl: 'https://shop.example/cart' });
  visitor.tell('track', { name: 'cart.added', data: { sku: 'A1' } });
  const { chatId } = await visitor.say('Hello');
  visitor.tell('track', { name: 'cart.paid' });
  visitor.tell('track', { name: 'x', data: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`n${at}`, 'v'])) });
  expect(await visitor.next('refused')).toMatchObject({ key: 'track', code: 'request.invalid' });
  const events = () =>
    enterprise.ctx.read((tx) =>
      tx.selectFrom('visitorEvents').select(['name', 'data', 'pageUrl', 'customerId']).orderBy('eventId').execute(),
    );
  const { customerId } = await enterprise.ctx.read((tx) =>
    tx.selectFrom('chats').select('customerId').where('chatId', '=', chatId).executeTakeFirstOrThrow(),
  );
  const page = { pageUrl: 'https://shop.example/cart', customerId };
  expect(await events()).toEqual([
    { name: 'cart.added', data: { sku: 'A1' }, ...page },
    { name: 'cart.paid', data: {}, ...page },
  ]);
  // Streams hear them under names of their own: a browser does not say what the enterprise's systems say.
  const heard = await enterprise.ctx.read((tx) => tx.selectFrom('journeyEvents').select(['event', 'key', 'wakeKey']).execute());
  expect(heard).toEqual([{ event: 'page:cart.paid', key: customerId, wakeKey: `page:cart.paid\u0001${customerId}` }]);
  // The newest five hundred of a visitor stay.
  await enterprise.ctx.transaction((tx) =>
    sql`insert into visitor_events (enterprise_id, event_id, channel_id, address, name, at)
      select enterprise_id, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, channel_id, address, 'old', at
      from (select * from visitor_events where enterprise_id = ${enterprise.enterpriseId} limit 1) e, generate_series(1, 498) n`.execute(
      tx,
    ),
  );
  for (const name of ['newest', 'newer still']) visitor.tell('track', { name });
  visitor.tell('ping', {});
  await visitor.next('pong');
  const left = (await events()).map(({ name }) => name);
  expect([left.length, left.filter((name) => name === 'old').length, left.slice(-4)]).toEqual([
    500,
    496,
    ['cart.added', 'cart.paid', 'newest', 'newer still'],
  ]);
});

test('a visitor ends their own chat, and gets their own conversation at an address that they confirm', async () => {
  const { admin, channel } = await makeShop();
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('What does it cost?');
  const other = await visit(channel.widgetKey);
  await other.say('Me');
  other.tell('endChat', { chatId });
  expect(await other.next('refused')).toMatchObject({ key: 'endChat', code: 'chat.not_found' });
  visitor.tell('endChat', { chatId });
  await visitor.next('thread', (thread) => !thread.isOpen);
  expect((await as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data.state).toBe(3);
  visitor.tell('endChat', { chatId });
  expect(await visitor.next('refused')).toMatchObject({ key: 'endChat', code: 'chat.state_invalid' });
  other.tell('askTranscript', { chatId, email: 'thief@shop.example' });
  expect(await other.next('refused')).toMatchObject({ key: 'askTranscript', code: 'chat.not_found' });
  visitor.tell('askTranscript', { chatId, email: 'no mail' });
  expect(await visitor.next('refused')).toMatchObject({ key: 'askTranscript', code: 'request.invalid' });
  const email = `own-${chatId.slice(-12)}@shop.example`;
  visitor.tell('askTranscript', { chatId, email });
  expect(await visitor.next('transcript')).toEqual({ chatId, state: 'asked' });
  const [asked] = await app.waitForMails(email);
  const code = /\d{6}/.exec(asked?.subject ?? '')?.[0] ?? '';
  visitor.tell('confirmTranscript', { chatId, code: code === '000000' ? '111111' : '000000' });
  expect(await visitor.next('refused')).toMatchObject({ key: 'confirmTranscript', code: 'chat.transcript_code' });
  visitor.tell('confirmTranscript', { chatId, code });
  expect(await visitor.next('transcript')).toEqual({ chatId, state: 'sent' });
  const mails = await app.waitForMails(email, 2);
  expect(mails.map(({ text }) => text.includes('What does it cost?')).sort()).toEqual([false, true]);
  visitor.tell('confirmTranscript', { chatId, code });
  expect(await visitor.next('refused')).toMatchObject({ code: 'chat.transcript_code' });
});

test('codes go to an address three times an hour, ten times from a network and at most three hundred times of an enterprise', async () => {
  const { enterprise, channel } = await makeShop();
  const ask = async (visitor: Visitor, email: string) => {
    const { chatId } = await visitor.say('Hello');
    visitor.tell('askTranscript', { chatId, email });
    const fits = ({ type, data }: { type: string; data: Record<string, unknown> }) =>
      type === 'transcript' || (type === 'refused' && data.key === 'askTranscript');
    const { data } = await visitor.talker.take(fits, 'answer');
    return data.state ?? data.code;
  };
  /** Makes the asks of before this many, by addresses and chats of their own. */
  const fill = (count: number, network: string) =>
    enterprise.ctx.transaction((tx) =>
      sql`insert into transcript_asks (enterprise_id, ask_id, chat_id, email, code_hash, created_at, network)
        select enterprise_id, gen_random_uuid(), chat_id, 'other' || n || '@shop.example', code_hash, created_at, ${sql.raw(network)}
        from (select * from transcript_asks where enterprise_id = ${enterprise.enterpriseId} limit 1) a, generate_series(1, ${count}) n`.execute(
        tx,
      ),
    );
  const someone = async () => visit(channel.widgetKey);
  const email = `Target-${channel.id.slice(-12)}@shop.example`;
  for (const spelled of [email, email.toUpperCase(), email.toLowerCase()]) expect(await ask(await someone(), spelled)).toBe('asked');
  expect(await ask(await someone(), email)).toBe('request.rate_limited');
  expect(await ask(await someone(), 'a@shop.example')).toBe('asked');
  await fill(5, 'network');
  expect(await ask(await someone(), 'b@shop.example')).toBe('asked');
  expect(await ask(await someone(), 'c@shop.example')).toBe('request.rate_limited');
  // Those of before came from elsewhere.
  const move = (tx: Parameters<Parameters<typeof enterprise.ctx.transaction>[0]>[0]) =>
    sql`update transcript_asks set network = '' where enterprise_id = ${enterprise.enterpriseId}`.execute(tx);
  await enterprise.ctx.transaction(move);
  await fill(289, "''::bytea");
  expect(await ask(await someone(), 'd@shop.example')).toBe('asked');
  expect(await ask(await someone(), 'e@shop.example')).toBe('request.rate_limited');
});
