import { readFile } from 'node:fs/promises';
import { defaultSendingSettings, endpoints, numberSpellings } from '@parley/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Webhook as Standard } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns } from '../../../../test/campaigns.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createStreamScenes, end, makeStream } from '../../../../test/journeys.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createScenes } from '../../../../test/scene.ts';
import { body, createVendorScenes, startVendors, waitForRun } from '../../../../test/vendors.ts';
import { newId } from '../../../platform/ids.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { connect } = createScenes(app);
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { publish, begin, phoneOf, walksOf } = createStreamScenes(app, vendors);
const { planOf, makeCampaign, makeActivity, act, approve, start } = createCampaigns(app, vendors);
const book = createPhoneBook(app);
const { broadcasts, blacklist, relays } = endpoints;

/** Numbers as the phone book has them, and as WhatsApp writes them. */
const countries = [
  { country: 'Brazil', stored: '+5548996543210', wired: '+554896543210' },
  { country: 'Mexico', stored: '+525512345678', wired: '+5215512345678' },
  { country: 'Argentina', stored: '+541123456789', wired: '+5491123456789' },
] as const;
const [{ stored, wired }] = countries;

async function makeScene() {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Ana' });
  const { channelId, hookUrl } = await makeWhatsApp(admin);
  await vendors.control.behave(channelId, { receiptDelayMs: 0 });
  const template = await makeTemplate(admin, channelId, [body('Hello')]);
  return { admin, agent, channelId, hookUrl, template, ctx: contextOf(admin), enterpriseId: admin.enterpriseId };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

const customersOf = async ({ admin }: Pick<Scene, 'admin'>) =>
  (await as(admin).get(`${endpoints.phoneBook.list.path}?from=0&perPage=50`)).json().data.customers.customers as {
    id: string;
    phoneNumber: string;
  }[];
const chatsOf = ({ ctx, enterpriseId }: Scene) =>
  ctx.read((tx) => tx.selectFrom('chats').select(['chatId', 'address', 'customerId']).where('enterpriseId', '=', enterpriseId).execute());
const say = (scene: Scene, number: string, text: string) => phoneOf(scene, number).say(text);
const texts = (scene: Scene, number: string) => phoneOf(scene, number).texts();

async function broadcast({ admin, channelId, template, ctx, enterpriseId }: Scene, ...phoneNumber: string[]) {
  const message = { template: { templateId: template.name, templateUId: template.templateId } };
  const { id } = (await as(admin).post(broadcasts.send.path, { channelId, phoneNumber, message })).json().data;
  return (await waitForRun({ ctx, enterpriseId }, id)).map(({ address, status, reason }) =>
    `${address} ${status === 'READ' ? 'DELIVERED' : status} ${reason}`.trim(),
  );
}
const blacklisted = async ({ admin }: Scene) =>
  (await as(admin).get(blacklist.list.path))
    .json()
    .data.blacklist.map(({ numbers, kind }: { numbers: string[]; kind: string }) => `${numbers[0]} ${kind}`);
const stops = (scene: Scene, count = 1) => vi.waitFor(async () => expect(await blacklisted(scene)).toHaveLength(count));

test.each(countries)(
  '$country: both spellings are one customer with one chat, and the reply goes to the one that wrote last',
  async (numbers) => {
    const scene = await makeScene();
    const { admin, agent } = scene;
    const known = await book.makeCustomer(admin, { name: 'Ana Lima', phoneNumber: numbers.stored });
    const socket = await connect(agent);
    await say(scene, numbers.wired, 'One');
    const { chatId } = await socket.next('customerStartChat');
    await socket.ask('agentPickupChat', { chatId });
    await socket.ask('agentReply', { chatId, key: 'a', message: 'To the wire' });
    await phoneOf(scene, numbers.wired).shownLast('To the wire');
    await say(scene, numbers.stored, 'Two');
    await vi.waitFor(async () => expect(await chatsOf(scene)).toMatchObject([{ address: numbers.stored }]));
    await socket.ask('agentReply', { chatId, key: 'b', message: 'To the other' });
    await phoneOf(scene, numbers.stored).shownLast('To the other');
    expect(await chatsOf(scene)).toMatchObject([{ chatId, customerId: known.id }]);
    expect(await customersOf(scene)).toMatchObject([{ id: known.id }]);
    expect(await texts(scene, numbers.wired)).not.toContain('To the other');
  },
);

test('strangers who write in both spellings at once, on one channel or on two, are one', async () => {
  const scene = await makeScene();
  const other = { ...scene, ...(await makeWhatsApp(scene.admin)) };
  await Promise.all([say(scene, stored, 'A'), say(scene, wired, 'B'), say(other, stored, 'C'), say(other, wired, 'D')]);
  await vi.waitFor(async () => expect((await chatsOf(scene)).length).toBe(2));
  expect(await customersOf(scene)).toHaveLength(1);
});

test('no marketing goes to one spelling after STOP from the other: broadcast, campaign and API', async () => {
  const scene = await makeScene();
  const { admin, channelId, template, ctx, enterpriseId } = scene;
  const groupId = await book.makeGroup(admin, 'All');
  await book.makeCustomer(admin, { name: 'Ana Lima', phoneNumber: stored, groups: [groupId] });
  await book.makeCustomer(admin, { name: 'Asha Rao', phoneNumber: '+919876500001', groups: [groupId] });
  await say(scene, wired, 'Hello');
  expect(await broadcast(scene, stored)).toEqual([`${stored} DELIVERED`]);
  await say(scene, wired, 'STOP');
  await stops(scene);
  expect(await blacklisted(scene)).toEqual([`${wired} opted_out`]);
  expect(await broadcast(scene, stored)).toEqual([`${stored} SKIPPED OPTED_OUT`]);
  expect(await broadcast(scene, wired)).toEqual([`${wired} SKIPPED OPTED_OUT`]);

  const [maker, checker] = [await makeUser({ enterprise: admin, roles: [4] }), await makeUser({ enterprise: admin, roles: [5] })];
  const campaign = await makeCampaign(maker, planOf({ channelId, template, groupId }));
  const { id } = await makeActivity(maker, campaign.id);
  const submitted = await act(maker, id, 'Submitted');
  expect(submitted).toMatchObject({ data: { activity: { breakdown: { reachable: 1, optedOut: 1 } } } });
  await approve(checker, id, submitted.data.activity.seal);
  expect(await start(checker, id)).toMatchObject({ status: true });
  const reached = (await waitForRun({ ctx, enterpriseId }, id)).map(({ address, reason }) => [address, reason]);
  expect(reached).toEqual(
    expect.arrayContaining([
      [stored, 'OPTED_OUT'],
      ['+919876500001', ''],
    ]),
  );

  const relay = (await as(admin).post(relays.create.path, { name: 'Own', url: 'https://shop.example/bridge' })).json().data;
  const sent = JSON.stringify({ channelId, number: stored, templateId: template.templateId });
  const now = app.deps.now();
  const answer = await app.stranger().post(`/hooks/relay/${relay.id}`, sent, {
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'one',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Standard(relay.secret).sign('one', now, sent),
    },
  });
  expect(answer.json()).toMatchObject({ code: 'relay.refused', data: { reason: expect.stringMatching(/opted|marketing|stop/i) } });
});

