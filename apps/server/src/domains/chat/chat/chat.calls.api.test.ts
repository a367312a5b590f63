import {
  type Agent,
  type ChatCounts,
  type ChatSummary,
  endpoints,
  liveEvents,
  NotificationChat,
  showClock,
  showDay,
} from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await sharedApp();
const { as, makeUser, contextOf } = app;
const { makeScene, connect, visit } = createScenes(app);

const summary = async (user: TestUser): Promise<ChatSummary[]> =>
  (await as(user).get('/e/enterprise/chat/summary?perPage=-1&screenType=CHAT')).json().data;
const counts = async (user: TestUser): Promise<ChatCounts> => (await as(user).get('/e/enterprise/chat_count')).json().data;
const waiting = async (user: TestUser, type: string): Promise<NotificationChat[]> =>
  (await as(user).get(`/e/enterprise/chat/notifications?type=${type}`)).json().data;

const changeChat = (owner: { enterpriseId: string }, chatId: string, change: { deadlineAt?: Date; closedAt?: Date }) =>
  contextOf(owner).transaction((tx) =>
    tx.updateTable('chats').set(change).where('enterpriseId', '=', owner.enterpriseId).where('chatId', '=', chatId).execute(),
  );

/** A chat that nobody picked up in time. */
async function makeMissed(scene: Awaited<ReturnType<typeof makeScene>>, text = 'Anybody?') {
  const visitor = await visit(scene.channel.widgetKey);
  const { chatId } = await visitor.say(text);
  await changeChat(scene.enterprise, chatId, { deadlineAt: new Date(Date.now() - 1) });
  await scene.asha.next('missedWaiting', (data) => data.chatId === chatId);
  return { visitor, chatId };
}

test('CHAT-043 NOTIF-023 an agent picks up new, missed, transferred, invited and assigned chats, each counted under its name', async () => {
  const scene = await makeScene();
  const { enterprise, users, asha, ben, channel } = scene;
  const supervisor = await connect(await makeUser({ enterprise, roles: [1] }));
  const none = {
    newChatCount: 0,
    transferredChatCount: 0,
    invitedChatCount: 0,
    assignedChatCount: 0,
    assginedChatCount: 0,
    missedChatCount: 0,
    totalChatCount: 0,
  };
  expect(await counts(users.ben)).toEqual(none);

  const start = async () => (await (await visit(channel.widgetKey)).say('Hello')).chatId;
  const owned = async () => {
    const chatId = await start();
    await asha.ask('agentPickupChat', { chatId });
    return chatId;
  };
  const transferred = await owned();
  await asha.ask('agentTransferChat', { chatId: transferred, agentId: users.ben.userId, note: 'Yours' });
  const invited = await owned();
  await asha.ask('agentInviteChat', { chatId: invited, agentId: users.ben.userId });
  const missed = (await makeMissed(scene)).chatId;
  const assigned = await start();
  await supervisor.ask('agentAssignChat', { chatId: assigned, agentId: users.ben.userId });
  const fresh = await start();
  expect(await counts(users.ben)).toEqual({
    newChatCount: 2,
    transferredChatCount: 1,
    invitedChatCount: 1,
    assignedChatCount: 1,
    assginedChatCount: 1,
    missedChatCount: 1,
    totalChatCount: 6,
  });

  const picked = [];
  for (const type of ['acceptTransfer', 'acceptInvite', 'acceptAssign', 'agentMissedChatPickup', 'agentPickupChat'] as const)
    picked.push((await ben.ask(type, {})).data.chatId);
  expect(picked).toEqual([transferred, invited, assigned, missed, fresh]);
  expect(await counts(users.ben)).toEqual(none);
  expect((await summary(users.ben)).map((chat) => chat.chatId).sort()).toEqual([transferred, invited, assigned, missed, fresh].sort());
});

test('RT-023 RT-027 an assignment waits for acceptance, raises both counts by one, and becomes the chat of the one who accepts', async () => {
  const { enterprise, users, asha, ben, visitor } = await makeScene();
  const supervisor = await makeUser({ enterprise, roles: [1], name: 'Sara' });
  const sara = await connect(supervisor);
  const { chatId } = await visitor.say('Hello');
  expect(await asha.ask('agentAssignChat', { chatId, agentId: users.ben.userId })).toMatchObject({ status: false, code: '1403' });
  const before = await counts(users.ben);
  expect(await sara.ask('agentAssignChat', { chatId, agentId: users.ben.userId })).toMatchObject({ status: true });
  expect(await ben.next('assignWaiting')).toMatchObject({ chatId, by: 'Sara' });
  const during = await counts(users.ben);
  expect([during.assignedChatCount - before.assignedChatCount, during.totalChatCount - before.totalChatCount]).toEqual([1, 1]);
  expect(await waiting(users.ben, 'assigned')).toMatchObject([{ chatId, transferringAgent: supervisor.userId }]);
  expect(await waiting(users.asha, 'assigned')).toEqual([]);

  expect(await ben.ask('acceptAssign', { chatId })).toMatchObject({ status: true, data: { chatId } });
  expect((await ben.next('acceptAssign')).chat).toMatchObject({ chatId, ownerId: users.ben.userId, newMsgCount: 1 });
  expect(await ben.next('waitingEnded', (data) => data.kind === 'assigned')).toEqual({ chatId, kind: 'assigned', pickedBy: 'Ben' });
  expect(await counts(users.ben)).toMatchObject({ newChatCount: 0, assignedChatCount: 0, totalChatCount: 0 });
  expect((await summary(users.ben)).map((chat) => chat.chatId)).toEqual([chatId]);
  expect(await sara.ask('agentAssignChat', { chatId, agentId: users.asha.userId })).toMatchObject({
    status: false,
    code: 'chat.state_invalid',
  });
});

