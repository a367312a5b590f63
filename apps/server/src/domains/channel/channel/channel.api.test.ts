import { type Channel, type ChannelDetails, type ChannelOptions, defaultWhiteLabel, endpoints, fieldError } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import { createBots } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, webData } from '../../../../test/scene.ts';
import { openConfig } from './channel.connection.ts';

// No server listens at this address.
const app = await startApp({ config: { vendorUrls: { meta: 'http://127.0.0.1:1' } } });
const { as, stranger, makeUser } = app;
const { visit } = createScenes(app);
const { channels, widget } = endpoints;

const form = (more: object = {}) => ({ name: 'Website', type: 12, isActive: true, data: webData(), ...more });
const create = (user: TestUser, more: object = {}) => as(user).post(channels.create.path, form(more));
const made = async (user: TestUser, more: object = {}): Promise<Channel> => (await create(user, more)).json().response;
const pathOf = (id: string) => channels.get.path.replace(':channelId', id);
const configOf = (key: string) => stranger().get(`${widget.config.path}?key=${key}`);

test('BCAST-062 a channel is made, read, changed and listed by name', async () => {
  const admin = await makeUser();
  const channel = await made(admin, { data: webData({ allowedDomains: ['Shop.example', '*.shop.example:8443'] }) });
  expect(channel).toMatchObject({ name: 'Website', type: 12, isActive: true, version: 1, widgetKey: expect.stringMatching(/^[\w-]{24}$/) });
  expect(channel.data.allowedDomains).toEqual(['shop.example', '*.shop.example:8443']);
  expect((await as(admin).get(pathOf(channel.id))).json().response).toEqual(channel);
  const changed = await as(admin).put(pathOf(channel.id), { ...form({ name: 'Shop' }), version: 1 });
  expect(changed.json()).toMatchObject({ message: 'Saved.', response: { name: 'Shop', version: 2, widgetKey: channel.widgetKey } });
  await made(admin, { name: 'a 100% site' });
  const list = async (query: string) => (await as(admin).get(`${channels.list.path}?${query}`)).json().response;
  const names = async (query: string) => (await list(query)).channelConfig.map((item: Channel) => item.name);
  expect(await names('')).toEqual(['a 100% site', 'Shop']);
  expect(await names('name=SHO')).toEqual(['Shop']);
  expect(await names('name=%25')).toEqual(['a 100% site']);
  expect(await names('type=4')).toEqual([]);
  expect(await list('from=0&perPage=1')).toMatchObject({ channelConfig: [{ name: 'a 100% site' }], more: true });
});

test('a single domain may come without a list', async () => {
  const admin = await makeUser();
  expect((await made(admin, { data: { ...webData(), allowedDomains: 'shop.example' } })).data.allowedDomains).toEqual(['shop.example']);
});

test('names, types, colours and domains are checked', async () => {
  const admin = await makeUser();
  for (const more of [
    { name: ' ' },
    { type: 2 },
    { data: webData({ colour: 'red' }) },
    { data: webData({ allowedDomains: ['https://shop.example'] }) },
    { data: webData({ allowedDomains: ['shop.example/path'] }) },
    { data: webData({ allowedDomains: ['*'] }) },
    { data: webData({ allowedDomains: Array.from({ length: 51 }, (_, index) => `s${index}.example`) }) },
  ]) {
    const answer = await create(admin, more);
    expect([JSON.stringify(more).slice(0, 60), answer.statusCode]).toEqual([expect.any(String), 400]);
    expect(answer.json().code).toBe('request.invalid');
  }
});

