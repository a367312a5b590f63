import { type AgentStatusKind, agentStatuses, agentStatusKindsMax, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser, stranger } = app;
const { makeScene, connect, visit } = createScenes(app);
const trail = createTrail(app);
const { agentStatuses: calls, chats, chatRouting, departments, roles } = endpoints;
const { online, away } = agentStatuses;

const at = (path: string, id: string) => path.replace(/:\w+/, id);
const list = async (by: TestUser): Promise<AgentStatusKind[]> => (await as(by).get(calls.list.path)).json().data;
const create = async (by: TestUser, name: string, more: object = {}) =>
  (await as(by).post(calls.create.path, { name, base: away, ...more })).json();
const make = async (by: TestUser, name: string, more: object = {}): Promise<AgentStatusKind> => {
  const answer = await create(by, name, more);
  expect(answer).toMatchObject({ code: '100' });
  return answer.data;
};
const save = async (by: TestUser, { id, name, version }: AgentStatusKind, more: object = {}) =>
  (await as(by).put(at(calls.update.path, id), { name, version, ...more })).json();
const remove = async (by: TestUser, { id }: AgentStatusKind) => (await as(by).delete(at(calls.remove.path, id))).json();
const order = async (by: TestUser, ids: string[]) => (await as(by).put(calls.saveOrder.path, { ids })).json();
const choose = async (by: TestUser, statusId: string, agentStatus: number = online) =>
  (await as(by).put(chats.updateAgentStatus.path, { agentStatus, reason: '', statusId })).json();
const own = async (by: TestUser) => (await as(by).get(chats.agentStatus.path)).json().data;
const shownTo = async (by: TestUser, { userId }: TestUser) => {
  const { users } = (await as(by).get(`${chats.agents.path}?roles=3&perPage=-1`)).json().response;
  return users.find(({ uId }: { uId: string }) => uId === userId);
};

test('statuses are added at the end, renamed by their version and put into an order; what they count as is fixed', async () => {
  const admin = await makeUser();
  const lunch = await make(admin, ' Lunch ', { nameHi: 'भोजन', colour: '#1F6F78' });
  expect(lunch).toEqual({
    id: lunch.id,
    name: 'Lunch',
    nameHi: 'भोजन',
    colour: '#1f6f78',
    base: away,
    isRouted: false,
    deptIds: [],
    isOffered: true,
    order: 0,
    isActive: true,
    isUsed: false,
    version: 1,
  });
  const training = await make(admin, 'Training', { base: online });
  const phone = await make(admin, 'Phone too', { base: online, isRouted: true });
  expect([training, phone].map(({ order: place, isRouted, base }) => [place, isRouted, base])).toEqual([
    [1, false, online],
    [2, true, online],
  ]);
  expect((await create(admin, 'LUNCH')).code).toBe('agent_status.name_taken');
  expect((await create(admin, 'Routed', { isRouted: true })).data.issues).toMatchObject([
    { field: 'isRouted', code: 'agent_status.away_routed' },
  ]);
  expect((await create(admin, 'Gone', { base: agentStatuses.offline })).data.issues).toMatchObject([{ field: 'base' }]);
  expect((await save(admin, training, { name: 'lunch' })).code).toBe('agent_status.name_taken');
  const renamed = await save(admin, lunch, { name: 'Break', base: online, isRouted: true });
  expect(renamed.data).toMatchObject({ name: 'Break', nameHi: '', base: away, isRouted: false, version: 2 });
  expect(await save(admin, lunch, { name: 'Stale' })).toMatchObject({ code: 'record.changed' });
  expect((await order(admin, [phone.id, lunch.id, training.id])).data.map(({ name }: AgentStatusKind) => name)).toEqual([
    'Phone too',
    'Break',
    'Training',
  ]);
  for (const ids of [
    [phone.id, lunch.id],
    [phone.id, lunch.id, lunch.id],
    [phone.id, lunch.id, newId()],
  ])
    expect((await order(admin, ids)).code).toBe('agent_status.set_changed');
  const edit = await trail.newest(admin, 'kind=agent_status_kind&action=edit');
  expect([edit.recordName, changed(edit)]).toEqual([
    'Break',
    { name: ['Lunch', 'Break'], nameHi: ['भोजन', ''], colour: ['#1f6f78', '#868e96'] },
  ]);
  expect(await remove(admin, training)).toMatchObject({ code: '100', data: { isRetired: false } });
  expect((await list(admin)).map(({ name }) => name)).toEqual(['Phone too', 'Break']);
});

