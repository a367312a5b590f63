import { type ChatLabel, type Department, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, webData } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser, stranger, contextOf } = app;
const { makeScene, visit, connect } = createScenes(app);
const trail = createTrail(app);
const { chatLabels: calls, chats, departments, channels, roles, bin } = endpoints;

const at = (path: string, id: string) => path.replace(':configId', id).replace(':chatId', id);
const list = async (by: TestUser, query = ''): Promise<ChatLabel[]> => (await as(by).get(`${calls.list.path}?${query}`)).json().data;
const create = async (by: TestUser, name: string, more: object = {}) => (await as(by).post(calls.create.path, { name, ...more })).json();
const update = async (by: TestUser, { id, version }: ChatLabel, body: object) =>
  (await as(by).put(at(calls.update.path, id), { version, ...body })).json();
const remove = async (by: TestUser, { id }: { id: string }) => (await as(by).delete(at(calls.remove.path, id))).json();
const order = async (by: TestUser, ids: readonly string[], deptId = '') => (await as(by).put(calls.saveOrder.path, { deptId, ids })).json();
const details = async (by: TestUser, chatId: string, configId: string) =>
  (await as(by).get(`${calls.details.path}?chatId=${chatId}&configId=${configId}`)).json();
const tag = async (by: TestUser, chatId: string, name: string) =>
  (await as(by).put(at(chats.updateTag.path, chatId), { tag: name, note: '' })).json();
const shown = async (by: TestUser, chatId: string) => {
  const { tag, tagColour } = (await as(by).get(at(chats.get.path, chatId))).json().data;
  return [tag, tagColour];
};
const names = (labels: readonly ChatLabel[]) => labels.map(({ name }) => name);
const makeDepartment = async (by: TestUser, name: string): Promise<Department> =>
  (await as(by).post(departments.create.path, { name })).json().data;

/** An agent with a chat of no department, and the administrator. */
async function chatting() {
  const { enterprise, users, asha, visitor } = await makeScene();
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  return { enterprise, admin, agent: users.asha, chatId: String(chatId) };
}

test('ADMIN-056 ADMIN-057 ADMIN-058 ADMIN-061 ADMIN-115 a label is added at the end of its department’s list, and read by it and alone', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const sales = await makeDepartment(admin, 'Sales');
  const [first, second] = [
    await create(admin, ' Order ', { deptId: sales.id, colour: '#1F6F78' }),
    await create(admin, 'Refund', { deptId: sales.id }),
  ];
  const common = await create(admin, 'Order');
  expect(first).toMatchObject({
    code: '100',
    message: 'The label is added.',
    data: { deptId: sales.id, name: 'Order', colour: '#1f6f78', order: 0, isActive: true, isUsed: false, version: 1 },
  });
  expect([second.data.order, second.data.colour, common.data.order, common.data.deptId]).toEqual([1, '#868e96', 0, '']);
  expect(await list(admin, `deptId=${sales.id}`)).toEqual([first.data, second.data]);
  expect(await list(admin)).toEqual([common.data]);
  expect((await as(admin).get(at(calls.get.path, first.data.id))).json().data).toEqual(first.data);
  expect((await create(admin, 'ORDER', { deptId: sales.id })).code).toBe('chat_label.name_taken');
  for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(81) }, { name: 'A', colour: 'red' }])
    expect((await create(admin, wrong.name, wrong)).code).toBe('request.invalid');
  const entry = await trail.newest(admin, `kind=chat_label&recordId=${second.data.id}`);
  expect([entry.action, entry.recordName, changed(entry)]).toEqual([
    'create',
    'Refund',
    { name: [null, 'Refund'], colour: [null, '#868e96'], department: [null, sales.id], order: [null, 2], isActive: [null, true] },
  ]);
});

test('ADMIN-059 a label is renamed, coloured and retired; a save of an old version is refused', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const label: ChatLabel = (await create(admin, 'Order')).data;
  await create(admin, 'Refund');
  const change = { name: 'Orders', colour: '#aa0000', isActive: false };
  expect(await update(admin, label, change)).toMatchObject({ code: '100', data: { ...change, order: 0, version: 2 } });
  expect(await update(admin, label, { name: 'Late' })).toMatchObject({ code: 'record.changed', data: { changedBy: 'Ada' } });
  expect(names(await list(admin))).toEqual(['Orders', 'Refund']);
  expect((await update(admin, { ...label, version: 2 }, { name: 'refund' })).code).toBe('chat_label.name_taken');
});

