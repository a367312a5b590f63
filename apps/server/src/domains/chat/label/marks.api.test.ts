import { type ChatLabel, type ChatSide, type ChatSummary, endpoints, readChatNumber } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeScene, visit } = createScenes(app);
const { chatLabels, chatSides: calls, chats, departments } = endpoints;

const at = (path: string, chatId: string) => path.replace(':chatId', chatId).replace(':configId', chatId);
const makeLabel = async (by: TestUser, name: string, deptId = ''): Promise<ChatLabel> =>
  (await as(by).post(chatLabels.create.path, { name, deptId })).json().data;
const save = async (by: TestUser, chatId: string, ...labels: { id: string }[]) =>
  (await as(by).put(at(calls.saveLabels.path, chatId), { labelIds: labels.map(({ id }) => id) })).json();
const read = async (by: TestUser, chatId: string) => {
  const { tag, labels, priority, sides } = (await as(by).get(at(chats.get.path, chatId))).json().data;
  return { tag, names: labels.map(({ name }: { name: string }) => name), priority, acts: sides.map(({ act }: ChatSide) => act) };
};

async function chatting() {
  const scene = await makeScene();
  const admin = await makeUser({ enterprise: scene.enterprise, name: 'Ada' });
  const { chatId } = await scene.visitor.say('Hello');
  await scene.asha.ask('agentPickupChat', { chatId });
  return { ...scene, admin, agent: scene.users.asha, chatId: String(chatId) };
}

test('a chat has several labels; the first one is its label, and the thread says who changed them', async () => {
  const { admin, agent, asha, chatId } = await chatting();
  const [order, refund, loud] = [await makeLabel(admin, 'Order'), await makeLabel(admin, 'Refund'), await makeLabel(admin, 'Loud')];
  expect((await save(agent, chatId, refund, order)).data.map(({ name }: { name: string }) => name)).toEqual(['Refund', 'Order']);
  expect(await asha.next('chatMarked')).toMatchObject({ chatId, tag: 'Refund', labels: [{ name: 'Refund' }, { name: 'Order' }] });
  // The former call sets the first one alone, and takes it away alone.
  await as(agent).put(at(chats.updateTag.path, chatId), { tag: 'Loud', note: 'x' });
  expect(await read(agent, chatId)).toMatchObject({ tag: 'Loud', names: ['Loud', 'Order'] });
  await as(agent).put(at(chats.updateTag.path, chatId), { tag: '', note: 'x' });
  expect(await read(agent, chatId)).toEqual({
    tag: 'Order',
    names: ['Order'],
    priority: 5,
    acts: [
      { act: 'labels', added: ['Refund', 'Order'], removed: [] },
      { act: 'labels', added: ['Loud'], removed: ['Refund'] },
      { act: 'labels', added: [], removed: ['Loud'] },
    ],
  });
  await save(agent, chatId, order);
  await save(agent, chatId, order, loud);
  await save(agent, chatId);
  const left = await read(agent, chatId);
  expect([left.tag, left.names, left.acts.length]).toEqual(['', [], 5]);
});

test('a retired label stays and is not added, one of another department or enterprise is refused, and a used one is not deleted', async () => {
  const { admin, agent, ben, users, chatId } = await chatting();
  const sales = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const [order, refund, lead] = [
    await makeLabel(admin, 'Order'),
    await makeLabel(admin, 'Refund'),
    await makeLabel(admin, 'Lead', sales.id),
  ];
  await save(agent, chatId, order, refund);
  // A second label is a use as well.
  expect((await as(admin).delete(at(chatLabels.remove.path, refund.id))).json().data).toEqual({ isRetired: true });
  expect((await save(agent, chatId, refund)).status).toBe(true);
  expect(await read(agent, chatId)).toMatchObject({ tag: 'Refund', names: ['Refund'] });
  await save(agent, chatId);
  expect(await save(agent, chatId, refund)).toMatchObject({ code: 'chat_label.unknown', data: { labels: ['Order'] } });
  expect(await save(agent, chatId, lead)).toMatchObject({ code: 'chat_label.unknown' });
  const foreign = await makeLabel(await makeUser(), 'Foreign');
  expect((await save(agent, chatId, foreign)).code).toBe('chat_label.not_found');
  expect((await save(users.ben, chatId, order)).code).toBe('chat.not_found');
  expect((await save(admin, chatId, order)).code).toBe('chat.not_found');
  expect((await save(agent, newId(), order)).code).toBe('chat.not_found');
  expect((await read(agent, chatId)).names).toEqual([]);
  ben.close();
});