test('an enterprise has so many statuses at the most', async () => {
  const admin = await makeUser();
  for (let place = 0; place < agentStatusKindsMax; place++) await make(admin, `Status ${place}`);
  expect(await create(admin, 'One more')).toMatchObject({ code: 'agent_status.too_many', data: { maximum: agentStatusKindsMax } });
});

test('CHAT-027 an agent chooses an own status, which counts as its base; colleagues and the trail read its name', async () => {
  const { enterprise, users } = await makeScene();
  const admin = await makeUser({ enterprise });
  const lunch = await make(admin, 'Lunch', { nameHi: 'भोजन', colour: '#c92a2a' });
  const answer = await choose(users.asha, lunch.id, online);
  const ownStatus = { id: lunch.id, name: 'Lunch', nameHi: 'भोजन', colour: '#c92a2a' };
  expect(answer.data).toEqual({ agentStatus: away, reason: '', ownStatus, since: expect.stringMatching(/^\d{4}-/) });
  expect(await own(users.asha)).toMatchObject(answer.data);
  expect(await shownTo(users.ben, users.asha)).toMatchObject({ agentStatus: away, ownStatus });
  expect(await shownTo(users.ben, users.ben)).toMatchObject({ agentStatus: online, ownStatus: null });
  // The other one of the same base begins a time of its own; the same one again does not.
  const meeting = await make(admin, 'Meeting');
  const met = (await choose(users.asha, meeting.id)).data;
  expect(Date.parse(met.since)).toBeGreaterThan(Date.parse(answer.data.since));
  expect((await choose(users.asha, meeting.id)).data).toEqual(met);
  // The name that stood there is kept, whatever the status is called later.
  await save(admin, meeting, { name: 'Conference' });
  const [, entry] = await trail.details(admin, `kind=agent_status&recordId=${users.asha.userId}`);
  expect(entry && changed(entry)).toEqual({ status: ['Lunch', 'Meeting'] });
  expect((await choose(users.asha, '', away)).data).toMatchObject({ agentStatus: away, ownStatus: null });
});

test('a status of departments is offered to their agents alone; who has it keeps it, and one whose departments have gone is offered to nobody', async () => {
  const { enterprise, users } = await makeScene();
  const admin = await makeUser({ enterprise });
  const { id } = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const member = { enterpriseId: enterprise.enterpriseId, departmentId: id, userId: users.asha.userId };
  await enterprise.ctx.transaction((tx) => tx.insertInto('departmentUsers').values(member).execute());
  const asha = { ...users.asha, ...(await app.makeSession(users.asha)) };
  const demo = await make(admin, 'Demo', { deptIds: [id, id] });
  expect(demo).toMatchObject({ deptIds: [id], isOffered: false });
  expect((await list(asha)).map(({ isOffered }) => isOffered)).toEqual([true]);
  expect((await list(users.ben)).map(({ isOffered }) => isOffered)).toEqual([false]);
  expect((await choose(users.ben, demo.id)).code).toBe('agent_status.not_found');
  expect((await choose(asha, demo.id)).data.ownStatus.name).toBe('Demo');
  for (const deptIds of [[newId()], [(await as(await makeUser()).post(departments.create.path, { name: 'Other' })).json().data.id]]) {
    expect((await create(admin, 'x', { deptIds })).code).toBe('department.not_found');
    expect((await save(admin, demo, { deptIds })).code).toBe('department.not_found');
  }
  await as(admin).delete(departments.remove.path.replace(':departmentId', id));
  expect(await own(asha)).toMatchObject({ ownStatus: { name: 'Demo' } });
  const renamed = (await save(admin, demo, { name: 'Demos', deptIds: [id] })).data;
  expect(renamed).toMatchObject({ deptIds: [id], isOffered: false });
  const left = (await save(admin, renamed, { name: 'Demo days' })).data;
  expect(left).toMatchObject({ deptIds: [id], isOffered: false });
  expect((await save(admin, left, { deptIds: [] })).data).toMatchObject({ deptIds: [], isOffered: true });
});