test('NOTIF-026 NOTIF-033 NOTIF-034 the waiting chats of each kind carry the customer, the last message and who offers them', async () => {
  const scene = await makeScene();
  const { users, asha, visitor } = scene;
  const { chatId } = await visitor.say('Where is my parcel?');
  const answer = (await as(users.ben).get('/e/enterprise/chat/notifications?type=new')).json();
  expect(answer).toEqual({ status: true, code: '100', message: 'Success', data: [expect.any(Object)] });
  const [row] = answer.data;
  expect(NotificationChat.strict().parse(row)).toMatchObject({
    chatId,
    customerName: expect.stringMatching(/^Visitor [0-9A-F]{4}$/),
    customerNumber: '',
    lastMessage: 'Where is my parcel?',
    transferringAgent: '',
    handlingAgent: '',
    channelType: 12,
  });
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  expect(await waiting(users.ben, 'transferred')).toMatchObject([
    { chatId, transferringAgent: users.asha.userId, handlingAgent: users.asha.userId },
  ]);
  expect(await waiting(users.asha, 'transferred')).toEqual([]);
  for (const kind of ['new', 'invited', 'assigned', 'missed']) expect([kind, await waiting(users.ben, kind)]).toEqual([kind, []]);
  expect((await as(users.asha).get('/e/enterprise/chat/notifications?type=other')).json().code).toBe('request.invalid');
});

test('NOTIF-001 the chat notifications are for users with CHAT.HANDLE', async () => {
  const { enterprise } = await makeScene();
  const viewer = await makeUser({ enterprise, roles: [6] });
  for (const path of ['/e/enterprise/chat_count', '/e/enterprise/chat/notifications?type=new', '/e/enterprise/chat/summary'])
    expect((await as(viewer).get(path)).json()).toMatchObject({ status: false, code: '1403', data: { permissions: ['CHAT.HANDLE'] } });
});

test('CHAT-011 CHAT-032 CHAT-040 CHAT-041 agents are listed by uId and name, found by role, status and name, and paged', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  await makeUser({ enterprise, roles: [6], name: 'Vera' });
  const away = await makeUser({ enterprise, roles: [3], name: 'Zoe 100%' });
  await as(away).put('/e/enterprise/update_agent_status', { agentStatus: 2, reason: 'Lunch' });
  await visitor.say('Hello');
  await asha.ask('agentPickupChat', {});
  const list = async (query: string): Promise<{ users: Agent[]; more: boolean }> =>
    (await as(users.asha).get(`/e/enterprise/agents?${query}`)).json().response;
  const all = await list('roles=3&agentStatus=-1&perPage=200');
  expect(all).toEqual({
    users: [
      expect.objectContaining({ uId: users.asha.userId, name: 'Asha', emailId: users.asha.email, openChats: 1, maxChats: 5 }),
      expect.objectContaining({ uId: users.ben.userId, name: 'Ben', openChats: 0 }),
      expect.objectContaining({ uId: away.userId, name: 'Zoe 100%', agentStatus: 2 }),
    ],
    more: false,
  });
  const names = async (query: string) => (await list(query)).users.map((agent) => agent.name);
  expect(await names('agentStatus=2')).toEqual(['Zoe 100%']);
  expect(await names('name=as')).toEqual(['Asha']);
  expect(await names('name=0%25')).toEqual(['Zoe 100%']);
  expect(await names('name=%25')).toEqual(['Zoe 100%']);
  expect(await names('roles=1')).toEqual([]);
  expect(await list('from=1&perPage=1')).toMatchObject({ users: [{ name: 'Ben' }], more: true });
});

test('a chat is offered to everybody who may handle chats, by an own role and as an administrator too, and to nobody else', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  const admin = await makeUser({ enterprise, roles: [1], name: 'Chief' });
  const role = (await as(admin).put(endpoints.roles.saveRole.path, { name: 'Night shift', permissions: ['CHAT.HANDLE'] })).json().data;
  const own = await makeUser({ enterprise, roles: [role.code], name: 'Nila' });
  await makeUser({ enterprise, roles: [6], name: 'Vera' });
  const off = await makeUser({ enterprise, roles: [role.code], name: 'Off' });
  await as(admin).put(`/e/enterprise/users/${off.userId}/update_roles`, { roles: [role.code], chat: { enabled: false } });
  const { users: offered } = (await as(users.asha).get('/e/enterprise/agents?roles=3&agentStatus=-1&perPage=200')).json().response;
  expect(offered.map(({ name }: Agent) => name)).toEqual(['Asha', 'Ben', 'Chief', 'Nila']);
  // Another role still finds its own alone.
  const byRole = (await as(users.asha).get(`/e/enterprise/agents?roles=${role.code}`)).json().response.users;
  expect(byRole.map(({ name }: Agent) => name)).toEqual(['Nila']);
  const nila = await connect(own);
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  expect(await asha.ask('agentTransferChat', { chatId, agentId: own.userId, note: 'Yours' })).toMatchObject({ status: true });
  expect(await nila.ask('acceptTransfer', { chatId })).toMatchObject({ status: true, data: { chatId } });
});