test('closing asks for a label, and any one will do', async () => {
  const { admin, agent, chatId } = await chatting();
  const order = await makeLabel(admin, 'Order');
  await as(admin).post(chats.saveConfiguration.path, { chat: { closeNeedsLabel: true } });
  const close = async () => (await as(agent).post(at(chats.close.path, chatId))).json().code;
  expect(await close()).toBe('chat.label_needed');
  await save(agent, chatId, order);
  expect(await close()).toBe('100');
});

test('the most urgent waiting chat is served first, among equals the one that has waited longest', async () => {
  const { asha, channel, users, visitor, enterprise } = await makeScene();
  const [other, third] = [await visit(channel.widgetKey), await visit(channel.widgetKey)];
  const ids: string[] = [];
  for (const who of [visitor, other, third]) ids.push(String((await who.say('Hello')).chatId));
  const [first, second, last] = ids as [string, string, string];
  const set = async (chatId: string, priority: unknown, by = users.ben) =>
    (await as(by).put(at(calls.savePriority.path, chatId), { priority })).json();
  expect((await set(last, 9)).data).toEqual({ priority: 9 });
  expect((await set(first, 2)).data).toEqual({ priority: 2 });
  for (const wrong of [-1, 10, 1.5, '', 'x']) expect((await set(second, wrong)).code).toBe('request.invalid');
  expect((await set(newId(), 9)).code).toBe('chat.not_found');
  expect((await set(second, 9, await makeUser())).code).toBe('chat.not_found');
  const waiting = (await as(users.asha).get(`${chats.waiting.path}?type=new`)).json().data;
  expect(waiting.map(({ chatId }: { chatId: string }) => chatId)).toEqual([last, second, first]);
  expect((await asha.ask('agentPickupChat', {})).data.chatId).toBe(last);
  expect((await read(users.asha, last)).acts).toEqual([{ act: 'priority', from: 5, to: 9 }]);
  // Nobody else sees it any more, and one that has ended has no urgency.
  expect((await set(last, 3)).code).toBe('chat.not_found');
  await as(users.asha).post(at(chats.close.path, last));
  expect((await set(last, 3, users.asha)).code).toBe('chat.state_invalid');
  expect(enterprise.enterpriseId).toBe(users.ben.enterpriseId);
});

test('each chat has a number of its enterprise, also when many begin at once, and the history finds it', async () => {
  const { asha, channel, users, visitor, enterprise } = await makeScene();
  const visitors = await Promise.all(Array.from({ length: 12 }, () => visit(channel.widgetKey)));
  const chatIds = (await Promise.all([visitor, ...visitors].map((who) => who.say('Hello')))).map(({ chatId }) => String(chatId));
  for (const chatId of chatIds.slice(0, 3)) await asha.ask('agentPickupChat', { chatId });
  const mine: ChatSummary[] = (await as(users.asha).get(`${chats.summary.path}?perPage=-1`)).json().data;
  expect(mine.map(({ chatNumber }) => readChatNumber(chatNumber)).every((no) => no !== undefined && no > 100)).toBe(true);
  const { rows } = await enterprise.ctx.read(async (tx) => ({
    rows: await tx.selectFrom('chats').select('chatNo').where('enterpriseId', '=', enterprise.enterpriseId).execute(),
  }));
  expect(new Set(rows.map(({ chatNo }) => chatNo)).size).toBe(13);
  const [chat] = mine as [ChatSummary];
  await as(users.asha).post(at(chats.close.path, chat.chatId));
  const find = async (name: string) =>
    (await as(users.asha).get(`${chats.history.path}?name=${encodeURIComponent(name)}`))
      .json()
      .data.chats.map(({ chatId }: ChatSummary) => chatId);
  expect(await find(`#${chat.chatNumber}`)).toEqual([chat.chatId]);
  expect(await find('#7-7')).toEqual([]);
});