test('a stream that a call begins with one spelling sends no marketing either after STOP from the other', async () => {
  const scene = await makeScene();
  const { template, ctx } = scene;
  await say(scene, wired, 'STOP');
  await stops(scene);
  const offer = { template: { ref: 'template', id: template.templateId, name: template.name } };
  const nodes = { offer001: { type: 'message.template', config: offer, to: { next: 'end00001' } }, end00001: end() };
  const stream = await publish(scene, '', makeStream(nodes), 'api');
  await begin(scene, stream, stored);
  await vi.waitFor(async () =>
    expect((await walksOf(scene)).map(({ state }) => state)).toEqual([expect.stringMatching(/^(?!RUNNING|WAITING)/)]),
  );
  // The stream's message about its failure is no marketing.
  const said = await ctx.read((tx) =>
    tx
      .selectFrom('messages')
      .select('address')
      .where('source', '=', 'JOURNEY')
      .where('templateId', 'is not', null)
      .where('status', '<>', 'SKIPPED')
      .execute(),
  );
  expect(said).toEqual([]);
  expect(await customersOf(scene)).toHaveLength(1);
  expect((await texts(scene, stored)).concat(await texts(scene, wired)).filter((text) => text.includes('Hello'))).toEqual([]);
});

test('START from the other spelling lifts it', async () => {
  const scene = await makeScene();
  await say(scene, wired, 'STOP');
  await stops(scene);
  await say(scene, stored, 'STOP');
  await say(scene, stored, 'START');
  await stops(scene, 0);
  expect(await broadcast(scene, wired)).toEqual([`${wired} DELIVERED`]);
});

