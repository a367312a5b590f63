import { randomUUIDv7 } from 'node:crypto';
import { type Channel, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/factories.ts';
import { createScenes, webData } from '../../../test/scene.ts';

const app = await startApp();
const { as, stranger, makeUser } = app;
const { visit } = createScenes(app);
const { channels, widget } = endpoints;

const form = (more: object = {}) => ({ name: 'Website', type: 12, isActive: true, data: webData(), ...more });
const create = (user: TestUser, more: object = {}) => as(user).post(channels.create.path, form(more));
const made = async (user: TestUser, more: object = {}): Promise<Channel> => (await create(user, more)).json().response;
const pathOf = (id: string) => channels.get.path.replace(':channelId', id);
const configOf = (key: string) => stranger().get(`${widget.config.path}?key=${key}`);

test('a channel is made, read, changed and listed by name', async () => {
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
    { type: 4 },
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

test('of two saves of one version the second is told, also at the same moment', async () => {
  const admin = await makeUser();
  const { id } = await made(admin);
  const save = (name: string) => as(admin).put(pathOf(id), { ...form({ name }), version: 1 });
  const answers = await Promise.all([save('One'), save('Two')]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  expect((await save('Three')).json().code).toBe('record.changed');
});

test('what the widget shows is the channel as it is now, and nothing once it is off', async () => {
  const admin = await makeUser();
  const channel = await made(admin);
  expect((await configOf(channel.widgetKey)).json().data).toMatchObject({ title: 'Chat', colour: '#1f6f78', isOnline: false });
  const save = (version: number, more: object) => as(admin).put(pathOf(channel.id), { ...form(more), version });
  await save(1, { data: webData({ title: 'Ask us', entry: 'bot' }) });
  expect((await configOf(channel.widgetKey)).json().data).toMatchObject({ title: 'Ask us', isOnline: true });
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
    as(foreigner).get(pathOf(randomUUIDv7())),
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
