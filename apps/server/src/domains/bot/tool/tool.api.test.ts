import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at, createBots } from '../../../../test/bots.ts';
import { cancel, createTools, handOver, lookUp } from '../../../../test/tools.ts';

const app = await startApp({ config: { privateHosts: ['localhost'] } });
const { as, makeUser } = app;
const { makeActing, integrate, saveTool } = createTools(app);
const { makeBot, train, talk } = createBots(app);
const { tools, training, integrations, bots } = endpoints;

test('a tool is saved, listed with the services, changed by its version, and deleted; others neither see nor change it', async () => {
  const user = await makeUser();
  const { id: agentId } = await makeBot(user, 'Clerk', 'prompt');
  const service = await integrate(user, 'Shop', 'https://shop.example.com/api');
  const made = await saveTool(user, agentId, lookUp(service));
  expect(made).toMatchObject({ name: 'look_up_order', version: 1, limits: { chat: 10, customer: 20, day: 1000 }, timeoutSeconds: 10 });
  const list = async (reader = user) => (await as(reader).get(at(tools.list.path, { agentId }))).json();
  expect((await list()).data).toEqual({ tools: [made], services: [{ id: service, name: 'Shop' }], attributes: [], streams: [] });
  const viewer = await makeUser({ enterprise: user, roles: [3] });
  expect((await list(viewer)).data).toEqual({ tools: [made], services: [], attributes: [], streams: [] });
  expect((await list(await makeUser())).code).toBe('bot.not_found');
  const path = at(tools.save.path, { agentId });
  expect((await as(viewer).post(path, lookUp(service))).json().code).toBe('1403');
  expect((await as(user).post(path, { ...made, title: 'Find an order' })).json().data).toMatchObject({
    title: 'Find an order',
    version: 2,
  });
  expect((await as(user).post(path, { ...made, title: 'Late' })).json().code).toBe('record.changed');
  const inUse = (await as(user).delete(at(integrations.remove.path, { integrationId: service }))).json();
  expect(inUse).toMatchObject({ code: 'integration.in_use', data: { uses: ['Clerk'] } });
  const one = at(tools.remove.path, { agentId, toolId: made.id });
  expect((await as(await makeUser()).delete(one)).json().code).toBe('bot.not_found');
  expect((await as(user).delete(one)).json().status).toBe(true);
  expect((await as(user).delete(one)).json().code).toBe('bot_tool.not_found');
});

test.each<[string, object, string]>([
  [
    'a service of nobody',
    { service: { integrationId: '00000000-0000-4000-8000-000000000001', method: 'GET', path: '/x' } },
    'tool.service',
  ],
  ['a host in the path', { service: { method: 'GET', path: '//evil.example/x' } }, 'tool.path'],
  ['dots in the path', { service: { method: 'GET', path: '/orders/../admin' } }, 'tool.path'],
  ['an input of nobody', { service: { method: 'GET', path: '/orders/{number}' } }, 'tool.path_input'],
  ['an input twice', { bound: [{ name: 'order', source: 'number' }] }, 'tool.field_twice'],
  ['a choice of nothing', { fields: [{ name: 'order', type: 'enum' }] }, 'tool.options'],
  ['an effect that nobody is asked about', { hasEffect: true, confirm: 'none' }, 'tool.unasked'],
  ['words as a dry answer', { dryAnswer: 'shipped' }, 'tool.dry_answer'],
  ['no attribute', { kind: 'writeCustomer', confirm: 'customer' }, 'tool.attribute'],
])('a tool with %s is refused', async (_name, changes, fault) => {
  const user = await makeUser();
  const { id: agentId } = await makeBot(user, 'Clerk', 'prompt');
  const integrationId = await integrate(user, 'Shop', 'https://shop.example.com/api');
  const tool = lookUp(integrationId, changes) as { service: object };
  const body = { ...tool, service: { integrationId, ...tool.service } };
  const answer = (await as(user).post(at(tools.save.path, { agentId }), body)).json();
  expect([answer.code, answer.data.errors.map((error: { code: string }) => error.code)]).toEqual(['bot_tool.invalid', [fault]]);
});