test('a message that waits for one spelling is taken out by a STOP from the other', async () => {
  const scene = await makeScene();
  const { admin, enterpriseId, ctx, channelId, template } = scene;
  await ctx.transaction((tx) => tx.updateTable('channels').set({ speedPerSecond: 1 }).where('enterpriseId', '=', enterpriseId).execute());
  const others = Array.from({ length: 20 }, (_, place) => `+9198765${String(30_000 + place)}`);
  const message = { template: { templateId: template.name, templateUId: template.templateId } };
  await as(admin).post(broadcasts.send.path, { channelId, phoneNumber: [...others, stored], message });
  const standing = () =>
    ctx.read((tx) =>
      tx
        .selectFrom('messages')
        .select(['status', 'reason'])
        .where('enterpriseId', '=', enterpriseId)
        .where('address', '=', stored)
        .execute(),
    );
  await vi.waitFor(async () => expect(await standing()).toMatchObject([{ status: 'QUEUED' }]));
  await say(scene, wired, 'STOP');
  await vi.waitFor(async () => expect(await standing()).toEqual([{ status: 'SKIPPED', reason: 'OPTED_OUT' }]));
});

test('a number blocked in one spelling is blocked in all, and is listed once', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const add = async (...numbers: string[]) => (await as(admin).post(blacklist.create.path, { numbers, reason: 'Asked' })).json().data;
  expect(await add(wired, stored)).toMatchObject({ added: 1, existing: 0 });
  expect(await add(stored)).toMatchObject({ added: 0, existing: 1 });
  expect(await broadcast(scene, stored)).toEqual([`${stored} SKIPPED BLOCKED`]);
  const found = (await as(admin).get(`${blacklist.list.path}?search=${encodeURIComponent(stored)}`)).json().data.blacklist;
  expect(found).toMatchObject([{ numbers: [wired] }]);
});

test('the cap counts both spellings as one person, and a run has each person once', async () => {
  const scene = await makeScene();
  const { enterpriseId, ctx } = scene;
  expect(await broadcast(scene, stored, wired)).toEqual([`${stored} DELIVERED`, `${wired} SKIPPED DUPLICATE`]);
  const settings = JSON.stringify({ ...defaultSendingSettings, frequencyCap: { isOn: true, count: 1, days: 7 } });
  await ctx.transaction((tx) => tx.insertInto('sendingSettings').values({ enterpriseId, settings, version: 1 }).execute());
  expect(await broadcast(scene, wired)).toEqual([`${wired} SKIPPED CAPPED`]);
});

test('a broadcast goes to the spelling that a customer writes from, and is reported under the number of the phone book', async () => {
  const scene = await makeScene();
  await say(scene, wired, 'Hello');
  await vi.waitFor(async () => expect(await chatsOf(scene)).toHaveLength(1));
  expect(await broadcast(scene, stored)).toEqual([`${stored} DELIVERED`]);
  expect(await texts(scene, wired)).toContain('Hello');
  expect(await texts(scene, stored)).toEqual([]);
});