test('ADMIN-101 10 agents are a page where nobody asks for another number, 200 are the most, and users come by 100', async () => {
  const admin = await makeUser();
  await Promise.all(Array.from({ length: 11 }, () => makeUser({ enterprise: admin, roles: [3] })));
  const agents = async (query: string) => (await as(admin).get(`/e/enterprise/agents?${query}`)).json();
  expect((await agents('')).response).toMatchObject({ users: { length: 10 }, more: true });
  // The administrator handles chats too.
  expect((await agents('perPage=200')).response).toMatchObject({ users: { length: 12 }, more: false });
  expect((await agents('perPage=201')).code).toBe('request.invalid');
  await Promise.all(Array.from({ length: 89 }, () => makeUser({ enterprise: admin, roles: [6] })));
  expect((await as(admin).get('/e/enterprise/users?state=1')).json().response).toMatchObject({ users: { length: 100 }, more: true });
});

test('ADMIN-005 CHAT-033 users are listed by name, page and state', async () => {
  const { enterprise, users } = await makeScene();
  const gone = await makeUser({ enterprise, name: 'Gone' });
  await contextOf(enterprise).transaction((tx) =>
    tx
      .updateTable('users')
      .set({ state: 2 })
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('userId', '=', gone.userId)
      .execute(),
  );
  const list = async (query: string) => {
    const { users: rows, more } = (await as(users.asha).get(`/e/enterprise/users?${query}`)).json().response;
    return [rows.map((row: { name: string }) => row.name), more];
  };
  expect(await list('state=1&from=0&perPage=10')).toEqual([['Asha', 'Ben'], false]);
  expect(await list('state=1&from=1&perPage=1')).toEqual([['Ben'], false]);
  expect(await list('state=1&from=0&perPage=1')).toEqual([['Asha'], true]);
  expect(await list('state=1&name=be')).toEqual([['Ben'], false]);
  expect(await list('state=2')).toEqual([['Gone'], false]);
});

test('CHAT-029 CHAT-047 the customer of a chat is read by a PUT, with the visit and earlier chats', async () => {
  const { users, asha, channel } = await makeScene();
  const visitor = await visit(channel.widgetKey, { pageUrl: 'https://shop.example/cart', pageTitle: 'Cart', language: 'hi' });
  const first = await visitor.say('One');
  await asha.ask('agentPickupChat', { chatId: first.chatId });
  await as(users.asha).post(`/e/enterprise/chat/${first.chatId}/close`);
  const second = await visitor.say('Two');
  const [row] = await waiting(users.asha, 'new');
  const read = (user: TestUser, data: object) => as(user).put('/e/enterprise/get_custom_customer_details', { data });
  const answer = (await read(users.asha, { chatId: second.chatId })).json();
  expect(answer).toMatchObject({
    status: true,
    data: {
      name: row?.customerName,
      visit: { pageUrl: 'https://shop.example/cart', pageTitle: 'Cart', language: 'hi' },
      previousChats: [{ chatId: first.chatId, state: 3, lastMessage: 'One', rating: null }],
    },
  });
  const { customerId } = answer.data;
  expect((await read(users.asha, { chatId: second.chatId, customerId })).json().data).toEqual(answer.data);
  await asha.ask('agentPickupChat', { chatId: second.chatId });
  expect((await read(users.ben, { chatId: second.chatId, customerId })).json().code).toBe('chat.not_found');
});

test('CHAT-030 an agent corrects name, number and e-mail of a customer, and nobody else does', async () => {
  const { users, asha, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  const [chat] = await summary(users.asha);
  const customerId = chat?.customerId ?? '';
  const save = (user: TestUser, body: object) => as(user).put('/e/enterprise/customer/profile', { customerId, ...body });
  expect((await save(users.asha, { name: ' Ada Lovelace ', number: '+919820012345', emailId: 'ada@example.com' })).json()).toMatchObject({
    status: true,
    data: { customerId, name: 'Ada Lovelace', emailId: 'ada@example.com' },
  });
  expect((await save(users.asha, { emailId: '' })).json().data).toMatchObject({ name: 'Ada Lovelace', emailId: '' });
  expect((await save(users.asha, { name: '' })).json().code).toBe('request.invalid');
  expect((await save(users.asha, { emailId: 'ada' })).json().code).toBe('request.invalid');
  expect((await save(users.ben, { name: 'Eve' })).json().code).toBe('customer.not_found');
  expect((await save(await makeUser(), { name: 'Eve' })).json().code).toBe('customer.not_found');
  expect((await summary(users.asha))[0]).toMatchObject({ customerName: 'Ada Lovelace', customerNumber: '+919820012345' });
});

test('CHAT-024 CHAT-048 chatUserDetails answers the customers of the own chats in a state', async () => {
  const { users, asha, visitor, channel } = await makeScene();
  const one = await visitor.say('One');
  await asha.ask('agentPickupChat', { chatId: one.chatId });
  const two = await (await visit(channel.widgetKey)).say('Two');
  await asha.ask('agentPickupChat', { chatId: two.chatId });
  await as(users.asha).post(`/e/enterprise/chat/${two.chatId}/suspend`);
  const details = async (user: TestUser, state: number) =>
    (await as(user).get(`/e/enterprise/chatUserDetails?State=${state}`)).json().data as { chatId: string; customerId: string }[];
  const [started] = await details(users.asha, 1);
  const [chat] = (await summary(users.asha)).filter((item) => item.chatId === one.chatId);
  expect(await details(users.asha, 1)).toEqual([
    { chatId: one.chatId, customerId: chat?.customerId, customerName: chat?.customerName, customerNumber: '' },
  ]);
  expect(started?.chatId).toBe(one.chatId);
  expect((await details(users.asha, 5)).map((item) => item.chatId)).toEqual([two.chatId]);
  expect(await details(users.asha, 3)).toEqual([]);
  expect(await details(users.ben, 1)).toEqual([]);
});

test('CHAT-025 CHAT-026 CHAT-027 the own status is read and set, and told to the other agents', async () => {
  const { users, ben } = await makeScene();
  const path = '/e/enterprise/update_agent_status';
  expect((await as(users.asha).get('/e/enterprise/get_agent_status')).json().data).toEqual({
    agentStatus: 1,
    reason: '',
    ownStatus: null,
    since: expect.stringMatching(/^\d{4}-/),
    load: 0,
    limit: 5,
  });
  expect((await as(users.asha).put(path, { agentStatus: 2, reason: 'Lunch' })).json().data).toEqual({
    agentStatus: 2,
    reason: 'Lunch',
    ownStatus: null,
    since: expect.stringMatching(/^\d{4}-/),
  });
  expect(await ben.next('agentStatusChanged', ({ agentStatus }) => agentStatus === 2)).toEqual({ uId: users.asha.userId, agentStatus: 2 });
  expect((await as(users.asha).get('/e/enterprise/get_agent_status')).json().data).toMatchObject({ agentStatus: 2, reason: 'Lunch' });
  expect((await as(users.asha).put(path, { agentStatus: 3 })).json().code).toBe('request.invalid');
});

test('the own load counts a chat, an offer and no suspended chat, by its weight, and the limit is the own, or that of the settings', async () => {
  const { enterprise, users, asha, ben, visitor } = await makeScene();
  const shareOf = async () => {
    const { load, limit } = (await as(users.asha).get('/e/enterprise/get_agent_status')).json().data;
    return [load, limit];
  };
  const { chatId } = await visitor.say('Hello');
  expect(await shareOf()).toEqual([0, 5]);
  await asha.ask('agentPickupChat', { chatId });
  expect(await shareOf()).toEqual([100, 5]);
  await as(users.asha).post(`/e/enterprise/chat/${chatId}/suspend`);
  expect(await shareOf()).toEqual([0, 5]);
  await as(users.asha).post(`/e/enterprise/chat/${chatId}/resume`);
  await asha.ask('agentTransferChat', { chatId: String(chatId), agentId: users.ben.userId, note: 'Please' });
  expect((await as(users.ben).get('/e/enterprise/get_agent_status')).json().data.load).toBe(100);
  expect((await ben.ask('acceptTransfer', { chatId })).status).toBe(true);
  expect(await shareOf()).toEqual([0, 5]);
  await enterprise.ctx.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ maxChats: 2 })
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('userId', '=', users.asha.userId)
      .execute(),
  );
  expect(await shareOf()).toEqual([0, 2]);
});