test('Try it makes no call: it asks, answers by the dry run and shows each call; a version keeps its tools', async () => {
  const {
    admin,
    agentId,
    service,
    replay,
    tools: made,
  } = await makeActing([
    [{ name: 'look_up_order', arguments: { order: 'A-1' } }],
    [{ name: 'cancel_order', arguments: { order: 'A-1' } }],
    'Cancelled.',
  ]);
  const say = talk(admin, agentId);
  const asked = await say('cancel A-1 if it was shipped');
  expect(asked).toMatchObject({ output: { text: ['Shall I cancel the order “A-1”?\nPlease answer yes or no.'] }, options: ['Yes', 'No'] });
  expect(asked.details?.tools).toEqual([
    {
      tool: 'Look an order up',
      state: 'DONE',
      arguments: [{ name: 'order', value: 'A-1' }],
      answer: '{"state":"shipped"}',
      error: '',
      tookMs: 0,
    },
    { tool: 'Cancel an order', state: 'PROPOSED', arguments: [{ name: 'order', value: 'A-1' }], answer: '', error: '', tookMs: 0 },
  ]);
  const done = await say('Yes');
  expect([done.output.text, done.details?.tools.map(({ state }) => state)]).toEqual([['Cancelled.'], ['DONE', 'DONE']]);
  expect(service.received).toEqual([]);

  const [lookTool] = made;
  const post = async (path: string, body: object = {}) => (await as(admin).post(path, body)).json();
  await post(at(tools.save.path, { agentId }), { ...lookTool, title: 'Another title' });
  await as(admin).delete(at(tools.remove.path, { agentId, toolId: made[2]?.id ?? '' }));
  await saveTool(admin, agentId, { ...handOver, name: 'call_person', title: 'Call a person' });
  expect((await as(admin).get(at(bots.get.path, { agentId }))).json().data.training.state).toBe('CHANGED');
  await train(admin, agentId);
  const { versions } = (await as(admin).get(at(training.versions.path, { agentId }))).json().data;
  const restored = (await post(at(training.restoreData.path, { agentId, versionId: versions.at(-1).id }))).data;
  expect(restored.tools).toEqual({ added: ['hand_over'], changed: ['look_up_order'], removed: ['call_person'] });
  const { data } = (await as(admin).get(at(tools.list.path, { agentId }))).json();
  expect(data.tools.map(({ title }: { title: string }) => title).sort()).toEqual(['Cancel an order', 'Hand over', 'Look an order up']);
  replay(['Nothing to do.']);
  expect((await say('hello')).details?.tools).toEqual([]);
});

test('a call that an agent confirms waits for the one who takes the chat; refused or decided, it is not made again', async () => {
  const cancelA1 = [{ name: 'cancel_order', arguments: { order: 'A-1' } }];
  const acting = await makeActing([cancelA1], (id) => [cancel(id, { confirm: 'agent' })]);
  const { users, service, trace } = acting;
  const { chatId, reply } = await acting.say('cancel A-1');
  expect(reply).toBe('A colleague has to agree to that. I will get one for you.');
  const [proposed] = await trace(chatId);
  expect(proposed).toMatchObject({ state: 'PROPOSED', confirm: 'agent', by: '' });
  const decide = async (user: typeof users.asha, isApproved: boolean, callId = proposed?.callId ?? '') =>
    (await as(user).post(at(tools.decide.path, { chatId, callId }), { isApproved })).json();
  expect((await decide(users.asha, true)).code).toBe('chat.not_found');
  await acting.asha.ask('agentPickupChat', { chatId });
  expect((await decide(users.ben, true)).code).toBe('chat.not_found');
  expect((await decide(await makeUser(), true)).code).toBe('chat.not_found');
  expect((await decide(users.asha, true, chatId)).code).toBe('bot_tool.not_found');
  expect((await decide(users.asha, true)).data).toEqual({ state: 'READY' });
  expect(await decide(users.asha, false)).toMatchObject({ code: 'bot_tool.decided' });
  await vi.waitFor(async () => expect((await trace(chatId)).at(-1)).toMatchObject({ state: 'DONE', by: 'Asha' }), 10_000);
  expect(service.received.map(({ path }) => path)).toEqual(['/api/orders/A-1/cancel']);
});