test('a status that is retired stays with those who have it until they choose another, and is chosen by nobody else', async () => {
  const { enterprise, users } = await makeScene();
  const admin = await makeUser({ enterprise });
  const lunch = await make(admin, 'Lunch');
  await choose(users.asha, lunch.id);
  expect(await remove(admin, lunch)).toMatchObject({ message: 'Agents have the status, so it is retired.', data: { isRetired: true } });
  expect(await own(users.asha)).toMatchObject({ agentStatus: away, ownStatus: { name: 'Lunch' } });
  expect(await list(admin)).toMatchObject([{ isActive: false, isUsed: true, version: 2 }]);
  expect((await choose(users.ben, lunch.id)).code).toBe('agent_status.not_found');
  expect((await save(admin, { ...lunch, version: 2 }, { isActive: true })).data).toMatchObject({ isActive: true });
  expect((await choose(users.ben, lunch.id)).code).toBe('100');
  for (const user of [users.asha, users.ben]) await choose(user, '');
  expect(await remove(admin, lunch)).toMatchObject({ data: { isRetired: false } });
  expect((await choose(users.ben, lunch.id)).code).toBe('agent_status.not_found');
});

test('an own status holds while its agent is connected, and again when they are back', async () => {
  const { enterprise, users } = await makeScene();
  const admin = await makeUser({ enterprise });
  const training = await make(admin, 'Training', { base: online });
  await choose(users.asha, training.id);
  const set = (status: number) =>
    app
      .contextOf(enterprise)
      .transaction((tx) => tx.updateTable('agentDesks').set({ status }).where('userId', '=', users.asha.userId).execute());
  await set(agentStatuses.offline);
  expect(await own(users.asha)).toMatchObject({ agentStatus: agentStatuses.offline, ownStatus: null });
  await connect(users.asha);
  expect(await own(users.asha)).toMatchObject({ agentStatus: online, ownStatus: { name: 'Training' } });
});

test('the program gives no chat to an agent in a status that gets none, says so, and gives it when they come back', async () => {
  const { enterprise, users, channel } = await makeScene();
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const [training, phone] = [await make(admin, 'Training', { base: online }), await make(admin, 'Phone', { base: online, isRouted: true })];
  for (const user of [users.asha, users.ben, admin]) await choose(user, training.id);
  const chat = { routingMode: 'automatic', acceptMode: 'direct' };
  expect((await as(admin).post(chats.saveConfiguration.path, { chat })).json()).toMatchObject({ status: true });
  const { chatId } = await (await visit(channel.widgetKey)).say('Hello');
  const why = async () => (await as(admin).get(at(chatRouting.why.path, chatId))).json().data;
  expect((await why()).wait).toMatchObject({ fitting: 0 });
  expect((await why()).wait.reasons).toContainEqual({ reason: 'notRouted', agents: 3 });
  // People may still hand them a chat: they are Online.
  const boss = await connect(admin);
  expect(await boss.ask('agentAssignChat', { chatId, agentId: users.ben.userId })).toMatchObject({ status: true });
  const ben = await connect(users.ben);
  expect(await ben.ask('declineOffer', { chatId, kind: 'assigned' })).toMatchObject({ status: true });
  await choose(users.asha, phone.id);
  const ownerOf = () =>
    app.contextOf(enterprise).read((tx) => tx.selectFrom('chats').select('ownerId').where('chatId', '=', chatId).executeTakeFirst());
  await expect.poll(ownerOf).toEqual({ ownerId: users.asha.userId });
});

test('statuses are read by agents, changed by those who configure all chats, and not found by another enterprise', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const role = { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'department', description: '', maskedFields: [] };
  const keeper = await makeUser({ enterprise: admin, roles: [(await as(admin).put(roles.saveRole.path, role)).json().data.code] });
  const lunch = await make(admin, 'Lunch');
  expect((await stranger().get(calls.list.path)).statusCode).toBe(401);
  for (const reader of [agent, keeper]) {
    expect(await list(reader)).toEqual([lunch]);
    for (const answer of [
      await create(reader, 'Mine'),
      await save(reader, lunch),
      await remove(reader, lunch),
      await order(reader, [lunch.id]),
    ])
      expect(answer.code).toBe('1403');
  }
  expect(await list(foreigner)).toEqual([]);
  expect((await as(foreigner).get(at(calls.get.path, lunch.id))).json().code).toBe('agent_status.not_found');
  for (const answer of [await save(foreigner, lunch), await remove(foreigner, lunch), await choose(foreigner, lunch.id)])
    expect(answer.code).toBe('agent_status.not_found');
  expect((await order(foreigner, [lunch.id])).code).toBe('agent_status.set_changed');
});