test('the second of two saves of one version is refused, also at the same moment', async () => {
  const admin = await makeUser();
  const { id } = await made(admin);
  const save = (name: string) => as(admin).put(pathOf(id), { ...form({ name }), version: 1 });
  const answers = await Promise.all([save('One'), save('Two')]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  expect((await save('Three')).json()).toMatchObject({ code: 'record.changed', data: { changedBy: admin.name } });
});

test('the widget shows the channel as it is now, and nothing once it is off', async () => {
  const admin = await makeUser();
  const channel = await made(admin);
  expect((await configOf(channel.widgetKey)).json().data).toMatchObject({
    title: 'Chat',
    colour: '#1f6f78',
    isOnline: false,
    hasBot: false,
  });
  const save = (version: number, more: object) => as(admin).put(pathOf(channel.id), { ...form(more), version });
  await save(1, { data: webData({ title: 'Ask us', entry: 'bot' }) });
  expect((await configOf(channel.widgetKey)).json().data).toMatchObject({ title: 'Ask us', isOnline: false, hasBot: true });
  await save(2, { isActive: false });
  expect((await configOf(channel.widgetKey)).json().code).toBe('channel.not_found');
  await save(3, {});
  await as(admin).put('/e/enterprise/update_agent_status', { agentStatus: 1 });
  expect((await configOf(channel.widgetKey)).json().data).toMatchObject({ isOnline: true });
});

test('a channel that no chat used is deleted, another is switched off instead', async () => {
  const admin = await makeUser();
  const unused = await made(admin);
  const used = await made(admin);
  await (await visit(used.widgetKey)).say('Hello');
  expect((await as(admin).delete(pathOf(unused.id))).json()).toMatchObject({ status: true, message: 'The channel is deleted.' });
  expect((await as(admin).get(pathOf(unused.id))).json().code).toBe('channel.not_found');
  expect((await configOf(unused.widgetKey)).json().code).toBe('channel.not_found');
  expect((await as(admin).delete(pathOf(used.id))).json()).toMatchObject({
    code: 'channel.in_use',
    message: '1 chat came by this channel; switch it off instead.',
    data: { chatCount: 1 },
  });
});

test('a channel of another enterprise is neither seen nor touched', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const { id } = await made(admin);
  const calls = [
    as(foreigner).get(pathOf(id)),
    as(foreigner).put(pathOf(id), { ...form(), version: 1 }),
    as(foreigner).delete(pathOf(id)),
    as(foreigner).get(pathOf(newId())),
  ];
  for (const call of calls) expect((await call).json()).toMatchObject({ code: 'channel.not_found', message: 'No such channel.' });
  expect((await as(foreigner).get(channels.list.path)).json().response.channelConfig).toEqual([]);
});

test('the calls are closed to strangers and to those without the right', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const { id } = await made(admin);
  expect((await stranger().get(channels.list.path)).statusCode).toBe(401);
  expect((await as(agent).get(channels.list.path)).statusCode).toBe(200);
  expect((await create(agent)).json().code).toBe('1403');
  expect((await as(agent).put(pathOf(id), { ...form(), version: 1 })).json().code).toBe('1403');
  expect((await as(agent).delete(pathOf(id))).json().code).toBe('1403');
});