test('an import, the form and a call meet the customer in whatever spelling', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const known = await book.makeCustomer(admin, { name: 'Ana Lima', phoneNumber: wired });
  expect((await book.saveCustomer(admin, { name: 'Ana again', phoneNumber: stored })).json()).toMatchObject({
    code: 'customer.duplicate',
    data: { customerId: known.id },
  });
  const file = `Name,Phone\nAna Three,${stored}\nBia,+5511987654321\nBia again,+551187654321\n`;
  const { uploadId } = await book.importCsv(admin, file);
  expect((await book.faults(admin, uploadId)).map(([line]) => line)).toEqual([2, 4]);
  expect((await customersOf(scene)).map(({ phoneNumber }) => phoneNumber).sort()).toEqual([wired, '+5511987654321'].sort());
});

/** Two customers with one line, as versions before made them, after the migration: its own statement fills the column. */
async function makeDouble({ ctx, enterpriseId, channelId }: Scene) {
  const [older, younger] = [newId(), newId()];
  const made = [
    { customerId: older, name: 'Ana of WhatsApp', number: wired, email: '' },
    { customerId: younger, name: 'Ana Lima', number: stored, email: 'ana@example.com' },
  ];
  await ctx.transaction(async (tx) => {
    await tx
      .insertInto('customers')
      .values(made.map((one) => ({ enterpriseId, ...one })))
      .execute();
    await tx.insertInto('customerAddresses').values({ enterpriseId, channelId, customerId: older, address: wired }).execute();
    const migration = await readFile(new URL('../../../../migrations/0204_spellings_of_numbers.sql', import.meta.url), 'utf8');
    const [fill = ''] = /^update customers[^;]*;/m.exec(migration) ?? [];
    await sql.raw(fill).execute(tx);
  });
  return { older, younger };
}
const doublesOf = async (user: TestUser, query = '') =>
  (await as(user).get(`${endpoints.phoneBook.doubles.path}${query}`)).json().data.doubles as {
    keep: { id: string; phoneNumber: string };
    other: { id: string };
  }[];

test('customers who were there twice before are found and become one by one click, and each may be changed until then', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const { older, younger } = await makeDouble(scene);
  await book.makeCustomer(admin, { name: 'Asha Rao', phoneNumber: '+919876500001' });
  const pair = {
    keep: { id: older, name: 'Ana of WhatsApp', phoneNumber: wired },
    other: { id: younger, name: 'Ana Lima', phoneNumber: stored },
  };
  expect(await doublesOf(admin)).toEqual([pair]);
  expect((await as(admin).get(endpoints.phoneBook.doubles.path)).json().data.more).toBe(false);
  expect([await doublesOf(admin, '?from=0&perPage=1'), await doublesOf(admin, '?from=1&perPage=1')]).toEqual([[pair], []]);
  const { version, country = '' } = await book.getCustomer(admin, younger);
  const changed = await book.saveCustomer(admin, {
    id: younger,
    version,
    name: 'Ana L.',
    phoneNumber: stored,
    emailId: 'ana@example.com',
    country,
    data: [],
  });
  expect(changed.json()).toMatchObject({ status: true, data: { customer: { name: 'Ana L.', phoneNumber: stored } } });
  // While they are two, the spelling says who is meant, and marketing goes to one of them.
  expect(await broadcast(scene, stored, wired)).toEqual([`${stored} DELIVERED`, `${wired} SKIPPED DUPLICATE`]);

  const merge = (keepId: string, mergeId: string) => as(admin).post(endpoints.phoneBook.mergeDouble.path, { keepId, mergeId });
  const [stranger] = (await customersOf(scene)).filter(({ phoneNumber }) => phoneNumber.startsWith('+91'));
  expect((await merge(older, stranger?.id ?? '')).json()).toMatchObject({ code: 'customer.not_found' });
  expect((await merge(older, younger)).json()).toMatchObject({
    status: true,
    data: { customer: { id: older, name: 'Ana of WhatsApp', phoneNumber: wired, emailId: 'ana@example.com' } },
  });
  expect(await doublesOf(admin)).toEqual([]);
  expect((await merge(older, younger)).json()).toMatchObject({ code: 'customer.not_found' });
  await say(scene, stored, 'It is me');
  await vi.waitFor(async () => expect(await chatsOf(scene)).toMatchObject([{ customerId: older }]));
  expect(await customersOf(scene)).toHaveLength(2);
});

