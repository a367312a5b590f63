import { type ChatAction, type Department, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestEnterprise, TestUser } from '../../../../test/factories.ts';
import { createScenes, webData } from '../../../../test/scene.ts';

const app = await sharedApp();
const { as, makeUser, makeEnterprise } = app;
const { connect, visit } = createScenes(app);
const { departments, channels, chats, users, dashboard } = endpoints;

const summary = (query: string) => `${chats.history.path}?${query}`;
const online = (user: TestUser) => as(user).put(chats.updateAgentStatus.path, { agentStatus: 1, reason: '' });
const count = async (user: TestUser) => (await as(user).get(chats.counts.path)).json().data.newChatCount as number;

async function makeDepartment(admin: TestUser, name: string, more: object = {}): Promise<Department> {
  return (await as(admin).post(departments.create.path, { name, ...more })).json().data;
}
async function makeChannel(admin: TestUser, deptId: string) {
  const form = { name: `Website ${deptId}`, type: 12, deptId, isActive: true, data: webData() };
  return (await as(admin).post(channels.create.path, form)).json().response;
}
const join = (admin: TestUser, { id }: Department, ...people: TestUser[]) =>
  as(admin).put(departments.addUsers.path.replace(':departmentId', id), { users: people.map(({ userId }) => userId) });
const agentOf = (enterprise: TestEnterprise, name: string, roles = [3]) => makeUser({ enterprise, roles, name });

/** Sales, which falls back to Support; an agent of each, one of none, and a channel of Sales. */
async function scene() {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const support = await makeDepartment(admin, 'Support');
  const sales = await makeDepartment(admin, 'Sales', { fallback: support.id });
  const [sara, sudhir, nobody] = [
    await agentOf(enterprise, 'Sara'),
    await agentOf(enterprise, 'Sudhir'),
    await agentOf(enterprise, 'Nobody'),
  ];
  await join(admin, sales, sara);
  await join(admin, support, sudhir);
  return { enterprise, admin, sales, support, sara, sudhir, nobody, channel: await makeChannel(admin, sales.id) };
}

test('a waiting chat of a department is for its agents, who are told of it, and for supervisors', async () => {
  const { admin, sara, sudhir, nobody, channel } = await scene();
  await online(sara);
  const [hers, theirs] = [await connect(sara), await connect(nobody)];
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('Hello');
  expect(await hers.next('customerStartChat')).toMatchObject({ chatId });
  expect([await count(sara), await count(sudhir), await count(nobody), await count(admin)]).toEqual([1, 0, 0, 1]);
  const read = async (user: TestUser) => (await as(user).get(chats.get.path.replace(':chatId', chatId))).statusCode;
  expect([await read(sara), await read(nobody)]).toEqual([200, 404]);
  expect(await theirs.ask('agentPickupChat', { chatId })).toMatchObject({ status: false, code: 'chat.not_found' });
  expect(await theirs.ask('agentPickupChat', {})).toMatchObject({ status: false, code: 'chat.none_waiting' });
  expect((await hers.ask('agentPickupChat', { chatId })).status).toBe(true);
  expect(theirs.talker.received.map(({ type }) => type)).not.toContain('customerStartChat');
});

test('the manager of a department is offered its chats, also after it gets another, and counts as its agent while online', async () => {
  const { enterprise, admin, sales, sudhir, channel } = await scene();
  const [lead, next] = [await agentOf(enterprise, 'Lead'), await agentOf(enterprise, 'Next')];
  const manage = async (manager: TestUser) => {
    const { version } = (await as(admin).get(departments.get.path.replace(':departmentId', sales.id))).json().data;
    const fallback = sales.fallback?.id ?? '';
    const body = { name: 'Sales', manager: manager.userId, fallback, version };
    expect((await as(admin).put(departments.update.path.replace(':departmentId', sales.id), body)).json().code).toBe('100');
  };
  await manage(lead);
  await online(lead);
  const socket = await connect(lead);
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('Hello');
  expect(await socket.next('customerStartChat')).toMatchObject({ chatId });
  // Somebody of Sales is there, so its fallback is not asked.
  expect([await count(lead), await count(sudhir)]).toEqual([1, 0]);
  const closed = new Promise<number>((resolve) => socket.talker.socket.once('close', (code: number) => resolve(code)));
  await manage(next);
  expect(await closed).toBe(1012);
  expect([await count(lead), await count(next)]).toEqual([0, 1]);
  const socketOfNext = await connect(next);
  expect((await socketOfNext.ask('agentPickupChat', { chatId })).status).toBe(true);
});