test('ADMIN-060 a label that no chat has is deleted; one that a chat has is retired, stays on it, and is given to no other', async () => {
  const { admin, agent, chatId } = await chatting();
  const [used, free] = [(await create(admin, 'Order', { colour: '#00aa00' })).data, (await create(admin, 'Refund')).data];
  expect((await tag(agent, chatId, 'order')).code).toBe('100');
  expect(await shown(agent, chatId)).toEqual(['Order', '#00aa00']);
  expect(await remove(admin, free)).toMatchObject({ message: 'The label is deleted.', data: { isRetired: false } });
  expect((await remove(admin, free)).code).toBe('chat_label.not_found');
  expect(await remove(admin, used)).toMatchObject({ message: 'Chats have the label, so it is retired.', data: { isRetired: true } });
  expect(await list(admin)).toMatchObject([{ name: 'Order', isActive: false, isUsed: true }]);
  expect(await list(agent, `chatId=${chatId}`)).toEqual([]);
  // Saved again with a note, the chat keeps it.
  await create(admin, 'Other');
  expect((await tag(agent, chatId, 'Order')).code).toBe('100');
  expect(await shown(agent, chatId)).toEqual(['Order', '#00aa00']);
  expect((await tag(agent, chatId, '')).code).toBe('100');
  expect(await tag(agent, chatId, 'Order')).toMatchObject({ code: 'chat_label.unknown', data: { labels: ['Other'] } });
  expect(await shown(agent, chatId)).toEqual(['', '']);
});

test('ADMIN-062 the details say whether a chat has a label, and whether it may get it', async () => {
  const { admin, agent, chatId } = await chatting();
  const sales = await makeDepartment(admin, 'Sales');
  const [order, refund] = [(await create(admin, 'Order')).data, (await create(admin, 'Refund')).data];
  const foreign = (await create(admin, 'Lead', { deptId: sales.id })).data;
  await tag(agent, chatId, 'Order');
  expect((await details(agent, chatId, order.id)).data).toEqual({ label: { ...order, isUsed: true }, isOnChat: true, isOffered: true });
  expect((await details(agent, chatId, refund.id)).data).toEqual({ label: refund, isOnChat: false, isOffered: true });
  expect((await details(agent, chatId, foreign.id)).data).toEqual({ label: foreign, isOnChat: false, isOffered: false });
  expect((await details(agent, chatId, newId())).code).toBe('chat_label.not_found');
  expect((await details(agent, newId(), order.id)).code).toBe('chat.not_found');
});

test('ADMIN-063 the order of a department is saved whole, and not when its labels have changed meanwhile', async () => {
  const admin = await makeUser();
  const made: ChatLabel[] = [];
  for (const name of ['One', 'Two', 'Three']) made.push((await create(admin, name)).data);
  const [one, two, three] = made.map(({ id }) => id) as [string, string, string];
  expect(names((await order(admin, [three, one, two])).data)).toEqual(['Three', 'One', 'Two']);
  expect((await list(admin)).map(({ name, order: place }) => [name, place])).toEqual([
    ['Three', 0],
    ['One', 1],
    ['Two', 2],
  ]);
  for (const ids of [[one, two], [one, two, two], [one, two, newId()], []])
    expect((await order(admin, ids)).code).toBe('chat_label.set_changed');
  const sales = await makeDepartment(admin, 'Sales');
  expect((await order(admin, [one, two, three], sales.id)).code).toBe('chat_label.set_changed');
  expect(names(await list(admin))).toEqual(['Three', 'One', 'Two']);
});

