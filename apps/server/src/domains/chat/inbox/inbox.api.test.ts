import { randomUUID } from 'node:crypto';
import { type BulkOutcome, chatStates, type dataScopes, endpoints, type InboxPage, type Permission } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestEnterprise, TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await sharedApp();
const { makeScene, connect, visit } = createScenes(app);

const readTab = async (user: TestUser, query: string) =>
  (await app.as(user).get(`${endpoints.inbox.list.path}?${query}`)).json().data as InboxPage;
const idsOf = ({ chats }: InboxPage) => chats.map(({ chatId }) => chatId);

/** A user with one role of the enterprise's own. */
async function makeReader(enterprise: TestEnterprise, permissions: Permission[], dataScope: (typeof dataScopes)[number] = 'enterprise') {
  const admin = await app.makeUser({ enterprise });
  const role = { name: `Role ${randomUUID()}`, description: '', permissions, dataScope, maskedFields: [] };
  const { code } = (await app.as(admin).put(endpoints.roles.saveRole.path, role)).json().data;
  return app.makeUser({ enterprise, roles: [code] });
}

/** Visitors who write one after the other. @returns their chats in that order */
async function wait(widgetKey: string, count: number) {
  const chats: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const visitor = await visit(widgetKey);
    chats.push(String((await visitor.say(`Question ${index}`)).chatId));
  }
  return chats;
}

