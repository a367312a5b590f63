import { randomBytes } from 'node:crypto';
import { endpoints } from '@parley/contract';
import { SignJWT, UnsecuredJWT } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestEnterprise, TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';

const clock = { ahead: 0 };
const app = await startApp({ now: () => new Date(Date.now() + clock.ahead) });
const { as, makeEnterprise, makeUser } = app;
const { visit, connect } = createScenes(app);
const { identitySecrets: calls, phoneBook, customers, privacy } = endpoints;
const book = createPhoneBook(app);

/** A chat's customer, as its agent sees them. */
const cardOf = async (user: TestUser, chatId: string) => (await as(user).put(customers.details.path, { data: { chatId } })).json().data;
const listed = async (user: TestUser, name: string) =>
  (await as(user).get(`${phoneBook.list.path}?name=${name}`)).json().data.customers.customers;
const at = (path: string, channelId: string) => path.replace(':channelId', channelId);

/** A token of a browser: each is one visitor. */
const browser = () => randomBytes(32).toString('base64url');
let lastJti = 0;

type Claims = Record<string, unknown>;
type Signing = { ageSeconds?: number; lifeSeconds?: number; aud?: string; alg?: string };

async function makeSite(enterprise: TestEnterprise, admin: TestUser) {
  const channel = await makeWebChannel(enterprise);
  const rotate = async () => (await as(admin).post(at(calls.rotate.path, channel.id))).json().data as { secret: string; last4: string };
  const { secret } = await rotate();
  const sign = (
    claims: Claims,
    { ageSeconds = 0, lifeSeconds = 300, aud = channel.widgetKey, alg = 'HS256' }: Signing = {},
    by = secret,
  ) => {
    const iat = Math.floor(Date.now() / 1000) - ageSeconds;
    lastJti += 1;
    return new SignJWT({ jti: `j${lastJti}`, ...claims })
      .setProtectedHeader({ alg })
      .setIssuedAt(iat)
      .setExpirationTime(iat + lifeSeconds)
      .setAudience(aud)
      .sign(new TextEncoder().encode(by));
  };
  return {
    channel,
    secret,
    rotate,
    sign,
    come: (identity: string, visitorToken = browser()) => visit(channel.widgetKey, { visitorToken, identity }),
  };
}

async function makeShop() {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise, roles: [1], name: 'Asha' });
  return { enterprise, admin, ...(await makeSite(enterprise, admin)) };
}

const refusalOf = async (visitor: Awaited<ReturnType<typeof visit>>) => {
  const refused = visitor.talker.received.find(({ type }) => type === 'identityRefused');
  return [refused?.data.code, visitor.welcome.visitor?.isKnown];
};