test('presence follows sockets: whoever signs out is Offline, one that is closed has a moment, and no chat is given to nobody', async () => {
  const { enterprise, users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  const statusOf = async (user: TestUser) =>
    (
      (await as(users.asha).get('/e/enterprise/agents?agentStatus=-1')).json().response.users as { uId: string; agentStatus: number }[]
    ).find(({ uId }) => uId === user.userId)?.agentStatus;
  const ctx = contextOf(enterprise);
  /** Ends the grace of the closed socket. */
  const letGo = (user: TestUser) =>
    ctx.transaction((tx) =>
      tx
        .updateTable('agentSockets')
        .set({ seenUntil: new Date(Date.now() - 1000) })
        .where('userId', '=', user.userId)
        .execute(),
    );
  const transfer = (agentId: string) => asha.ask('agentTransferChat', { chatId, agentId, note: 'Yours' });
  expect(await statusOf(users.ben)).toBe(1);
  const status = async (user: TestUser, agentStatus: number) => as(user).put('/e/enterprise/update_agent_status', { agentStatus });
  // An agent who chose Offline is given no chat, and takes none.
  await status(users.ben, 0);
  expect(await transfer(users.ben.userId)).toMatchObject({ status: false, code: 'chat.agent_away' });
  const next = await visitor.say('And you?');
  expect(next.chatId).toBe(chatId);
  expect(await ben.ask('agentPickupChat', {})).toMatchObject({ status: false, code: 'chat.agent_offline' });
  await status(users.ben, 1);
  // A closed page is still there for a moment, and a reload brings the same status back.
  ben.close();
  await ben.talker.closed;
  await transfer(users.ben.userId);
  expect(await statusOf(users.ben)).toBe(1);
  const isGone = async () => {
    await letGo(users.ben);
    return statusOf(users.ben);
  };
  await expect.poll(isGone).toBe(0);
  // The chat on offer to them returned with it.
  expect(await asha.next('transferFailed', ({ message }) => message === 'Ben went Offline.')).toMatchObject({ chatId });
  expect(await waiting(users.ben, 'transferred')).toEqual([]);
  expect(await transfer(users.ben.userId)).toMatchObject({ status: false, code: 'chat.agent_away', data: { agentName: 'Ben' } });
  const again = await connect(users.ben);
  expect(await statusOf(users.ben)).toBe(1);
  expect(await transfer(users.ben.userId)).toMatchObject({ status: true });
  // Signing out ends it at once, and the sender who does so gets nothing back.
  await as(users.asha).get('/account/logout');
  expect(await again.ask('declineOffer', { chatId, kind: 'transferred' })).toMatchObject({ status: true });
  await expect.poll(async () => (await as(users.ben).get(`/e/enterprise/chat/${chatId}`)).json().data.ownerId).toBe('');
});

test('CHAT-019 CHAT-020 a pin is of the one who pinned, and is taken away again', async () => {
  const { users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', { chatId });
  const isPinned = async () => [(await summary(users.asha))[0]?.isPinned, (await summary(users.ben))[0]?.isPinned];
  expect((await as(users.asha).post(`/e/enterprise/chat/${chatId}/pin`)).statusCode).toBe(200);
  expect(await isPinned()).toEqual([true, false]);
  expect((await as(users.asha).post(`/e/enterprise/chat/${chatId}/unpin`)).statusCode).toBe(200);
  expect(await isPinned()).toEqual([false, false]);
});

test('the owner of the chat closes, suspends and resumes it; an invited agent does not', async () => {
  const { users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', { chatId });
  const call = async (user: TestUser, verb: string) => (await as(user).post(`/e/enterprise/chat/${chatId}/${verb}`)).json().code;
  for (const verb of ['close', 'suspend', 'resume']) expect(await call(users.ben, verb)).toBe('chat.not_owner');
  expect(await call(users.asha, 'suspend')).toBe('100');
  expect(await call(users.asha, 'suspend')).toBe('chat.state_invalid');
  expect(await call(users.asha, 'resume')).toBe('100');
  expect(await call(users.asha, 'close')).toBe('100');
  expect(await call(users.asha, 'close')).toBe('chat.state_invalid');
});

test('the record is read in pages, upwards and from a number on', async () => {
  const { users, asha, visitor } = await makeScene();
  const { chatId } = await visitor.say('1');
  await asha.ask('agentPickupChat', { chatId });
  for (const text of ['2', '3', '4', '5']) await visitor.say(text);
  const read = async (query: string) => {
    const { messages, hasOlder } = (await as(users.asha).get(`/e/enterprise/chat/${chatId}?${query}`)).json().data;
    return [messages.map((action: { number: number }) => action.number), hasOlder];
  };
  expect(await read('perPage=3')).toEqual([[6, 7, 8], true]);
  expect(await read('perPage=3&before=6')).toEqual([[3, 4, 5], true]);
  expect(await read('perPage=3&before=3')).toEqual([[1, 2], false]);
  expect(await read('after=6')).toEqual([[7, 8], false]);
});

test('CHAT-028 a transcript is mailed with what was said, by those who may read the chat', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  const { chatId } = await visitor.say('Where is <b>my</b> parcel?');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentReply', { chatId, key: 'k', message: '*On its way*, see https://parcel.example/7_1_2.' });
  await enterprise.ctx.transaction((tx) =>
    tx.updateTable('enterprises').set({ timeZone: 'Asia/Kolkata' }).where('enterpriseId', '=', enterprise.enterpriseId).execute(),
  );
  const [said] = (await as(users.asha).get(`/e/enterprise/chat/${chatId}`)).json().data.messages;
  // The form for people, by the enterprise's clock, and never that of the machine.
  const wall = new Date(new Date(said.actedOn).getTime() + 5.5 * 3_600_000);
  const [day, clock] = [showDay(wall.toISOString().slice(0, 10)), showClock(wall.toISOString().slice(11, 16))];
  const send = (user: TestUser, emailId: string) => as(user).post('/chatbird/api/chat/sendtranscript', { chatId, emailId });
  const address = `${users.asha.userId}@customer.example`;
  expect((await send(users.asha, address)).json()).toMatchObject({ status: true, message: 'The transcript is on its way.' });
  const [mail] = await app.waitForMails(address);
  const [chat] = await summary(users.asha);
  expect(mail?.subject).toBe(`Chat with ${chat?.customerName}, ${day}`);
  const lines = mail?.text.split('\n').filter((line) => line.startsWith(`${day} `));
  expect(lines?.map((line) => line.split(/ [AP]M {2}/)[1])).toEqual([
    `${chat?.customerName}: Where is <b>my</b> parcel?`,
    'System: Thank you. A colleague will be with you shortly.',
    'Asha: On its way, see https://parcel.example/7_1_2.',
  ]);
  expect(lines?.[0]?.startsWith(`${day} ${clock}  `)).toBe(true);
  expect(mail?.text).toContain('(times in Asia/Kolkata)');
  expect(mail?.html).toContain('Where is &#60;b&#62;my&#60;/b&#62; parcel?');
  expect(mail?.html).not.toContain('<b>my</b>');
  expect((await send(users.asha, 'nobody')).json().code).toBe('request.invalid');
  expect((await send(users.ben, address)).json().code).toBe('chat.not_found');
  expect((await send(await makeUser(), address)).json().code).toBe('chat.not_found');
});

test('CHAT-015 history shows an agent the own ended chats and a supervisor all of them', async () => {
  const { enterprise, users, asha, ben, visitor, channel } = await makeScene();
  const supervisor = await makeUser({ enterprise });
  const one = await visitor.say('One');
  await asha.ask('agentPickupChat', { chatId: one.chatId });
  const two = await (await visit(channel.widgetKey)).say('Two');
  await ben.ask('agentPickupChat', { chatId: two.chatId });
  await as(users.asha).post(`/e/enterprise/chat/${one.chatId}/close`);
  await as(users.ben).post(`/e/enterprise/chat/${two.chatId}/close`);
  const history = async (user: TestUser, query = '') =>
    (await as(user).get(`/e/enterprise/chat/history?${query}`)).json().data.chats.map((chat: ChatSummary) => chat.chatId);
  expect(await history(users.asha)).toEqual([one.chatId]);
  expect(await history(users.ben)).toEqual([two.chatId]);
  expect(await history(supervisor)).toEqual([two.chatId, one.chatId]);
  expect(await history(supervisor, 'perPage=1&from=1')).toEqual([one.chatId]);
  expect(await history(supervisor, 'state=4')).toEqual([]);
});

test('RT-044 the socket is at {ws base}/actions', async () => {
  const user = await makeUser({ roles: [3] });
  const { WebSocket } = await import('ws');
  const statusOf = (path: string) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}?token=${user.token}`);
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('error', () => {});
      socket.on('open', () => {
        resolve(101);
        socket.close();
      });
    });
  expect(await statusOf('/actions')).toBe(101);
  expect(await statusOf('/action')).toBe(404);
  expect(await statusOf('/')).toBe(404);
});

test('RT-019 every frame of the socket is {type, data} with a name and a shape of the contract', async () => {
  const scene = await makeScene();
  const { users, asha, ben, visitor } = scene;
  const { chatId } = await visitor.say('Hello');
  const seen = [asha, ben].map((socket) => {
    const frames: { type: string; data: unknown }[] = [];
    socket.talker.socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
    return frames;
  });
  await asha.ask('agentPickupChat', {});
  await asha.ask('viewing', { chatId });
  await asha.ask('agentReply', { chatId, key: 'k', message: 'Hi' });
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', {});
  await ben.ask('typing', { chatId });
  await ben.ask('agentLeaveChat', { chatId });
  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  await ben.ask('acceptTransfer', {});
  await ben.ask('acceptTransfer', {});
  await ben.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  visitor.tell('read', { chatId, upTo: 4 });
  await ben.next('chatMessageStatus');
  await as(users.ben).post(`/e/enterprise/chat/${chatId}/close`);
  visitor.tell('rate', { chatId, stars: 5, comment: '' });
  await makeMissed(scene);
  await ben.next('customerRating');
  const frames = seen.flat();
  for (const frame of frames) {
    expect(Object.keys(frame)).toEqual(['type', 'data']);
    expect(Object.keys(liveEvents)).toContain(frame.type);
    liveEvents[frame.type as keyof typeof liveEvents].parse(frame.data);
  }
  const names = new Set(frames.map((frame) => frame.type));
  for (const name of [
    'agentPickupChat',
    'agentReply',
    'agentInviteChat',
    'inviteWaiting',
    'acceptInvite',
    'agentJoined',
    'typing',
    'viewing',
    'agentLeaveChat',
    'youLeftChat',
    'agentTransferChat',
    'transferWaiting',
    'acceptTransfer',
    'youTransferredChat',
    'noChatPicked',
    'inviteFailed',
    'waitingEnded',
    'chatMessageStatus',
    'agentEndChat',
    'customerRating',
    'customerStartChat',
    'missedWaiting',
  ])
    expect([...names]).toContain(name);
});

test('a chat goes only to people who handle chats', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  const viewer = await makeUser({ enterprise, roles: [6], name: 'Vera' });
  const off = await makeUser({ enterprise, roles: [3], name: 'Off' });
  const foreigner = await makeUser({ roles: [3] });
  const administrator = await makeUser({ enterprise });
  await as(administrator).put(`/e/enterprise/users/${off.userId}/update_roles`, { roles: [3], chat: { enabled: false } });
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  for (const { userId } of [viewer, off, foreigner]) {
    const refused = { status: false, code: 'user.not_found', message: 'No such agent.' };
    expect(await asha.ask('agentTransferChat', { chatId, agentId: userId, note: 'Yours' })).toMatchObject(refused);
    expect(await asha.next('transferFailed')).toMatchObject({ chatId, message: 'No such agent.' });
    expect(await asha.ask('agentInviteChat', { chatId, agentId: userId })).toMatchObject(refused);
    expect(await asha.next('inviteFailed')).toMatchObject({ chatId, message: 'No such agent.' });
  }
  for (const type of ['agentTransferChat', 'agentInviteChat'] as const)
    expect(await asha.ask(type, { chatId, agentId: users.asha.userId, note: 'Me' })).toMatchObject({ code: 'chat.agent_unavailable' });
});

test('a transfer that nobody accepts goes back to its sender, or to the queue when the sender is away', async () => {
  const { enterprise, users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Where is my parcel?');
  await asha.next('customerStartChat');
  await asha.ask('agentPickupChat', { chatId });
  const offerAndExpire = async () => {
    await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
    await contextOf(enterprise).transaction((tx) =>
      tx
        .updateTable('chatOffers')
        .set({ expiresAt: new Date(Date.now() - 1) })
        .where('enterpriseId', '=', enterprise.enterpriseId)
        .where('state', '=', 'waiting')
        .execute(),
    );
    expect(await ben.next('waitingEnded', (data) => data.kind === 'transferred')).toMatchObject({ chatId, pickedBy: '' });
    expect(await asha.next('transferFailed')).toMatchObject({ chatId, message: 'Ben did not accept in time.' });
    expect(await ben.next('pickupFailed')).toMatchObject({ chatId, message: 'The time to accept the chat is over.' });
  };
  await offerAndExpire();
  expect((await summary(users.asha)).map((chat) => chat.chatId)).toEqual([chatId]);

  await as(users.asha).put('/e/enterprise/update_agent_status', { agentStatus: 2, reason: 'Lunch' });
  await offerAndExpire();
  expect(await asha.next('youLeftChat')).toEqual({ chatId, message: 'Ben did not accept in time. The chat is back in the queue.' });
  expect(await ben.next('customerStartChat', (data) => data.chatId === chatId)).toMatchObject({ lastMessage: 'Where is my parcel?' });
  expect(await visitor.next('thread', (thread) => thread.handledBy === 'queue' && thread.isOpen)).toMatchObject({ agentName: '' });
  expect(await summary(users.asha)).toEqual([]);
  expect(await counts(users.ben)).toMatchObject({ newChatCount: 1, transferredChatCount: 0, totalChatCount: 1 });
  expect(await ben.ask('agentPickupChat', {})).toMatchObject({ status: true, data: { chatId } });
  expect((await summary(users.ben))[0]).toMatchObject({ chatId, ownerId: users.ben.userId });
});

test('an offer says how long it waits, and the one to whom it was made may decline it: the sender and the record are told', async () => {
  const { enterprise, users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Where is my parcel?');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  expect(await ben.next('transferWaiting')).toMatchObject({ chatId, by: 'Asha', note: 'Yours', acceptWithinSeconds: 60 });
  const [row] = await waiting(users.ben, 'transferred');
  expect(row?.note).toBe('Yours');
  expect(row?.secondsLeft).toBeGreaterThan(50);
  expect(row?.secondsLeft).toBeLessThanOrEqual(60);

  expect(await asha.ask('declineOffer', { chatId, kind: 'transferred' })).toMatchObject({ status: false, code: 'chat.none_waiting' });
  expect(await ben.ask('declineOffer', { chatId, kind: 'transferred' })).toMatchObject({ status: true });
  expect(await ben.next('waitingEnded', (data) => data.kind === 'transferred')).toMatchObject({ chatId });
  expect(await asha.next('transferFailed')).toMatchObject({ chatId, message: 'Ben declined.' });
  expect(await waiting(users.ben, 'transferred')).toEqual([]);
  expect(await ben.ask('acceptTransfer', { chatId })).toMatchObject({ status: false, code: 'chat.none_waiting' });
  expect((await summary(users.asha))[0]).toMatchObject({ chatId, ownerId: users.asha.userId });
  const back = await asha.next('agentTransferChat', ({ action }) => action.detail.returned !== undefined);
  expect(back.action).toMatchObject({ userName: 'Ben', detail: { returned: 'declined', agentName: 'Ben' } });
  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  await as(users.asha).post(`/e/enterprise/chat/${chatId}/close`);
  const states = await contextOf(enterprise).read((tx) =>
    tx.selectFrom('chatOffers').select('state').where('enterpriseId', '=', enterprise.enterpriseId).orderBy('createdAt').execute(),
  );
  expect(states.map(({ state }) => state)).toEqual(['declined', 'withdrawn']);
});

test('a transfer that waits is shown to its sender alone, who may withdraw it: the other agent and the record are told', async () => {
  const { users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Where is my parcel?');
  await asha.ask('agentPickupChat', { chatId });
  const pending = async (user: TestUser) => (await as(user).get(`/e/enterprise/chat/${chatId}`)).json().data?.pendingTransfer;
  const over = { status: false, code: 'chat.transfer_over', message: 'This transfer is over already.' };
  expect(await asha.ask('withdrawTransfer', { chatId })).toMatchObject(over);
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', { chatId });
  expect(await pending(users.asha)).toBeNull();

  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  expect(await pending(users.asha)).toEqual({ agentId: users.ben.userId, agentName: 'Ben', note: 'Yours' });
  expect(await pending(users.ben)).toBeNull();
  expect(await ben.ask('withdrawTransfer', { chatId })).toMatchObject({ status: false, code: 'chat.not_owner' });
  expect(await asha.ask('withdrawTransfer', { chatId })).toMatchObject({ status: true });
  expect(await ben.next('waitingEnded', (data) => data.kind === 'transferred')).toMatchObject({ chatId, pickedBy: '' });
  expect(await counts(users.ben)).toMatchObject({ transferredChatCount: 0, totalChatCount: 0 });
  const back = await asha.next('agentTransferChat', ({ action }) => action.detail.returned !== undefined);
  expect(back.action).toMatchObject({ userName: 'Asha', detail: { returned: 'withdrawn', agentName: 'Ben' } });
  expect(await pending(users.asha)).toBeNull();
  expect(await ben.ask('acceptTransfer', { chatId })).toMatchObject({ status: false, code: 'chat.none_waiting' });
  expect((await summary(users.asha))[0]).toMatchObject({ chatId, ownerId: users.asha.userId });

  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'After all' });
  await ben.ask('acceptTransfer', { chatId });
  expect(await asha.ask('withdrawTransfer', { chatId })).toMatchObject({ status: false, code: 'chat.not_found' });
  expect(await pending(users.asha)).toBeNull();
});

test('an offer whose time is over is neither listed nor accepted, and the record says that the chat came back', async () => {
  const { enterprise, users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Where is my parcel?');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  await contextOf(enterprise).transaction((tx) =>
    tx
      .updateTable('chatOffers')
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .execute(),
  );
  expect(await waiting(users.ben, 'transferred')).toEqual([]);
  expect(await ben.ask('acceptTransfer', { chatId })).toMatchObject({ status: false, code: 'chat.none_waiting' });
  const back = await asha.next('agentTransferChat', ({ action }) => action.detail.returned !== undefined);
  expect(back.action).toMatchObject({ authorKind: 'system', detail: { returned: 'expired', agentName: 'Ben' } });
});

test('an agent who says Offline gives back what is on offer to them at once, and both are told', async () => {
  const { users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  await as(users.ben).put('/e/enterprise/update_agent_status', { agentStatus: 0, reason: '' });
  expect(await asha.next('transferFailed')).toMatchObject({ chatId, message: 'Ben went Offline.' });
  const message = 'You are Offline: the chat that was offered to you went back.';
  expect(await ben.next('pickupFailed')).toMatchObject({ chatId, message });
  expect(await ben.next('waitingEnded', (data) => data.kind === 'transferred')).toMatchObject({ chatId });
  const back = await asha.next('agentTransferChat', ({ action }) => action.detail.returned !== undefined);
  expect(back.action).toMatchObject({ authorKind: 'system', detail: { returned: 'away', agentName: 'Ben' } });
  expect(await counts(users.ben)).toMatchObject({ transferredChatCount: 0 });
  expect((await summary(users.asha))[0]).toMatchObject({ chatId, ownerId: users.asha.userId });
});

test('an invitation that waits is not made again, and can be once it is over', async () => {
  const { users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  const invite = () => asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  const [one, two] = await Promise.all([invite(), invite()]);
  expect([one, two].filter((reply) => reply.status)).toHaveLength(1);
  expect(await invite()).toMatchObject({ status: false, code: 'chat.agent_unavailable', message: 'Ben is invited already.' });
  await ben.ask('acceptInvite', {});
  expect(await invite()).toMatchObject({ code: 'chat.agent_unavailable', message: 'This agent already takes part.' });
  await ben.ask('agentLeaveChat', { chatId });
  expect(await invite()).toMatchObject({ status: true });
  const { messages } = (await as(users.asha).get(`/e/enterprise/chat/${chatId}`)).json().data;
  expect(messages.filter((action: { actionType: number }) => action.actionType === 5)).toHaveLength(2);
});

test('an invited agent stays when the chat changes hands', async () => {
  const { enterprise, users, asha, ben, visitor } = await makeScene();
  const third = await makeUser({ enterprise, roles: [3], name: 'Cara' });
  const cara = await connect(third);
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', {});
  await asha.ask('agentTransferChat', { chatId, agentId: third.userId, note: 'Yours' });
  await cara.ask('acceptTransfer', {});
  expect((await summary(third))[0]?.users.map(({ name, type }) => [name, type])).toEqual(
    expect.arrayContaining([
      ['Asha', 'left'],
      ['Ben', 'invited'],
      ['Cara', 'owner'],
    ]),
  );
  expect((await summary(users.ben)).map((chat) => chat.chatId)).toEqual([chatId]);
  expect(await ben.ask('agentReply', { chatId, key: 'b', message: 'Still here' })).toMatchObject({ status: true });
  expect(await summary(users.asha)).toEqual([]);
});

test('a missed chat whose customer came back waits no longer, and keeps no other from being picked up', async () => {
  const scene = await makeScene();
  const { users, asha } = scene;
  const returned = await makeMissed(scene, 'First');
  const left = await makeMissed(scene, 'Second');
  const again = await returned.visitor.say('I am back');
  expect(again.chatId).not.toBe(returned.chatId);
  expect(await asha.next('waitingEnded', (data) => data.kind === 'missed')).toEqual({
    chatId: returned.chatId,
    kind: 'missed',
    pickedBy: '',
  });
  expect((await waiting(users.asha, 'missed')).map((chat) => chat.chatId)).toEqual([left.chatId]);
  expect((await counts(users.asha)).missedChatCount).toBe(1);
  expect(await asha.ask('agentMissedChatPickup', {})).toMatchObject({ status: true, data: { chatId: left.chatId } });
  expect(await asha.ask('agentMissedChatPickup', {})).toMatchObject({ status: false, message: 'No missed chats to Accept!' });
});

test('a chat that was missed a month ago is history', async () => {
  const scene = await makeScene();
  const { chatId } = await makeMissed(scene);
  await changeChat(scene.enterprise, chatId, { closedAt: new Date(Date.now() - 31 * 86_400_000) });
  expect((await counts(scene.users.asha)).missedChatCount).toBe(0);
  expect(await scene.asha.ask('agentMissedChatPickup', {})).toMatchObject({ status: false, message: 'No missed chats to Accept!' });
});

test('typing is shown to the others and not to the one who types', async () => {
  const { users, asha, ben, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', {});
  await asha.ask('typing', { chatId });
  expect(await ben.next('typing')).toEqual({ chatId, name: 'Asha', authorKind: 'agent', uId: users.asha.userId });
  expect(await visitor.next('typing')).toEqual({ name: 'Asha' });
  visitor.tell('typing', {});
  expect(await asha.next('typing')).toMatchObject({ chatId, authorKind: 'customer' });
  expect(asha.talker.received.filter((frame) => frame.type === 'typing')).toEqual([]);
});

test('ADMIN-064 ADMIN-066 ADMIN-067 settings are the administrator’s, and agents read them', async () => {
  const { enterprise, users } = await makeScene();
  const administrator = await makeUser({ enterprise });
  const path = '/e/enterprise/configuration';
  expect((await as(users.asha).post(path, { chat: { maxOpenChats: 1 } })).json().code).toBe('1403');
  expect((await as(administrator).post(path, { chat: { maxOpenChats: 0 } })).json().code).toBe('request.invalid');
  expect((await as(administrator).post(path, { chat: { welcomeMessage: 'Namaste' } })).json()).toMatchObject({ message: 'Saved.' });
  expect((await as(users.asha).get('/e/enterprise/chat_config')).json().data).toMatchObject({
    welcomeMessage: 'Namaste',
    maxOpenChats: 5,
  });
  const { chat, version } = (await as(administrator).get(path)).json().data;
  expect([chat, version]).toEqual([(await as(users.asha).get('/e/enterprise/chat_config')).json().data, 1]);
  expect((await as(users.asha).get(path)).json().code).toBe('1403');
  expect((await as(administrator).post(path, { chat: { maxOpenChats: 7 }, version })).json().data).toMatchObject({
    chat: { ...chat, maxOpenChats: 7 },
    version: 2,
  });
  expect((await as(administrator).post(path, { chat: { maxOpenChats: 6 }, version })).json().code).toBe('record.changed');
});