test('a double that goes into the bin comes back only when nobody else has the line', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const { older, younger } = await makeDouble(scene);
  const path = (endpoint: { path: string }, id: string) => endpoint.path.replace(':customerId', id);
  const { phoneBook } = endpoints;
  expect((await as(admin).delete(path(phoneBook.remove, younger))).json()).toMatchObject({ status: true });
  expect(await doublesOf(admin)).toEqual([]);
  expect((await as(admin).post(path(phoneBook.restore, younger))).json()).toMatchObject({
    code: 'customer.duplicate',
    data: { customerId: older },
  });
  expect((await as(admin).delete(path(phoneBook.remove, older))).json()).toMatchObject({ status: true });
  expect((await as(admin).post(path(phoneBook.restore, younger))).json()).toMatchObject({ status: true });
  expect((await as(admin).post(path(phoneBook.restore, older))).json()).toMatchObject({ code: 'customer.duplicate' });
  expect((await book.saveCustomer(admin, { name: 'Ana', phoneNumber: wired })).json()).toMatchObject({ code: 'customer.duplicate' });
});

test('doubles show of numbers what the role sees', async () => {
  const scene = await makeScene();
  await makeDouble(scene);
  const { roles } = endpoints;
  const given = { name: 'Masked', permissions: ['CUSTOMER_MASTER.VIEW', 'CUSTOMER.VIEW'], maskedFields: ['phone'] };
  const role = (await as(scene.admin).put(roles.saveRole.path, given)).json().data.code;
  const [pair] = await doublesOf(await makeUser({ enterprise: scene.admin, roles: [role] }));
  expect(pair?.keep.phoneNumber).toMatch(/^•+\d{3}$/);
});

test('the phone book is searched and filtered by either spelling', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const { id } = await book.makeCustomer(admin, { name: 'Ana Lima', phoneNumber: wired });
  for (const search of [stored, stored.slice(1), wired, '+55 (48) 99654-3210'])
    expect((await book.page(admin, `search=${encodeURIComponent(search)}`)).customers.map((one) => one.id)).toEqual([id]);
  const found = async (operator: string, ...values: string[]) => {
    const conditions = { match: 'all', clauses: [{ match: 'all', conditions: [{ field: 'phoneNumber', operator, values }] }] };
    return (await book.page(admin, `conditions=${encodeURIComponent(JSON.stringify(conditions))}`)).customers.map((one) => one.id);
  };
  expect(await found('is', stored)).toEqual([id]);
  expect(await found('isNot', stored)).toEqual([]);
  expect(await found('anyOf', stored, '+919876500001')).toEqual([id]);
  const looked = (await as(admin).get(`${endpoints.phoneBook.lookup.path}?phoneNumber=${encodeURIComponent(stored)}`)).json().data;
  expect(looked).toMatchObject({ customer: { id } });
});

test('SQL and TypeScript have the same rules', async () => {
  const { ctx } = await makeScene();
  const digits = (least: number, most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
  const number = fc
    .tuple(fc.constantFrom('+55', '+54', '+549', '+5411', '+541115', '+52', '+521', '+91', '+5', ''), digits(7, 12))
    .map((parts) => parts.join(''));
  const numbers = fc.sample(
    fc.oneof(
      number,
      fc.string({ maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
    ),
    { numRuns: 5000, seed: 54 },
  );
  const wellFormed = numbers.map((one) => one.toWellFormed());
  const { rows } = await ctx.read((tx) =>
    sql<{ canonical: string; spellings: string[] }>`select canonical_number(n) as canonical, number_spellings(n) as spellings
      from unnest(${wellFormed}::text[]) with ordinality as w(n, place) order by place`.execute(tx),
  );
  for (const [place, given] of wellFormed.entries())
    expect([given, rows[place]?.spellings, rows[place]?.canonical]).toEqual([given, numberSpellings(given), numberSpellings(given)[0]]);
});