describe('the tabs of the inbox', () => {
  test('waiting chats come newest or longest waiting first, page by page, each once', async () => {
    const { users, channel } = await makeScene();
    const chats = await wait(channel.widgetKey, 5);
    expect(idsOf(await readTab(users.asha, 'tab=waiting'))).toEqual(chats.toReversed());
    const found: string[] = [];
    let before = '';
    do {
      const page: InboxPage = await readTab(users.asha, `tab=waiting&sort=longest&perPage=2${before}`);
      found.push(...idsOf(page));
      before = page.next === null ? '' : `&before=${encodeURIComponent(page.next)}`;
    } while (before !== '');
    expect(found).toEqual(chats);
  });

  test('a waiting row says since when the customer waits, and the page the time of the server', async () => {
    const { users, visitor } = await makeScene();
    const { chatId } = await visitor.say('Anybody?');
    const page = await readTab(users.asha, 'tab=waiting');
    const since = (await app.as(users.asha).get(`/e/enterprise/chat/${chatId}`))
      .json()
      .data.messages.find(({ message }: { message: string }) => message === 'Anybody?').actedOn;
    expect(page.chats[0]?.waitingSince).toBe(since);
    expect(Date.parse(page.asOf)).toBeGreaterThanOrEqual(Date.parse(since));
  });

  test('a transfer stands with its sender, note and time in the tab of its receiver alone, who may read the chat before accepting it', async () => {
    const { users, asha, visitor } = await makeScene();
    const { chatId } = await visitor.say('Refund, please');
    await asha.ask('agentPickupChat', { chatId });
    expect((await app.as(users.ben).get(`/e/enterprise/chat/${chatId}`)).statusCode).toBe(404);
    await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Knows refunds' });
    expect((await readTab(users.ben, 'tab=transfers')).chats).toMatchObject([
      { chatId, offer: { kind: 'transferred', fromName: 'Asha', note: 'Knows refunds', secondsLeft: expect.any(Number) } },
    ]);
    expect((await readTab(users.asha, 'tab=transfers')).chats).toEqual([]);
    expect((await app.as(users.ben).get(`/e/enterprise/chat/${chatId}`)).json().data.chatId).toBe(chatId);
    await asha.ask('withdrawTransfer', { chatId });
    expect((await app.as(users.ben).get(`/e/enterprise/chat/${chatId}`)).statusCode).toBe(404);
  });

  test('closed chats of an agent without the history are their own; readers of the history see those of the scope', async () => {
    const { users, asha, ben, enterprise, channel } = await makeScene();
    const [first = '', second = ''] = await wait(channel.widgetKey, 2);
    await asha.ask('agentPickupChat', { chatId: first });
    await ben.ask('agentPickupChat', { chatId: second });
    await app.as(users.asha).post(`/e/enterprise/chat/${first}/close`);
    await app.as(users.ben).post(`/e/enterprise/chat/${second}/close`);
    expect(idsOf(await readTab(users.asha, 'tab=closed'))).toEqual([first]);
    expect(idsOf(await readTab(await makeReader(enterprise, ['CHAT.HANDLE']), 'tab=closed'))).toEqual([]);
    const ofDepartment = await makeReader(enterprise, ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY'], 'department');
    // Chats of no department are everybody's.
    expect(idsOf(await readTab(ofDepartment, 'tab=closed'))).toEqual([second, first]);
    const { id } = (await app.as(await app.makeUser({ enterprise })).post(endpoints.departments.create.path, { name: 'Sales' })).json()
      .data;
    await enterprise.ctx.transaction((tx) => tx.updateTable('chats').set({ deptId: id }).where('chatId', '=', second).execute());
    expect(idsOf(await readTab(ofDepartment, 'tab=closed'))).toEqual([first]);
    const reader = await makeReader(enterprise, ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY']);
    expect(idsOf(await readTab(reader, 'tab=closed'))).toEqual([second, first]);
    expect(idsOf(await readTab(reader, 'tab=closed&sort=longest'))).toEqual([first, second]);
  });

  test('department and priority narrow a tab, and a row has both; an id of nothing finds none, and a usual priority is no filter', async () => {
    const { users, enterprise, channel } = await makeScene();
    const [first = '', second = ''] = await wait(channel.widgetKey, 2);
    const admin = await app.makeUser({ enterprise });
    const sales = (await app.as(admin).post(endpoints.departments.create.path, { name: 'Sales' })).json().data.id as string;
    await enterprise.ctx.transaction((tx) =>
      tx.updateTable('chats').set({ deptId: sales, priority: 7 }).where('chatId', '=', second).execute(),
    );
    const found = async (query: string) => idsOf(await readTab(users.asha, query));
    const eachTab = async (tab: string) => [
      await found(`tab=${tab}&department=${sales}`),
      await found(`tab=${tab}&department=none`),
      await found(`tab=${tab}&department=${randomUUID()}`),
      await found(`tab=${tab}&priority=7`),
      await found(`tab=${tab}&priority=8`),
    ];
    expect(await eachTab('waiting')).toEqual([[second], [first], [], [second], []]);
    const [row] = (await readTab(users.asha, 'tab=waiting&priority=6')).chats;
    expect(row).toMatchObject({ chatId: second, deptId: sales, priority: 7 });
    const asha = await connect(users.asha);
    for (const chatId of [first, second]) {
      await asha.ask('agentPickupChat', { chatId });
      await app.as(users.asha).post(`/e/enterprise/chat/${chatId}/close`);
    }
    expect(await eachTab('closed')).toEqual([[second], [first], [], [second], []]);
    for (const query of ['priority=5', 'priority=10', 'department=sales'])
      expect((await app.as(users.asha).get(`/e/enterprise/chat/inbox?tab=waiting&${query}`)).statusCode).toBe(400);
  });

  test('channel and label narrow a tab; another enterprise sees nothing of it, and who handles no chats is refused', async () => {
    const { users, channel, enterprise } = await makeScene();
    const [first = '', second = ''] = await wait(channel.widgetKey, 2);
    const asha = await connect(users.asha);
    await asha.ask('agentPickupChat', { chatId: first });
    await app.as(users.asha).put(`/e/enterprise/chat/${first}/update_tag`, { tag: 'Refund' });
    await app.as(users.asha).post(`/e/enterprise/chat/${first}/close`);
    expect(idsOf(await readTab(users.asha, 'tab=closed&label=Refund'))).toEqual([first]);
    expect(idsOf(await readTab(users.asha, 'tab=closed&label=Order'))).toEqual([]);
    const { channelType } = (await readTab(users.asha, 'tab=waiting')).chats[0] as { channelType: number };
    expect(idsOf(await readTab(users.asha, `tab=waiting&channel=${channelType}`))).toEqual([second]);
    expect(idsOf(await readTab(users.asha, `tab=waiting&channel=${channelType + 1}`))).toEqual([]);
    const stranger = await app.makeUser({ roles: [3] });
    for (const tab of ['waiting', 'closed']) expect(idsOf(await readTab(stranger, `tab=${tab}`))).toEqual([]);
    const { statusCode } = await app.as(await makeReader(enterprise, ['CUSTOMER.VIEW'])).get('/e/enterprise/chat/inbox?tab=waiting');
    expect(statusCode).toBe(403);
    expect((await app.as(users.asha).get('/e/enterprise/chat/inbox?tab=waiting&before=x_y')).statusCode).toBe(400);
  });
});

const act = async (user: TestUser, chatIds: string[], body: object) =>
  (await app.as(user).post(endpoints.inbox.bulk.path, { chatIds, act: body })).json();

describe('an act on many chats', () => {
  test('each chat that is refused is named with the reason, the others are done', async () => {
    const { users, asha, channel } = await makeScene();
    const [first = '', second = '', third = ''] = await wait(channel.widgetKey, 3);
    for (const chatId of [first, second]) await asha.ask('agentPickupChat', { chatId });
    const stranger = randomUUID();
    const { done, refused } = (await act(users.asha, [first, third, second, stranger], { kind: 'close' })).data as BulkOutcome;
    expect(done).toEqual([first, second]);
    expect(refused).toEqual([
      { chatId: third, code: 'chat.not_found', message: 'No such chat.' },
      { chatId: stranger, code: 'chat.not_found', message: 'No such chat.' },
    ]);
    expect(idsOf(await readTab(users.asha, 'tab=closed'))).toEqual([second, first]);
  });

  test('a chat that lacks what its closing needs stays open, and a label for all of them lets it close', async () => {
    const { users, asha, enterprise, channel } = await makeScene();
    const admin = await app.makeUser({ enterprise });
    await app.as(admin).post(endpoints.chats.saveConfiguration.path, { chat: { closeNeedsLabel: true } });
    const chats = await wait(channel.widgetKey, 2);
    for (const chatId of chats) await asha.ask('agentPickupChat', { chatId });
    expect(((await act(users.asha, chats, { kind: 'close' })).data as BulkOutcome).refused.map(({ code }) => code)).toEqual([
      'chat.label_needed',
      'chat.label_needed',
    ]);
    expect(((await act(users.asha, chats, { kind: 'label', tag: 'Refund' })).data as BulkOutcome).done).toEqual(chats);
    expect(((await act(users.asha, chats, { kind: 'close' })).data as BulkOutcome).done).toEqual(chats);
  });

  test('chats are handed to a colleague with a note; a transfer to nobody, of too many or without a note is refused whole', async () => {
    const { users, asha, ben, channel } = await makeScene();
    const chats = await wait(channel.widgetKey, 2);
    for (const chatId of chats) await asha.ask('agentPickupChat', { chatId });
    expect((await act(users.asha, chats, { kind: 'transfer', note: 'Over to you' })).code).toBe('request.invalid');
    expect((await act(users.asha, chats, { kind: 'transfer', agentId: users.ben.userId, note: ' ' })).code).toBe('request.invalid');
    const many = Array.from({ length: 201 }, () => randomUUID());
    expect((await act(users.asha, many, { kind: 'close' })).code).toBe('request.invalid');
    const { done } = (await act(users.asha, chats, { kind: 'transfer', agentId: users.ben.userId, note: 'Over to you' }))
      .data as BulkOutcome;
    expect(done).toEqual(chats);
    await ben.next('transferWaiting');
    expect((await readTab(users.ben, 'tab=transfers')).chats.map(({ offer }) => offer?.note)).toEqual(['Over to you', 'Over to you']);
  });
});

const reopen = (user: TestUser, chatId: string) => app.as(user).post(`/e/enterprise/chat/${chatId}/reopen`);

describe('a closed chat', () => {
  test('goes on with its last owner, and its customer reads who answers', async () => {
    const { users, asha, visitor } = await makeScene();
    const { chatId } = await visitor.say('One');
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentReply', { chatId, key: 'k', message: 'Two' });
    await app.as(users.asha).post(`/e/enterprise/chat/${chatId}/close`);
    await visitor.next('thread', ({ isOpen }) => !isOpen);
    expect((await reopen(users.asha, String(chatId))).json().data).toMatchObject({ state: chatStates.ongoing, closedAt: null });
    await visitor.next('thread', ({ isOpen, agentName }) => isOpen && agentName === 'Asha');
    const { chatId: same } = await visitor.say('Three');
    expect(same).toBe(chatId);
  });

  test('stays closed for strangers, while a newer chat of its customer is open, while it is open, and for who is Offline or full', async () => {
    const { users, asha, visitor, enterprise } = await makeScene();
    const chatId = String((await visitor.say('One')).chatId);
    await asha.ask('agentPickupChat', { chatId });
    expect((await reopen(users.asha, chatId)).json().code).toBe('chat.state_invalid');
    await app.as(users.asha).post(`/e/enterprise/chat/${chatId}/close`);
    const other = await makeReader(enterprise, ['CHAT.HANDLE']);
    expect((await reopen(other, chatId)).json().code).toBe('chat.not_found');
    expect((await reopen(await app.makeUser({ roles: [3] }), chatId)).json().code).toBe('chat.not_found');
    await app.as(users.asha).put(endpoints.chats.updateAgentStatus.path, { agentStatus: 0 });
    expect((await reopen(users.asha, chatId)).json().code).toBe('chat.agent_offline');
    await app.as(users.asha).put(endpoints.chats.updateAgentStatus.path, { agentStatus: 1 });
    await visitor.say('Again');
    expect((await reopen(users.asha, chatId)).json().code).toBe('chat.state_invalid');
  });
});