test('a chat gets the labels of its department, those of none where it has none, and words of its agent where nobody made any', async () => {
  const { enterprise, admin, agent, chatId } = await chatting();
  expect((await tag(agent, chatId, ' Parcel lost ')).code).toBe('100');
  expect(await shown(agent, chatId)).toEqual(['Parcel lost', '']);
  // Making it a label gives it to the chats that have these words already.
  const lost = (await create(admin, 'parcel LOST', { colour: '#aa0000' })).data;
  expect(await shown(agent, chatId)).toEqual(['parcel LOST', '#aa0000']);
  expect((await list(admin))[0]?.isUsed).toBe(true);
  expect(await tag(agent, chatId, 'Something else')).toMatchObject({
    code: 'chat_label.unknown',
    message: 'Choose one of the labels: parcel LOST.',
  });
  await update(admin, { ...lost, version: 1 }, { name: 'Lost', colour: '#aa0000' });
  expect(await shown(agent, chatId)).toEqual(['Lost', '#aa0000']);

  const sales = await makeDepartment(admin, 'Sales');
  await as(admin).put(departments.addUsers.path.replace(':departmentId', sales.id), { users: [agent.userId] });
  const form = { name: 'Sales', type: 12, deptId: sales.id, isActive: true, data: webData() };
  const channel = (await as(admin).post(channels.create.path, form)).json().response;
  const visitor = await visit(channel.widgetKey);
  const chat = String((await visitor.say('Hello')).chatId);
  // Rights have changed, and with them the socket.
  const socket = await connect(agent);
  await socket.ask('agentPickupChat', { chatId: chat });
  expect(names(await list(agent, `chatId=${chat}`))).toEqual(['Lost']);
  await create(admin, 'Lead', { deptId: sales.id });
  expect(names(await list(agent, `chatId=${chat}`))).toEqual(['Lead']);
  expect((await tag(agent, chat, 'Lost')).code).toBe('chat_label.unknown');
  expect((await tag(agent, chat, 'lead')).code).toBe('100');
  expect(await shown(agent, chat)).toEqual(['Lead', '#868e96']);
  expect(
    (await as(agent).get(`${chats.summary.path}?perPage=-1`))
      .json()
      .data.map(({ tag: name }: { tag: string }) => name)
      .sort(),
  ).toEqual(['Lead', 'Lost']);

  // A department that leaves the bin for good takes its labels along, and the chat keeps what it was called.
  expect((await as(agent).post(at(chats.close.path, chat), {})).json().code).toBe('100');
  const support = await makeDepartment(admin, 'Support');
  const path = `${departments.remove.path.replace(':departmentId', sales.id)}?moveTo=${support.id}`;
  expect((await as(admin).delete(path)).json().code).toBe('100');
  const [entry] = (await as(admin).get(`${bin.list.path}?kind=department`)).json().data.entries;
  await contextOf(enterprise).transaction((tx) =>
    tx.updateTable('sessions').set({ provedAt: new Date() }).where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect((await as(admin).delete(`${bin.purge.path.replace(':entryId', entry.id)}?name=Sales`)).json().code).toBe('100');
  const left = await contextOf(enterprise).read((tx) =>
    tx
      .selectFrom('chats')
      .select(['tag', 'labelId'])
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('chatId', '=', chat)
      .execute(),
  );
  expect(left).toEqual([{ tag: 'Lead', labelId: null }]);
});

test('a label that is deleted while a chat gets it is retired or gone, and the chat keeps its words', async () => {
  const { admin, agent, chatId } = await chatting();
  for (let round = 0; round < 5; round += 1) {
    const label = (await create(admin, `Label ${round}`)).data;
    const [removed, tagged] = await Promise.all([remove(admin, label), tag(agent, chatId, label.name)]);
    expect(removed.code).toBe('100');
    // Either it was on the chat first and is retired, or it was gone first: then there was no label, and the words are the agent's own.
    expect([tagged.code, (await shown(agent, chatId))[0]]).toEqual(['100', label.name]);
    const row = (await as(admin).get(at(calls.get.path, label.id))).json();
    expect(row.code === '100').toBe(removed.data.isRetired);
    await tag(agent, chatId, '');
    await remove(admin, label);
  }
});

test('agents read labels, CHAT_CONFIG changes them, and nobody of another enterprise', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const { code } = (await as(admin).put(roles.saveRole.path, { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'] })).json().data;
  const [keeper, agent, viewer] = [
    await makeUser({ enterprise: admin, roles: [code] }),
    await makeUser({ enterprise: admin, roles: [3] }),
    await makeUser({ enterprise: admin, roles: [6] }),
  ];
  const label: ChatLabel = (await create(keeper, 'Order')).data;
  const sales = await makeDepartment(admin, 'Sales');
  expect((await stranger().get(calls.list.path)).statusCode).toBe(401);
  expect(names(await list(agent))).toEqual(['Order']);
  expect((await as(viewer).get(calls.list.path)).json().code).toBe('1403');
  for (const answer of [
    await create(agent, 'Mine'),
    await update(agent, label, { name: 'Mine' }),
    await remove(agent, label),
    await order(agent, [label.id]),
  ])
    expect(answer.code).toBe('1403');
  expect(await list(foreigner)).toEqual([]);
  expect((await update(foreigner, label, { name: 'Theirs' })).code).toBe('chat_label.not_found');
  expect((await remove(foreigner, label)).code).toBe('chat_label.not_found');
  expect((await as(foreigner).get(at(calls.get.path, label.id))).json().code).toBe('chat_label.not_found');
  expect((await create(foreigner, 'Theirs', { deptId: sales.id })).code).toBe('department.not_found');
  expect(names(await list(admin))).toEqual(['Order']);
});

test('screens 2.2 a user whose data scope is departments changes the labels of their own alone', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const [sales, support] = [await makeDepartment(admin, 'Sales'), await makeDepartment(admin, 'Support')];
  const role = { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'department', description: '', maskedFields: [] };
  const { code } = (await as(admin).put(roles.saveRole.path, role)).json().data;
  const keeper = await makeUser({ enterprise: admin, roles: [code] });
  await as(admin).put(departments.addUsers.path.replace(':departmentId', sales.id), { users: [keeper.userId] });
  const [common, foreign] = [(await create(admin, 'Common')).data, (await create(admin, 'Foreign', { deptId: support.id })).data];

  const own = (await create(keeper, 'Own', { deptId: sales.id })).data;
  expect((await update(keeper, own, { name: 'Ours' })).code).toBe('100');
  expect((await order(keeper, [own.id], sales.id)).code).toBe('100');
  expect(names(await list(keeper))).toEqual(['Common']);
  for (const refused of [
    await create(keeper, 'New'),
    await update(keeper, common, { name: 'Mine' }),
    await remove(keeper, common),
    await order(keeper, [common.id]),
  ])
    expect(refused.code).toBe('1403');
  for (const hidden of [await create(keeper, 'New', { deptId: support.id }), await order(keeper, [foreign.id], support.id)])
    expect(hidden.code).toBe('department.not_found');
  for (const hidden of [await update(keeper, foreign, { name: 'Mine' }), await remove(keeper, foreign)])
    expect(hidden.code).toBe('chat_label.not_found');
  expect((await remove(keeper, own)).code).toBe('100');
});