test('the fallback sees the chat too while nobody of the department is online', async () => {
  const { sara, sudhir, nobody, channel } = await scene();
  const visitor = await visit(channel.widgetKey);
  await visitor.say('Hello');
  expect([await count(sara), await count(sudhir), await count(nobody)]).toEqual([1, 1, 0]);
  const socket = await connect(sudhir);
  expect((await socket.ask('agentPickupChat', {})).status).toBe(true);
});

test('a chat that is transferred to a department waits in its queue at once, with the note, and leaves the sender', async () => {
  const { admin, support, sara, sudhir, channel } = await scene();
  await online(sara);
  const [hers, his] = [await connect(sara), await connect(sudhir)];
  const { chatId } = await (await visit(channel.widgetKey)).say('My invoice is wrong');
  await hers.ask('agentPickupChat', { chatId });
  const transfer = (more: object) => hers.ask('agentTransferChat', { chatId, note: 'Asks for a credit note', ...more } as never);
  const empty = await makeDepartment(admin, 'Empty');
  const foreign = await makeDepartment(await makeUser(), 'Theirs');
  expect(await transfer({ departmentId: empty.id })).toMatchObject({
    code: 'chat.department_empty',
    message: 'Nobody in Empty handles chats. Choose another department.',
  });
  expect(await transfer({ departmentId: foreign.id })).toMatchObject({ code: 'department.not_found' });
  expect(await transfer({})).toMatchObject({ code: 'request.invalid' });
  expect(await transfer({ departmentId: support.id, agentId: sudhir.userId })).toMatchObject({ code: 'request.invalid' });
  expect(await his.ask('agentTransferChat', { chatId, departmentId: support.id, note: 'Mine?' })).toMatchObject({ code: 'chat.not_found' });

  // An earlier offer to a colleague is no longer open.
  await transfer({ agentId: sudhir.userId });
  expect(await his.next('transferWaiting')).toMatchObject({ chatId });
  expect(await transfer({ departmentId: support.id })).toMatchObject({ status: true });
  expect(await his.next('waitingEnded', ({ kind }) => kind === 'transferred')).toMatchObject({ chatId });
  expect(await hers.next('youTransferredChat')).toEqual({ chatId, message: 'You transferred the chat!' });
  expect(await his.next('customerStartChat', (data) => data.chatId === chatId)).toMatchObject({ lastMessage: 'My invoice is wrong' });
  expect([await count(sudhir), await count(sara)]).toEqual([1, 0]);
  const waiting = (await as(sudhir).get('/e/enterprise/chat/notifications?type=new')).json().data;
  expect(waiting).toMatchObject([{ chatId, note: 'Asks for a credit note' }]);
  const summaries = (await as(sara).get('/e/enterprise/chat/summary?perPage=-1&screenType=CHAT')).json().data;
  expect(summaries).toEqual([]);
  const openChats = async () =>
    (await as(admin).get(departments.list.path)).json().response.departments.map(({ name, openChats }: Department) => [name, openChats]);
  expect(await openChats()).toEqual([
    ['Empty', 0],
    ['Sales', 0],
    ['Support', 1],
  ]);
  expect(await his.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  const { messages, ownerId } = (await as(sudhir).get(chats.get.path.replace(':chatId', chatId))).json().data;
  expect(ownerId).toBe(sudhir.userId);
  expect(messages.filter(({ actionType }: ChatAction) => actionType === 4).at(-1)).toMatchObject({
    userName: 'Sara',
    detail: { departmentId: support.id, departmentName: 'Support', note: 'Asks for a credit note' },
  });
});

test('chats of channels without a department are for all agents, as before', async () => {
  const { admin, sara, nobody } = await scene();
  const channel = await makeChannel(admin, '');
  await (await visit(channel.widgetKey)).say('Hello');
  expect([await count(sara), await count(nobody)]).toEqual([1, 1]);
});

test('RBAC-028 the data scope department shows the chats of the own departments, and those of none', async () => {
  const { enterprise, admin, sales, support, sara, channel } = await scene();
  await online(sara);
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('Hello');
  const socket = await connect(sara);
  await socket.ask('agentPickupChat', { chatId });
  await as(sara).post(`/e/enterprise/chat/${chatId}/close`);
  // The ready-made role Chat Supervisor.
  const [ofSales, ofSupport] = [await agentOf(enterprise, 'Lead', [101]), await agentOf(enterprise, 'Other', [101])];
  await join(admin, sales, ofSales);
  await join(admin, support, ofSupport);
  const ended = async (user: TestUser) => (await as(user).get(summary('perPage=10'))).json().data.chats.length;
  const shown = async (user: TestUser) => {
    const query = new URLSearchParams({
      fromDate: new Date(Date.now() - 86_400_000).toISOString(),
      toDate: new Date().toISOString(),
      timeType: 'DAY',
      clientOffset: '0',
    });
    const { dashBoardData } = (await as(user).get(`${dashboard.info.path}?${query}`)).json().response;
    return dashBoardData.reduce((total: number, point: { chatCount: number }) => total + point.chatCount, 0);
  };
  expect([await ended(ofSales), await ended(ofSupport), await ended(admin)]).toEqual([1, 0, 1]);
  expect([await shown(ofSales), await shown(ofSupport), await shown(admin)]).toEqual([1, 0, 1]);
  const read = async (user: TestUser) => (await as(user).get(chats.get.path.replace(':chatId', chatId))).statusCode;
  expect([await read(ofSales), await read(ofSupport)]).toEqual([200, 404]);
});

test('ADMIN-018 a department with a channel or an open chat is deleted only when another takes them; who left it keeps a running chat', async () => {
  const { admin, sales, support, sara, sudhir, channel } = await scene();
  await online(sara);
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('Hello');
  const path = departments.remove.path.replace(':departmentId', sales.id);
  expect((await as(admin).delete(path)).json()).toMatchObject({ code: 'department.in_use', data: { uses: ['1 channel', '1 open chat'] } });
  const listed = (await as(admin).get(departments.list.path)).json().response.departments;
  expect(listed.map(({ name, channelCount, openChats }: Department) => [name, channelCount, openChats])).toEqual([
    ['Sales', 1, 1],
    ['Support', 0, 0],
  ]);
  const foreign = await makeDepartment(await makeUser(), 'Theirs');
  for (const moveTo of [sales.id, foreign.id])
    expect((await as(admin).delete(`${path}?moveTo=${moveTo}`)).json().code).toBe('department.not_found');
  expect((await as(admin).delete(`${path}?moveTo=${support.id}`)).json().code).toBe('100');
  expect((await as(admin).get(channels.get.path.replace(':channelId', channel.id))).json().response.deptId).toBe(support.id);
  expect([await count(sara), await count(sudhir)]).toEqual([0, 1]);
  const socket = await connect(sudhir);
  await socket.ask('agentPickupChat', { chatId });
  await as(admin).put(departments.removeUsers.path.replace(':departmentId', support.id), { users: [sudhir.userId] });
  expect((await as(sudhir).get(chats.get.path.replace(':chatId', chatId))).json().data).toMatchObject({ ownerId: sudhir.userId });
});

test('a channel is given to a department of the enterprise alone', async () => {
  const { admin } = await scene();
  const foreign = await makeDepartment(await makeUser(), 'Theirs');
  const form = { name: 'Website', type: 12, deptId: foreign.id, isActive: true, data: webData() };
  expect((await as(admin).post(channels.create.path, form)).json().code).toBe('department.not_found');
  expect((await as(admin).get(users.me.path)).statusCode).toBe(200);
});
