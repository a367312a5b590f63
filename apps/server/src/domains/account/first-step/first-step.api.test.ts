import { endpoints, type FirstSteps } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser, makeEnterprise, contextOf, stranger } = app;
const { connect, visit } = createScenes(app);
const trail = createTrail(app);
const { firstSteps: calls, bots, phoneBook, quickReplies, roles, bin } = endpoints;

const read = async (user: TestUser): Promise<FirstSteps> => (await as(user).get(calls.get.path)).json().data;
const done = async (user: TestUser) => Object.fromEntries((await read(user)).steps.map(({ id, isDone }) => [id, isDone]));
const names = async (user: TestUser) => {
  const customers = (await as(user).get(phoneBook.list.path)).json().data.customers.customers;
  const agents = (await as(user).get(bots.list.path)).json().data.agents as { id: string; name: string; version?: number }[];
  const replies = (await as(user).get(quickReplies.list.path)).json().data.replies as { id: string; shortcut: string; version: number }[];
  return { customers, agents, replies };
};

test('steps are ticked by what there is: channel, answered chat, bot, customer and colleague', async () => {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise });
  const nothing = { channel: false, chat: false, bot: false, phoneBook: false, colleague: false };
  expect(await read(admin)).toMatchObject({ isShown: true, isDismissed: false, mayManage: true });
  expect(await done(admin)).toEqual(nothing);
  const channel = await makeWebChannel(enterprise);
  expect(await done(admin)).toEqual({ ...nothing, channel: true });

  const agent = await connect(admin);
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('Hello?');
  // A visitor without a number is nobody of the phone book, and a chat that waits is not answered.
  expect(await done(admin)).toEqual({ ...nothing, channel: true });
  await agent.ask('agentPickupChat', { chatId });
  await agent.ask('agentReply', { chatId, key: 'first', message: 'Hello!' });
  expect(await done(admin)).toEqual({ ...nothing, channel: true, chat: true });

  await as(admin).post(bots.save.path, { name: 'Helper', description: 'Helps', type: 'nlp' });
  await as(admin).post(phoneBook.save.path, { name: 'Asha', phoneNumber: '+919820012345' });
  expect(await done(admin)).toEqual({ channel: true, chat: true, bot: true, phoneBook: true, colleague: false });
  expect((await read(admin)).isShown).toBe(true);
  await makeUser({ enterprise, roles: [3] });
  expect(await read(admin)).toMatchObject({ isShown: false, steps: [{}, {}, {}, {}, {}].map(() => ({ isDone: true })) });
});

test('a user sees the steps that they may do, and nothing where they may do none', async () => {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise });
  const agent = await makeUser({ enterprise, roles: [3] });
  expect(await read(agent)).toMatchObject({ isShown: true, mayManage: false, steps: [{ id: 'chat' }, { id: 'phoneBook' }] });
  const role = { name: 'Auditor', permissions: ['AUDITTRAIL.VIEW'] };
  const auditor = await makeUser({ enterprise, roles: [(await as(admin).put(roles.saveRole.path, role)).json().data.code] });
  expect(await read(auditor)).toMatchObject({ isShown: false, steps: [] });
  expect((await stranger().get(calls.get.path)).statusCode).toBe(401);
  for (const refused of [
    as(agent).put(calls.dismiss.path, { isDismissed: true }),
    as(agent).post(calls.addSamples.path),
    as(agent).delete(calls.removeSamples.path),
  ])
    expect((await refused).json().code).toBe('1403');
});

test('the steps are dismissed for the enterprise, come back, and the trail says by whom', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const [colleague, foreigner] = [await makeUser({ enterprise: admin }), await makeUser()];
  const dismiss = async (isDismissed: boolean) => (await as(admin).put(calls.dismiss.path, { isDismissed })).json().data;
  expect(await dismiss(true)).toMatchObject({ isShown: false, isDismissed: true, steps: [] });
  expect(await read(colleague)).toMatchObject({ isShown: false, isDismissed: true });
  expect((await read(foreigner)).isDismissed).toBe(false);
  expect(changed(await trail.newest(admin, 'kind=first_steps'))).toEqual({ isDismissed: [false, true] });
  expect(await dismiss(false)).toMatchObject({ isShown: true, isDismissed: false });
});

test('sample data is made once, ticks no step, and is removed as a whole into the bin', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const foreigner = await makeUser();
  const add = async () => (await as(admin).post(calls.addSamples.path)).json().data;
  const samples = { customer: 5, bot: 1, quick_reply: 3 };
  const [first, second] = await Promise.all([add(), add()]);
  expect([first.samples, second.samples]).toEqual([samples, samples]);
  expect(await done(admin)).toMatchObject({ bot: false, phoneBook: false });
  const { customers, agents, replies } = await names(admin);
  expect(JSON.stringify(customers)).toContain('Asha Rao (sample)');
  expect(agents.map(({ name }) => name)).toEqual(['Sample bot']);
  expect(replies.map(({ shortcut }) => shortcut)).toEqual(['sample-bye', 'sample-hello', 'sample-wait']);
  expect((await read(foreigner)).samples).toEqual({ customer: 0, bot: 0, quick_reply: 0 });
  expect((await as(foreigner).delete(calls.removeSamples.path)).json().data).toMatchObject({ removed: 0, kept: [] });
  expect(changed((await trail.details(admin, 'kind=first_steps')).at(-1) as never)).toEqual({ sampleRecords: [0, 9] });

  const removal = (await as(admin).delete(calls.removeSamples.path)).json().data;
  expect(removal).toMatchObject({ removed: 9, kept: [], samples: { customer: 0, bot: 0, quick_reply: 0 } });
  const after = await names(admin);
  expect([after.agents, after.replies]).toEqual([[], []]);
  expect(JSON.stringify(after.customers)).not.toContain('(sample)');
  expect((await as(admin).get(`${bin.list.path}?perPage=50`)).json().data.entries).toHaveLength(9);
  // The numbers that lie in the bin are left out, and there is sample data again.
  expect((await add()).samples).toEqual(samples);
});

test('records that people have changed or use are kept when the sample data is removed, and named', async () => {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise });
  await as(admin).post(calls.addSamples.path);
  const { agents, replies } = await names(admin);
  const [reply] = replies.filter(({ shortcut }) => shortcut === 'sample-hello');
  await as(admin).put(quickReplies.update.path.replace(':replyId', reply?.id ?? ''), {
    shortcut: 'hello',
    text: 'Hello!',
    textHi: '',
    version: reply?.version,
  });
  await makeWebChannel(enterprise, { entry: 'bot', botId: agents[0]?.id ?? '' });
  const ids = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('sampleRecords')
      .select('recordId')
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('kind', '=', 'customer')
      .execute(),
  );
  const { data: held } = (await as(admin).get(phoneBook.get.path.replace(':customerId', ids[0]?.recordId ?? ''))).json();
  const customer = held.customer ?? held;
  await as(admin).post(phoneBook.save.path, {
    ...customer,
    id: ids[0]?.recordId,
    name: 'Our first customer',
    groups: [],
    tags: [],
    data: [],
  });
  const removal = (await as(admin).delete(calls.removeSamples.path)).json().data;
  expect(removal).toMatchObject({ removed: 6, samples: { customer: 0, bot: 0, quick_reply: 0 } });
  expect(removal.kept.sort()).toEqual(['Our first customer', 'Sample bot', 'hello']);
  // They are the enterprise's own now, and count as such.
  expect(await done(admin)).toMatchObject({ bot: true, phoneBook: true });
});