test('a signed visitor is known by name on each of their devices, is found by external id, and reads along', async () => {
  const { admin, channel, come, sign } = await makeShop();
  const laptop = await come(await sign({ sub: 'shop-7', name: 'Ravi Kumar', email: 'ravi@shop.example' }));
  expect(laptop.welcome.visitor).toEqual({ isKnown: true, name: 'Ravi Kumar', ignored: [] });
  const { chatId } = await laptop.say('Where is my parcel?');
  const phone = await come(await sign({ sub: 'shop-7', name: 'Ravi K. Kumar' }));
  expect(phone.welcome.visitor).toEqual({ isKnown: true, name: 'Ravi K. Kumar', ignored: [] });
  expect(phone.welcome.thread).toMatchObject({ chatId, isOpen: true });
  // The first device is told that there is another, and says hello again to hear of it.
  await laptop.next('elsewhere');
  laptop.tell('hello', { visitorToken: laptop.token, chatId, after: 99 });
  await laptop.next('welcome');
  await phone.say('From the phone');
  await laptop.next('entry', ({ entry }) => entry.text === 'From the phone');
  const agent = await connect(admin);
  await agent.ask('agentPickupChat', { chatId });
  const { messages } = (await as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data;
  expect(messages.filter(({ actionType }: { actionType: number }) => actionType === 1)).toHaveLength(2);
  expect(await listed(admin, 'Ravi')).toHaveLength(1);
  // The next page brings the same statement: nothing is written again, and it is no replay.
  const again = await sign({ sub: 'shop-7', jti: 'page' });
  for (let page = 0; page < 2; page += 1) expect((await come(again, laptop.token)).welcome.visitor?.isKnown).toBe(true);
  expect(channel.widgetKey).toMatch(/^[\w-]{24}$/);
});

test('a statement counts for one browser: with another it is a replay, and the visitor stays anonymous', async () => {
  const { come, sign } = await makeShop();
  const token = await sign({ sub: 'a' });
  expect((await come(token)).welcome.visitor?.isKnown).toBe(true);
  const thief = await come(token);
  expect(await refusalOf(thief)).toEqual(['identity.replayed', false]);
  expect(thief.welcome.thread.chatId).toBeNull();
});

test('statements that are unsigned, wrong, old, long, of tomorrow or for another website are refused', async () => {
  const { channel, come, sign } = await makeShop();
  const other = await makeShop();
  const now = Math.floor(Date.now() / 1000);
  const unsigned = new UnsecuredJWT({ sub: 'a', jti: 'u', iat: now, exp: now + 300, aud: channel.widgetKey }).encode();
  const good = await sign({ sub: 'a' });
  const cases: [string, string][] = [
    [unsigned, 'identity.invalid'],
    [await sign({ sub: 'a' }, { alg: 'HS512' }), 'identity.invalid'],
    [await sign({ sub: 'a' }, {}, other.secret), 'identity.invalid'],
    [`${good.slice(0, -4)}AAAA`, 'identity.invalid'],
    ['nonsense', 'identity.invalid'],
    [await sign({ jti: 'no-sub' }), 'identity.invalid'],
    [await sign({ sub: 'a', jti: '' }), 'identity.invalid'],
    [await sign({ sub: 'a', name: 7 }), 'identity.invalid'],
    [await sign({ sub: 'a' }, { lifeSeconds: 601 }), 'identity.invalid'],
    [await sign({ sub: 'a' }, { ageSeconds: -120 }), 'identity.invalid'],
    [await sign({ sub: 'a' }, { ageSeconds: 400 }), 'identity.expired'],
    [await sign({ sub: 'a' }, { aud: other.channel.widgetKey }), 'identity.foreign'],
  ];
  for (const [token, code] of cases) expect(await refusalOf(await come(token))).toEqual([code, false]);
  expect(await refusalOf(await come(good))).toEqual([undefined, true]);
});

test('a former secret is valid beside the new one until it is ended, no secret is told twice, and only editors of channels make one', async () => {
  const { enterprise, admin, channel, secret, rotate, come, sign } = await makeShop();
  const made = await rotate();
  expect(made.secret).not.toBe(secret);
  const state = (await as(admin).get(at(calls.get.path, channel.id))).json().data;
  expect(state).toEqual({
    isOn: true,
    last4: made.secret.slice(-4),
    changedBy: 'Asha',
    changedAt: expect.any(String),
    formerUntil: expect.any(String),
  });
  expect(Date.parse(state.formerUntil) - Date.parse(state.changedAt)).toBe(24 * 3_600_000);
  expect(await refusalOf(await come(await sign({ sub: 'a' })))).toEqual([undefined, true]);
  expect(await refusalOf(await come(await sign({ sub: 'b' }, {}, made.secret)))).toEqual([undefined, true]);
  expect((await as(admin).post(at(calls.finish.path, channel.id))).json().data.formerUntil).toBeNull();
  expect(await refusalOf(await come(await sign({ sub: 'c' })))).toEqual(['identity.invalid', false]);
  expect((await as(admin).delete(at(calls.remove.path, channel.id))).json().data.isOn).toBe(false);
  expect(await refusalOf(await come(await sign({ sub: 'd' }, {}, made.secret)))).toEqual(['identity.off', false]);
  const agent = await makeUser({ enterprise, roles: [3] });
  expect((await as(agent).post(at(calls.rotate.path, channel.id))).json().code).toBe('1403');
  const stranger = await makeUser({ roles: [1] });
  expect((await as(stranger).post(at(calls.rotate.path, channel.id))).json().code).toBe('channel.not_found');
});

test('two people on one computer are two: another statement opens nothing of the first one’s, until the browser begins anew', async () => {
  const { come, sign } = await makeShop();
  const token = browser();
  const first = await come(await sign({ sub: 'one', name: 'One' }), token);
  await first.say('My secret');
  // The socket is told that it is another's, and gets no welcome with the thread.
  first.tell('hello', { visitorToken: token, identity: await sign({ sub: 'two', name: 'Two', jti: 'two' }) });
  expect(await first.next('identityRefused')).toEqual({
    code: 'identity.other_person',
    message: 'This browser belongs to another visitor.',
    isOther: true,
  });
  expect(first.talker.received.filter(({ type }) => type === 'welcome')).toEqual([]);
  // The same statement is good for the browser that has begun anew: it was not used.
  const second = await come(await sign({ sub: 'two', name: 'Two', jti: 'two' }));
  expect(second.welcome).toMatchObject({ visitor: { isKnown: true, name: 'Two' }, thread: { chatId: null } });
});

test('a chat that runs without a name goes on under it, and its agent is told', async () => {
  const { admin, come, sign, channel } = await makeShop();
  const token = browser();
  const anonymous = await visit(channel.widgetKey, { visitorToken: token });
  const { chatId } = await anonymous.say('Hello?');
  const agent = await connect(admin);
  await agent.ask('agentPickupChat', { chatId });
  const known = await come(await sign({ sub: 'shop-9', name: 'Mira' }), token);
  expect(known.welcome.thread.chatId).toBe(chatId);
  const told = await agent.next('chatCustomer', (event) => event.chatId === chatId);
  expect(await cardOf(admin, chatId)).toMatchObject({
    customerId: told.customerId,
    name: 'Mira',
  });
});

test('a chat that runs anonymously and one on another device are not made one while both are open', async () => {
  const { come, sign, channel, admin } = await makeShop();
  const home = await come(await sign({ sub: 'x', name: 'Xenia' }));
  const { chatId } = await home.say('At home');
  const token = browser();
  const office = await visit(channel.widgetKey, { visitorToken: token });
  await office.say('In the office');
  expect(await refusalOf(await come(await sign({ sub: 'x' }), token))).toEqual(['identity.chat_open', false]);
  const agent = await connect(admin);
  await agent.ask('agentPickupChat', { chatId });
  await as(admin).post(`/e/enterprise/chat/${chatId}/close`);
  expect(home.talker.received.map(({ type }) => type)).not.toContain('elsewhere');
  expect(await refusalOf(await come(await sign({ sub: 'x' }), token))).toEqual([undefined, true]);
  // The office wrote before it was known: the device at home hears of it now.
  await home.next('elsewhere');
});

test('a customer of the phone book is recognised by a verified address alone, and nobody by one that an anonymous visitor told', async () => {
  const { admin, come, sign, channel } = await makeShop();
  const save = async (name: string, phoneNumber: string, emailId: string) =>
    (await as(admin).post(phoneBook.save.path, { name, phoneNumber, emailId, country: 'IN', data: [] })).json().data.customer.id as string;
  const byMail = await save('Known by mail', '+919820000011', 'known@shop.example');
  const byPhone = await save('Known by phone', '+919820000012', '');
  const idOf = async (claims: Claims) => {
    const visitor = await come(await sign(claims));
    const { chatId } = await visitor.say('Hi');
    return (await cardOf(admin, chatId)).customerId;
  };
  const claimed = await idOf({ sub: 'liar', email: 'known@shop.example' });
  expect(claimed).not.toBe(byMail);
  expect(await idOf({ sub: 'm', email: 'KNOWN@shop.example', email_verified: true })).toBe(byMail);
  expect(await idOf({ sub: 'p', phone: '+91 98200 00012', phone_verified: true })).toBe(byPhone);
  // Somebody writes anonymously, and an agent notes the address that they name: its owner does not read that conversation.
  const prankster = await visit(channel.widgetKey);
  const { chatId } = await prankster.say('I am the boss');
  const agent = await connect(admin);
  await agent.ask('agentPickupChat', { chatId });
  const { customerId } = await cardOf(admin, chatId);
  await as(admin).put(customers.updateProfile.path, { customerId, emailId: 'boss@shop.example' });
  const boss = await come(await sign({ sub: 'boss', email: 'boss@shop.example', email_verified: true }));
  expect(boss.welcome.thread.chatId).toBeNull();
});

test('visitors who come at the same moment with one number or address have it once', async () => {
  const { admin, come, sign } = await makeShop();
  const values = { name: 'Known by mail', phoneNumber: '+919820000021', emailId: 'once@shop.example', country: 'IN', data: [] };
  await as(admin).post(phoneBook.save.path, values);
  const together = async (claims: Claims) => {
    const tokens = await Promise.all(Array.from({ length: 6 }, (_, n) => sign({ sub: `${Object.keys(claims)[0]}${n}`, ...claims })));
    return (await Promise.all(tokens.map((token) => come(token)))).map(({ welcome }) => welcome.visitor);
  };
  const byPhone = await together({ phone: '+919820000022' });
  expect(byPhone.map((visitor) => visitor?.ignored.join()).sort()).toEqual(['', 'phone', 'phone', 'phone', 'phone', 'phone']);
  const byMail = await together({ email: 'once@shop.example', email_verified: true });
  expect(byMail.filter((visitor) => visitor?.name === 'Known by mail')).toHaveLength(1);
});

test('signed values overwrite, what a page tells is marked and overwrites nothing, and what the phone book does not take is named', async () => {
  const { admin, come, sign } = await makeShop();
  await book.makeAttribute(admin, 'plan');
  const token = browser();
  const visitor = await come(await sign({ sub: 's', name: 'Sam', attributes: { plan: 'Gold', unknown: 'x' }, email: 'no mail' }), token);
  expect(visitor.welcome.visitor).toEqual({ isKnown: true, name: 'Sam', ignored: ['unknown', 'email'] });
  visitor.tell('tell', { told: { plan: 'Platinum', cart: '120' } });
  const { chatId } = await visitor.say('Hi');
  visitor.tell('tell', { told: { cart: '90' } });
  visitor.tell('ping', {});
  await visitor.next('pong');
  const card = await cardOf(admin, chatId);
  expect(card.visit.told).toEqual({ plan: 'Platinum', cart: '90' });
  // The newest thirty names stay, whatever a page invents.
  const names = Array.from({ length: 29 }, (_, n) => [`n${n}`, 'v']);
  visitor.tell('tell', { told: { plan: 'Gold?' } });
  visitor.tell('tell', { told: Object.fromEntries(names) });
  visitor.tell('ping', {});
  await visitor.next('pong');
  expect((await cardOf(admin, chatId)).visit.told).toEqual({ plan: 'Gold?', ...Object.fromEntries(names) });
  const gold = JSON.stringify(await listed(admin, 'Sam'));
  expect([gold.includes('Gold'), gold.includes('Platinum')]).toEqual([true, false]);
  await come(await sign({ sub: 's', attributes: { plan: 'Silver' } }), token);
  expect(JSON.stringify(await listed(admin, 'Sam'))).toContain('Silver');
});

test('presence says who is there, the wait of twenty people and never less than somebody waits, and the next opening', async () => {
  const { enterprise, admin, channel } = await makeShop();
  const shown = async () => (await app.stranger().get(`${endpoints.widget.config.path}?key=${channel.widgetKey}`)).json().data.presence;
  /** Figures are kept for twenty seconds. */
  const presence = () => {
    clock.ahead += 20_001;
    return shown();
  };
  expect(await presence()).toEqual({ isStaffed: false, opensAt: null, timeZone: '', waitMinutes: null });
  const desk = await connect(admin);
  const visitors = [];
  for (let count = 0; count < 20; count += 1) visitors.push(await visit(channel.widgetKey));
  for (const [place, visitor] of visitors.entries()) {
    const { chatId } = await visitor.say(`Hello ${place}`);
    await desk.ask('agentPickupChat', { chatId });
    await as(admin).post(`/e/enterprise/chat/${chatId}/close`);
    if (place > 17) expect((await presence()).waitMinutes).toBe(place < 19 ? null : 1);
  }
  // Each of them is made to have waited for two minutes more than the one before, then one waits for an hour.
  await enterprise.ctx.transaction((tx) =>
    sql`update chats c set queued_at = c.picked_up_at - r.place * interval '2 minutes', created_at = c.picked_up_at - interval '50 minutes'
      from (select chat_id, row_number() over (order by chat_no) - 1 as place from chats where enterprise_id = ${enterprise.enterpriseId}) r
      where c.enterprise_id = ${enterprise.enterpriseId} and c.chat_id = r.chat_id`.execute(tx),
  );
  expect((await shown()).waitMinutes).toBe(1);
  expect((await presence()).waitMinutes).toBe(29);
  const { chatId } = await (await visit(channel.widgetKey)).say('I wait');
  await enterprise.ctx.transaction((tx) =>
    sql`update chats set queued_at = now() + make_interval(secs => ${clock.ahead / 1000}) - interval '1 hour' where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId}`.execute(
      tx,
    ),
  );
  expect((await presence()).waitMinutes).toBe(61);
  // The channel's department has nobody, until one that it falls back to has.
  const { departments } = endpoints;
  const makeDepartment = async (save: object) => (await as(admin).post(departments.create.path, save)).json().data.id as string;
  const help = await makeDepartment({ name: 'Help' });
  const sales = await makeDepartment({ name: 'Sales', fallback: help });
  await enterprise.ctx.transaction((tx) => tx.updateTable('channels').set({ deptId: sales }).where('channelId', '=', channel.id).execute());
  expect((await shown()).isStaffed).toBe(false);
  await as(admin).put(departments.addUsers.path.replace(':departmentId', help), { users: [admin.userId] });
  expect((await shown()).isStaffed).toBe(true);
  const closed = { name: 'Never', timeZone: 'Asia/Kolkata', isDefault: true, days: [[], [], [], [], [], [], []], exceptions: [] };
  await as(admin).post('/e/enterprise/calendars', closed);
  expect(await presence()).toEqual({ isStaffed: false, opensAt: null, timeZone: 'Asia/Kolkata', waitMinutes: null });
});

test('a merge by people keeps both names of a customer, and an erasure leaves none: the next sign-in is somebody new', async () => {
  const { admin, come, sign } = await makeShop();
  const idOf = async (sub: string, name: string) => {
    const visitor = await come(await sign({ sub, name }));
    const { chatId } = await visitor.say('Hi');
    const agent = await connect(admin);
    await agent.ask('agentPickupChat', { chatId });
    await as(admin).post(`/e/enterprise/chat/${chatId}/close`);
    return (await cardOf(admin, chatId)).customerId as string;
  };
  const [keepId, mergeId] = [await idOf('one', 'One Person'), await idOf('two', 'Two Persons')];
  const { customer } = (await as(admin).get(phoneBook.get.path.replace(':customerId', keepId))).json().data;
  const values = { name: 'One Person', phoneNumber: '+919820000077', country: 'IN', data: [] };
  const merged = await as(admin).post(phoneBook.merge.path, { keepId, mergeId, version: customer.version, values });
  expect(merged.json()).toMatchObject({ status: true });
  const known = async (sub: string) => (await come(await sign({ sub }))).welcome.visitor?.name;
  expect([await known('one'), await known('two')]).toEqual(['One Person', 'One Person']);
  const erased = await as(admin).post(privacy.erase.path.replace(':customerId', keepId), {
    name: 'One Person',
    reason: 'Asked',
    keepOptOut: true,
  });
  expect(erased.json()).toMatchObject({ status: true });
  await expect.poll(async () => (await as(admin).get(privacy.erasures.path)).json().data.erasures[0]?.state).toBe('done');
  expect([await known('one'), await known('two')]).toEqual([expect.stringMatching(/^Visitor /), expect.stringMatching(/^Visitor /)]);
});