describe('channels of other types', () => {
  const secret = 'a-long-password-9876';
  const keys = { username: 'acme', password: secret, wabaId: '77', entry: 'queue' };
  const whatsApp = (more: object = {}) => ({
    name: 'Orders',
    type: 4,
    vendor: 'airtel',
    contactId: '+91 98200 12345',
    environment: 'sandbox',
    data: { ...keys, customerId: 'cust', subAccountId: 'sub' },
    ...more,
  });
  const rowOf = (user: TestUser, id: string) =>
    app
      .contextOf(user)
      .transaction((tx) =>
        tx
          .selectFrom('channels')
          .selectAll()
          .where('enterpriseId', '=', user.enterpriseId)
          .where('channelId', '=', id)
          .executeTakeFirstOrThrow(),
      );
  const add = async (user: TestUser, more: object = {}) =>
    (await as(user).post(channels.create.path, whatsApp(more))).json().response as Channel;
  let admin: TestUser;
  let channel: Channel;
  let deptId: string;
  beforeAll(async () => {
    admin = await makeUser();
    deptId = (await as(admin).post(endpoints.departments.create.path, { name: 'Sales' })).json().data.id;
    channel = await add(admin, { deptId });
  });

  test('CHAN-001 CHAN-002 CHAN-040 CHAN-041 CHAN-043 CHAN-035 a channel keeps its keys, and its secrets to itself', async () => {
    expect(channel).toMatchObject({
      _id: { $oid: channel.id },
      name: 'Orders',
      type: 4,
      deptId,
      contactId: '+919820012345',
      vendor: 'airtel',
      state: 'ACTIVE',
      data: {
        username: 'acme',
        password: { isSet: true, last4: '9876' },
        customerId: { isSet: true, last4: '' },
        subAccountId: 'sub',
        entry: 'queue',
        botId: '',
      },
    });
    const row = await rowOf(admin, channel.id);
    expect(app.deps.secrets.decrypt(row.sealedHookSecret)).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify([row, channel])).not.toContain(secret);
    expect(openConfig(app.deps, row)).toMatchObject({ username: 'acme', password: secret, customerId: 'cust' });
    expect((await as(admin).get(pathOf(channel.id))).json().response).toEqual(channel);
    const listed = (await as(admin).get(`${channels.list.path}?perPage=5&from=0&name=ord&type=4`)).json().response;
    expect(listed).toEqual({ channelConfig: [channel], more: false });
    const calls = [channels.list, channels.get, channels.details, channels.create, channels.update, channels.remove];
    expect(calls.map(({ method, path }) => `${method} ${path.replace('/e/enterprise/channels', '')}`)).toEqual([
      ...['GET ', 'GET /:channelId', 'GET /:channelId/details'],
      ...['POST ', 'PUT /:channelId', 'DELETE /:channelId'],
    ]);
  });

  test('WL-009 WL-014 WL-017 CHAN-012 CHAN-016 CHAN-031 wrong forms are told field by field; vendors are those that the brand allows', async () => {
    const faultsOf = async (more: object) => (await as(admin).post(channels.create.path, whatsApp(more))).json();
    expect(await faultsOf({ environment: '', contactId: 'x', data: { username: 'u' } })).toMatchObject({
      code: 'channel.invalid',
      data: {
        errors: expect.arrayContaining([
          fieldError('environment', 'value.required', { label: 'Environment' }),
          fieldError('password', 'value.required', { label: 'Password' }),
          fieldError('contactId', 'channel.contact_format'),
        ]),
      },
    });
    expect((await faultsOf({ vendor: 'jio' })).data.errors).toMatchObject([{ field: 'vendor' }]);
    expect((await faultsOf({ vendor: '' })).message).toBe('Vendor is required');
    const ttbs = { vendor: 'ttbs', environment: 'production', data: { authToken: 'token' } };
    expect((await faultsOf(ttbs)).message).toBe('ttbs is not among the allowed vendors: airtel.');
    expect((await faultsOf({ type: 6, vendor: 'twixormcmi', environment: 'production', data: { authToken: 't' } })).message).toMatch(
      /ended this service/,
    );
    const { types } = (await as(admin).get(channels.options.path)).json().response as ChannelOptions;
    const vendorsOf = (type: number) =>
      types.find((entry) => entry.type === type)?.vendors.flatMap(({ vendor, isAllowed }) => (isAllowed ? [vendor] : []));
    expect([vendorsOf(4), vendorsOf(10), vendorsOf(12), vendorsOf(1)]).toEqual([
      ['airtel'],
      ['vi', 'jio'],
      ['twixormcmi'],
      ['sap365', 'mailchimp'],
    ]);
  });

  test('CHAN-004 the form offers WHATSAPP, RCS and WEB first, then the other types', async () => {
    const { types } = (await as(admin).get(channels.options.path)).json().response as ChannelOptions;
    expect(types.map(({ type }) => type)).toEqual([4, 10, 12, 0, 1, 3, 5, 6, 9, 11]);
  });

  test('CHAN-044 a save without the secret keeps it; another number is confirmed; a bot that is not named stays', async () => {
    const { id } = await add(admin, { name: 'Kept' });
    const { id: botId } = await createBots(app).makeBot(admin);
    const put = (version: number, more: object = {}) =>
      as(admin).put(pathOf(id), {
        ...whatsApp({ data: { username: 'new', subAccountId: 's', password: { isSet: true, last4: '9876' } } }),
        version,
        ...more,
      });
    const saved = (await put(1, { data: { username: 'new', subAccountId: 's', entry: 'bot', botId } })).json().response;
    expect(saved).toMatchObject({ version: 2, data: { username: 'new', entry: 'bot', botId } });
    expect(openConfig(app.deps, await rowOf(admin, id))).toMatchObject({ username: 'new', password: secret, customerId: 'cust' });
    expect((await put(2, { contactId: '+919820099999' })).json()).toMatchObject({
      code: 'channel.confirm_needed',
      data: { changes: ['+919820012345 to +919820099999'] },
    });
    expect((await put(2, { contactId: '+919820099999', confirm: true })).json().response).toMatchObject({
      contactId: '+919820099999',
      data: { botId },
    });
    expect((await put(3, { type: 10 })).json().code).toBe('channel.invalid');
    const web = await made(admin, { data: webData({ entry: 'bot', botId }) });
    const { botId: _bot, entry: _entry, ...rest } = webData({ title: 'New' });
    expect((await as(admin).put(pathOf(web.id), { ...form({ data: rest }), version: 1 })).json().response.data).toMatchObject({
      title: 'New',
      entry: 'bot',
      botId,
    });
  });

  test('a paused channel is told from an active one, and what failed its test is kept as paused only', async () => {
    const { id } = await add(admin, { name: 'Paused' });
    const statePath = channels.setState.path.replace(':channelId', id);
    expect((await as(admin).put(statePath, { state: 'PAUSED' })).json()).toMatchObject({
      message: 'The channel is paused.',
      response: { state: 'PAUSED', isActive: false, version: 2 },
    });
    expect((await as(admin).put(statePath, { state: 'ACTIVE' })).json().response).toMatchObject({ state: 'ACTIVE' });
    const allowing = await makeUser();
    const brand = JSON.stringify({ ...defaultWhiteLabel, allowedVendors: {} });
    await app
      .contextOf(allowing)
      .transaction((tx) =>
        tx
          .insertInto('brandings')
          .values({ enterpriseId: allowing.enterpriseId, draft: brand, published: brand, publishedAt: null })
          .execute(),
      );
    const data = { wabaId: '1', authToken: 'token', clientSecret: 'secret', WebhookVerificationToken: 'proof' };
    const wrong = whatsApp({ vendor: 'twixormcmi', contactId: '10', environment: 'production', data });
    const tested = (await as(allowing).post(channels.test.path, wrong)).json().response;
    expect(tested).toMatchObject({
      isOk: false,
      steps: expect.arrayContaining([{ name: 'reach', isOk: false, text: expect.any(String) }]),
    });
    expect((await as(allowing).post(channels.create.path, wrong)).json()).toMatchObject({ code: 'channel.test_failed' });
    expect((await as(allowing).post(channels.create.path, { ...wrong, state: 'PAUSED' })).json().response.state).toBe('PAUSED');
  });

  test('CHAN-042 health, users and the callback are told; its address changes in two steps, and is for those who may change channels', async () => {
    const { id } = await add(admin, { name: 'Healthy' });
    const components = JSON.stringify([{ type: 'BODY', text: 'Hello' }]);
    const template = {
      enterpriseId: admin.enterpriseId,
      templateId: newId(),
      channelId: id,
      name: 'hello',
      language: 'en',
      category: 'UTILITY' as const,
      components,
    };
    await app.contextOf(admin).transaction(async (tx) => {
      await tx.insertInto('templates').values(template).execute();
      const now = new Date();
      const message = (status: 'FAILED' | 'DELIVERED' | 'SKIPPED') => ({
        enterpriseId: admin.enterpriseId,
        messageId: newId(),
        createdAt: now,
        channelId: id,
        customerId: null,
        direction: 'out' as const,
        source: 'JOURNEY' as const,
        resourceId: newId(),
        status,
        statusAt: now,
      });
      await tx
        .insertInto('messages')
        .values([message('FAILED'), message('DELIVERED'), message('SKIPPED')])
        .execute();
    });
    const path = channels.details.path.replace(':channelId', id);
    const details = async (user: TestUser) => (await as(user).get(path)).json().response as ChannelDetails;
    const first = await details(admin);
    expect(first).toMatchObject({
      health: { sentCount: 2, failedCount: 1, lastInboundAt: null },
      usedBy: [{ kind: 'template', name: '', count: 1 }],
    });
    expect(first.callback?.address).toMatch(new RegExp(`/hooks/airtel/${id}/${first.callback?.token}$`));
    const role = (await as(admin).put(endpoints.roles.saveRole.path, { name: 'Looks', permissions: ['CHANNELS.VIEW'] })).json().data.code;
    const viewer = await makeUser({ enterprise: admin, roles: [role] });
    expect((await details(viewer)).callback).toBeNull();
    const step = async (endpoint: { path: string }) => (await as(admin).post(endpoint.path.replace(':channelId', id), {})).json();
    const turned = (await step(channels.rotateHook)).response.callback;
    expect(turned).toMatchObject({ formerIsValid: true });
    expect(turned.token).not.toBe(first.callback?.token);
    const stored = await rowOf(admin, id);
    expect(app.deps.secrets.decrypt(stored.sealedFormerHookSecret)).toBe(first.callback?.token);
    expect(JSON.stringify(stored)).not.toContain(first.callback?.token);
    expect(JSON.stringify(stored)).not.toContain(turned.token);
    expect((await step(channels.rotateHook)).code).toBe('channel.state_invalid');
    expect((await step(channels.finishRotation)).response.callback).toMatchObject({ formerIsValid: false, token: turned.token });
    expect((await as(admin).delete(pathOf(id))).json()).toMatchObject({
      code: 'channel.in_use',
      message: 'Healthy is in use: 1 template.',
      data: { uses: ['1 template'] },
    });
  });

  test('CHAN-045 a channel that nothing uses is deleted', async () => {
    const { id } = await add(admin, { name: 'Gone' });
    expect((await as(admin).delete(pathOf(id))).json().status).toBe(true);
    expect((await as(admin).get(pathOf(id))).json().code).toBe('channel.not_found');
  });
});
