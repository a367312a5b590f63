import { randomUUID } from 'node:crypto';
import { type ChatAction, type ChatDetail, channelTypes, chatStates, endpoints, messageStatuses } from '@parley/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await sharedApp();
const { makeScene, connect, visit } = createScenes(app);

const chatOf = async (user: TestUser, chatId: string) =>
  (await app.as(user).get(`/e/enterprise/chat/${chatId}?perPage=200`)).json().data as {
    messages: ChatAction[];
    state: number;
    newMsgCount: number;
  };

describe('the main job', () => {
  test('CHAT-023 RT-020 RT-024 RT-030 a visitor writes, exactly one agent picks up and replies, and the visitor reads the answer', async () => {
    const { users, asha, visitor } = await makeScene();
    const { chatId, entry } = await visitor.say('Where is my parcel?');
    expect(entry).toMatchObject({ author: 'visitor', text: 'Where is my parcel?', number: 2 });
    expect(await asha.next('customerStartChat')).toMatchObject({
      chatId,
      lastMessage: 'Where is my parcel?',
      channelType: channelTypes.WEB,
    });
    expect((await app.as(users.asha).get('/e/enterprise/chat_count')).json().data).toEqual({
      newChatCount: 1,
      transferredChatCount: 0,
      invitedChatCount: 0,
      assignedChatCount: 0,
      assginedChatCount: 0,
      missedChatCount: 0,
      totalChatCount: 1,
    });

    expect(await asha.ask('agentPickupChat', {})).toMatchObject({ status: true, data: { chatId } });
    const added = await asha.next('agentPickupChat');
    expect(added.chat).toMatchObject({ chatId, state: chatStates.started, newMsgCount: 1, handledBy: 'agent', ownerId: users.asha.userId });
    await visitor.next('thread', (thread) => thread.handledBy === 'agent' && thread.agentName === 'Asha');

    const key = randomUUID();
    expect(await asha.ask('agentReply', { chatId, key, message: 'On its way.' })).toMatchObject({ status: true });
    const answer = await visitor.next('entry', (data) => data.entry.author === 'agent');
    expect(answer.entry).toMatchObject({ text: 'On its way.', name: 'Asha' });
    expect((await chatOf(users.asha, chatId)).state).toBe(chatStates.ongoing);

    await visitor.say('Thank you');
    expect((await asha.next('customerReply', (data) => data.action.message === 'Thank you')).action).toMatchObject({
      actionType: 1,
      status: 0,
    });
  });

  test('CHAT-003 the record of a chat is numbered without gaps and typed by the enumeration', async () => {
    const { users, asha, visitor } = await makeScene();
    const { chatId } = await visitor.say('One');
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentReply', { chatId, key: 'k1', message: 'Two' });
    await app.as(users.asha).post(`/e/enterprise/chat/${chatId}/close?feedback=solved`);
    const { messages } = await chatOf(users.asha, chatId);
    expect(messages.map((action) => [action.number, action.actionType, action.authorKind])).toEqual([
      [1, 0, 'customer'],
      [2, 1, 'customer'],
      [3, 3, 'system'],
      [4, 2, 'agent'],
      [5, 3, 'agent'],
      [6, 8, 'agent'],
    ]);
  });

  test('CHAT-008 CHAT-009 CHAT-016 a chat has its messages, its counts, and its users with name, address, part and picture', async () => {
    const { users, asha, ben, visitor } = await makeScene();
    const { chatId } = await visitor.say('One');
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
    await ben.ask('acceptInvite', { chatId });
    await visitor.say('Two');
    await visitor.say('Three');
    await asha.next('customerReply', (data) => data.action.message === 'Three');
    const chat: ChatDetail = (await app.as(users.asha).get(`/e/enterprise/chat/${chatId}?perPage=200`)).json().data;
    const part = ({ userId, name, email }: TestUser, type: string) => ({ uId: userId, name, emailId: email, type, profilePic: '' });
    const { chatId: own, participants, messageCount, newMsgCount, isJITRequired, videoChat } = chat;
    expect({ own, participants, messageCount, newMsgCount, isJITRequired, videoChat, users: chat.users }).toEqual({
      own: chatId,
      participants: [users.asha.userId, users.ben.userId],
      // The customer's three, and the words that welcome them.
      messageCount: 4,
      newMsgCount: 3,
      isJITRequired: false,
      videoChat: false,
      users: [part(users.asha, 'owner'), part(users.ben, 'invited')],
    });
    expect(chat.messages.find(({ message }) => message === 'Two')).toMatchObject({
      message: 'Two',
      status: messageStatuses.unread,
      actionBy: expect.any(String),
      actionType: 1,
      actionId: expect.any(String),
      actedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      attachment: null,
      channelErrorCode: '',
      channelErrorDesc: '',
      userName: expect.stringMatching(/^Visitor/),
    });
    expect(chat.messages.filter(({ message, actionType }) => message && actionType === 1).map(({ message }) => message)).toEqual([
      'One',
      'Two',
      'Three',
    ]);
  });

  test('a repeated key is the same message, for the visitor and for the agent', async () => {
    const { users, asha, visitor } = await makeScene();
    const first = await visitor.say('Hello', 'same-key');
    const again = await visitor.say('Hello', 'same-key');
    expect(again.entry.id).toBe(first.entry.id);
    await asha.ask('agentPickupChat', {});
    const [one, two] = await Promise.all([
      asha.ask('agentReply', { chatId: first.chatId, key: 'r1', message: 'Hi' }),
      asha.ask('agentReply', { chatId: first.chatId, key: 'r1', message: 'Hi' }),
    ]);
    expect((one.data.action as ChatAction).actionId).toBe((two.data.action as ChatAction).actionId);
    const { messages } = await chatOf(users.asha, first.chatId);
    expect(messages.filter((action) => action.message === 'Hello')).toHaveLength(1);
    expect(messages.filter((action) => action.message === 'Hi')).toHaveLength(1);
  });

  test('RT-037 exactly one of many agents who pick the same chat up at the same moment wins', async () => {
    const { enterprise, visitor, users } = await makeScene();
    const agents = await Promise.all(Array.from({ length: 8 }, () => app.makeUser({ enterprise, roles: [3] })));
    const sockets = await Promise.all(agents.map((agent) => connect(agent)));
    const { chatId } = await visitor.say('Anybody?');
    const replies = await Promise.all(sockets.map((socket) => socket.ask('agentPickupChat', { chatId })));
    const winners = replies.filter((reply) => reply.status);
    expect(winners).toHaveLength(1);
    const winner = agents[replies.findIndex((reply) => reply.status)] as TestUser;
    for (const reply of replies.filter((item) => !item.status))
      expect(reply).toMatchObject({ code: 'chat.already_picked', message: `Picked up by ${winner.name}` });
    const loser = sockets[replies.findIndex((reply) => !reply.status)] as (typeof sockets)[number];
    expect(await loser.next('noChatPicked')).toMatchObject({
      message: `Picked up by ${winner.name}`,
      counts: { newChatCount: 0, totalChatCount: 0 },
    });
    const { messages } = await chatOf(winner, chatId);
    expect(messages.filter((action) => action.actionType === 2)).toHaveLength(1);
    expect((await app.as(users.asha).get(`/e/enterprise/chat/${chatId}`)).json()).toMatchObject({ status: false, code: 'chat.not_found' });
  });

  test('NOTIF-027 NOTIF-028 NOTIF-029 NOTIF-030 NOTIF-031 nothing to pick up is said in the words of its kind', async () => {
    const { asha } = await makeScene();
    const messages = [];
    for (const type of ['agentPickupChat', 'acceptTransfer', 'acceptInvite', 'acceptAssign', 'agentMissedChatPickup'] as const)
      messages.push((await asha.ask(type, {})).message);
    expect(messages).toEqual([
      'No New Chats to Accept!',
      'No Transferred Chats to Accept!',
      'No Invited Chats to Accept!',
      'No Assigned Chats to Accept!',
      'No missed chats to Accept!',
    ]);
  });

  test('RT-038 CHAT-005 CHAT-006 ticks go from sent to delivered to read and never back', async () => {
    const { users, asha, visitor } = await makeScene();
    const { chatId, entry } = await visitor.say('Hi');
    await asha.ask('agentPickupChat', { chatId });
    const sent = (await asha.ask('agentReply', { chatId, key: 'k', message: 'Hello' })).data.action as ChatAction;
    expect(sent).toMatchObject({ status: 1, deliveryStatus: 0 });
    visitor.tell('received', { chatId, upTo: sent.number });
    expect(await asha.next('chatMessageStatus', (data) => data.author === 'agent')).toMatchObject({
      upTo: sent.number,
      status: 1,
      deliveryStatus: 1,
    });
    visitor.tell('read', { chatId, upTo: sent.number });
    expect(await asha.next('chatMessageStatus', (data) => data.status === 2)).toMatchObject({ upTo: sent.number, deliveryStatus: 2 });
    visitor.tell('received', { chatId, upTo: 1 });
    await asha.ask('chatMessageStatus', { chatId, actionIds: [entry.id], from: '', state: 2 });
    expect(await visitor.next('agentRead')).toEqual({ chatId, upTo: entry.number });
    const { messages, newMsgCount } = await chatOf(users.asha, chatId);
    expect(newMsgCount).toBe(0);
    expect(messages.find((action) => action.actionId === sent.actionId)).toMatchObject({ status: 2, deliveryStatus: 2 });
    expect(messages.find((action) => action.actionId === entry.id)).toMatchObject({ status: 2 });
  });

  test('each agent has an unread count of the customer’s words alone, and hears of the own reading with what is left', async () => {
    const { users, asha, ben, visitor } = await makeScene();
    const { chatId, entry: first } = await visitor.say('One');
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId, note: 'Have a look' });
    await ben.ask('acceptInvite', {});
    await asha.ask('agentReply', { chatId, key: 'a1', message: 'Hello' });
    const { entry: second } = await visitor.say('Two');
    const unread = async (user: TestUser) => (await chatOf(user, chatId)).newMsgCount;
    expect([await unread(users.asha), await unread(users.ben)]).toEqual([2, 2]);
    await asha.ask('chatMessageStatus', { chatId, actionIds: [second.id], from: '', state: 2 });
    for (const agent of [asha, ben])
      expect(await agent.next('chatMessageStatus', (data) => data.author === 'customer')).toMatchObject({
        readBy: users.asha.userId,
        unread: 0,
      });
    // Everybody has the tick already; who reads later is told for the own count.
    await ben.ask('chatMessageStatus', { chatId, actionIds: [first.id], from: '', state: 2 });
    expect(await ben.next('chatMessageStatus', (data) => data.readBy === users.ben.userId)).toMatchObject({
      upTo: second.number,
      unread: 1,
    });
    expect([await unread(users.asha), await unread(users.ben)]).toEqual([0, 1]);
  });

  test('RT-022 RT-026 RT-034 a transfer waits for acceptance and then changes hands', async () => {
    const { users, asha, ben, visitor } = await makeScene();
    const { chatId } = await visitor.say('Hi');
    await asha.ask('agentPickupChat', { chatId });
    expect(await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: '' })).toMatchObject({
      status: false,
      code: 'request.invalid',
    });
    expect(await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Knows parcels' })).toMatchObject({
      status: true,
    });
    expect(await ben.next('transferWaiting')).toMatchObject({ chatId, by: 'Asha' });
    expect((await app.as(users.ben).get('/e/enterprise/chat_count')).json().data).toMatchObject({
      transferredChatCount: 1,
      totalChatCount: 1,
    });
    expect((await app.as(users.ben).get('/e/enterprise/chat/notifications?type=transferred')).json().data[0]).toMatchObject({
      chatId,
      transferringAgent: users.asha.userId,
    });
    expect(await ben.ask('acceptTransfer', {})).toMatchObject({ status: true, data: { chatId } });
    expect((await ben.next('acceptTransfer')).chat).toMatchObject({ chatId, ownerId: users.ben.userId });
    expect(await asha.next('youTransferredChat')).toMatchObject({ chatId, message: 'You transferred the chat!' });
    expect(await asha.ask('agentReply', { chatId, key: 'late', message: 'Still me?' })).toMatchObject({
      status: false,
      code: 'chat.not_found',
    });
  });

  test('RT-021 RT-025 RT-033 RT-035 an invited agent joins, writes and leaves', async () => {
    const { users, asha, ben, visitor } = await makeScene();
    const { chatId } = await visitor.say('Hi');
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
    expect(await ben.next('inviteWaiting')).toMatchObject({ chatId, by: 'Asha' });
    await ben.ask('acceptInvite', { chatId });
    expect((await asha.next('agentJoined', (data) => data.action.actionType === 6)).users?.map((user) => [user.name, user.type])).toEqual([
      ['Asha', 'owner'],
      ['Ben', 'invited'],
    ]);
    expect(await ben.ask('agentReply', { chatId, key: 'b', message: 'I can help too' })).toMatchObject({ status: true });
    expect(await ben.ask('agentLeaveChat', { chatId })).toMatchObject({ status: true });
    expect(await ben.next('youLeftChat')).toEqual({ chatId, message: 'You left the chat!' });
    expect((await asha.next('agentLeaveChat')).action).toMatchObject({ actionType: 9, userName: 'Ben' });
  });

  test('CHAT-012 CHAT-013 CHAT-017 CHAT-018 CHAT-019 CHAT-021 CHAT-022 a chat is pinned, suspended, resumed by the customer and closed with feedback, then rated', async () => {
    const { users, asha, visitor } = await makeScene();
    const { chatId } = await visitor.say('Hi');
    await asha.ask('agentPickupChat', { chatId });
    const agent = app.as(users.asha);
    expect((await agent.post(`/e/enterprise/chat/${chatId}/pin`)).statusCode).toBe(200);
    expect((await agent.put(`/e/enterprise/chat/${chatId}/update_tag`, { tag: 'parcel', note: 'lost' })).statusCode).toBe(200);
    expect((await agent.post(`/e/enterprise/chat/${chatId}/suspend`)).statusCode).toBe(200);
    expect((await agent.get('/e/enterprise/chat/summary?perPage=-1&screenType=CHAT')).json().data[0]).toMatchObject({
      chatId,
      state: 5,
      isPinned: true,
      tag: 'parcel',
      note: 'lost',
    });
    await visitor.say('Still there?');
    expect(await asha.next('chatStateChanged', (data) => data.state !== chatStates.suspended)).toEqual({
      chatId,
      state: chatStates.started,
      wakeAt: null,
      isWoken: false,
    });
    expect((await agent.post(`/e/enterprise/chat/${chatId}/resume`)).json()).toMatchObject({ code: 'chat.state_invalid' });
    // The agent resumes it as well.
    await agent.post(`/e/enterprise/chat/${chatId}/suspend`);
    expect((await chatOf(users.asha, chatId)).state).toBe(chatStates.suspended);
    expect((await agent.post(`/e/enterprise/chat/${chatId}/resume`)).json()).toMatchObject({ status: true });
    expect((await chatOf(users.asha, chatId)).state).toBe(chatStates.started);
    expect((await agent.post(`/e/enterprise/chat/${chatId}/close?feedback=done`)).statusCode).toBe(200);
    expect((await chatOf(users.asha, chatId)).messages.at(-1)).toMatchObject({ actionType: 8, detail: { feedback: 'done' } });
    expect(await visitor.next('thread', (thread) => !thread.isOpen)).toMatchObject({ canRate: true });
    visitor.tell('rate', { chatId, stars: 4, comment: 'Quick' });
    await visitor.next('rated');
    expect((await agent.get('/e/enterprise/chat/history')).json().data.chats[0]).toMatchObject({ chatId, state: 3, rating: 4 });
    const next = await visitor.say('One more thing');
    expect(next.chatId).not.toBe(chatId);
  });

  test('a chat that nobody picks up is missed by timeout, and can be picked up afterwards', async () => {
    const { enterprise, users, asha, visitor } = await makeScene();
    const administrator = await app.makeUser({ enterprise, roles: [1] });
    await app.as(administrator).post('/e/enterprise/configuration', { chat: { missedAfterSeconds: 5 } });
    expect((await app.as(administrator).get('/e/enterprise/configuration')).json().data.chat.missedAfterSeconds).toBe(5);
    const { chatId } = await visitor.say('Hello?');
    await app.contextOf(enterprise).transaction((tx) =>
      tx
        .updateTable('chats')
        .set({ deadlineAt: new Date(Date.now() - 1) })
        .where('enterpriseId', '=', enterprise.enterpriseId)
        .where('chatId', '=', chatId)
        .execute(),
    );
    expect(await asha.next('missedWaiting')).toMatchObject({ chatId });
    const askedAt = (await chatOf(administrator, chatId)).messages.find(({ message }) => message === 'Hello?')?.actedOn;
    expect((await app.as(users.asha).get('/e/enterprise/chat_count')).json().data).toMatchObject({
      newChatCount: 0,
      missedChatCount: 1,
      totalChatCount: 1,
    });
    expect(await visitor.next('thread', (thread) => !thread.isOpen)).toMatchObject({ canRate: false });
    expect(await asha.ask('agentMissedChatPickup', {})).toMatchObject({ status: true, data: { chatId } });
    expect(await chatOf(users.asha, chatId)).toMatchObject({ state: chatStates.started, waitingSince: askedAt });
  });

  test('an offer that is not accepted in time is told to both', async () => {
    const { enterprise, users, asha, ben, visitor } = await makeScene();
    const { chatId } = await visitor.say('Hi');
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Please' });
    await ben.next('transferWaiting');
    await app.contextOf(enterprise).transaction((tx) =>
      tx
        .updateTable('chatOffers')
        .set({ expiresAt: new Date(Date.now() - 1) })
        .where('enterpriseId', '=', enterprise.enterpriseId)
        .where('chatId', '=', chatId)
        .execute(),
    );
    expect(await ben.next('waitingEnded', (data) => data.kind === 'transferred')).toMatchObject({ chatId });
    expect(await asha.next('transferFailed')).toMatchObject({ chatId, message: 'Ben did not accept in time.' });
  });

  test('an agent has no more open chats than the setting allows', async () => {
    const { enterprise, asha, visitor, channel } = await makeScene();
    const administrator = await app.makeUser({ enterprise });
    await app.as(administrator).post('/e/enterprise/configuration', { chat: { maxOpenChats: 1 } });
    await visitor.say('One');
    const other = await visit(channel.widgetKey);
    await other.say('Two');
    expect(await asha.ask('agentPickupChat', {})).toMatchObject({ status: true });
    expect(await asha.ask('agentPickupChat', {})).toMatchObject({ status: false, code: 'chat.agent_full', data: { maxOpenChats: 1 } });
  });
});

describe('the bot', () => {
  test('answers what it was trained for, refuses the rest, and hands over on request', async () => {
    const { enterprise, asha, users, visitor, channel } = await makeScene('bot');
    const admin = await app.makeUser({ enterprise });
    const { botId } = await createBots(app).makeTrained(admin, shopIntents, 'Desk');
    await app.as(admin).put(endpoints.bots.connect.path.replace(':agentId', botId), { channelIds: [channel.id] });
    const { chatId } = await visitor.say('When are you open?');
    const first = (await visitor.next('entry', (data) => data.entry.author === 'bot')).entry;
    expect([first.text, first.name]).toEqual(['We are open from 9 to 18.', 'Desk']);
    await visitor.say('xyzzy');
    expect((await visitor.next('entry', (data) => data.entry.author === 'bot')).entry.text).toContain('I did not understand');
    await visitor.say('I want to talk to an agent');
    expect(await asha.next('customerStartChat')).toMatchObject({ chatId, lastMessage: 'I want to talk to an agent' });
    expect(await visitor.next('thread', (thread) => thread.handledBy === 'queue')).toMatchObject({ isOpen: true });
    await asha.ask('agentPickupChat', { chatId });
    const { messages } = await chatOf(users.asha, chatId);
    expect(messages.filter((action) => action.authorKind === 'bot')).toHaveLength(3);
    await visitor.say('When are you open?');
    await asha.next('customerReply', (data) => data.action.message === 'When are you open?');
    expect((await chatOf(users.asha, chatId)).messages.filter((action) => action.authorKind === 'bot')).toHaveLength(3);
    const turns = await app
      .contextOf(admin)
      .read((tx) =>
        tx.selectFrom('botTurns').select(['origin', 'intentName', 'isInScope']).where('sessionId', '=', chatId).orderBy('turnId').execute(),
      );
    expect(turns).toEqual([
      { origin: 'CHAT', intentName: 'Opening hours', isInScope: true },
      { origin: 'CHAT', intentName: expect.any(String), isInScope: false },
      { origin: 'CHAT', intentName: expect.any(String), isInScope: true },
    ]);
  });

  test('understands each of several quick messages by itself, and loses no wish for an agent among them', async () => {
    const { enterprise, asha, users, visitor, channel } = await makeScene('bot');
    const admin = await app.makeUser({ enterprise });
    const { botId } = await createBots(app).makeTrained(admin, shopIntents, 'Desk');
    await app.as(admin).put(endpoints.bots.connect.path.replace(':agentId', botId), { channelIds: [channel.id] });
    // Messages that come while the first is being written are stored together; the bot finds one or several at once, as it comes.
    const texts = ['xyzzy', ...Array<string>(8).fill('When are you open?'), 'I want to talk to an agent'];
    const [{ chatId = '' } = {}] = await Promise.all(texts.map((text) => visitor.say(text)));
    expect(await asha.next('customerStartChat')).toMatchObject({ chatId, lastMessage: 'I want to talk to an agent' });
    await asha.ask('agentPickupChat', { chatId });
    const { messages } = await chatOf(users.asha, chatId);
    const said = messages.filter((action) => action.authorKind === 'bot').map(({ message }) => message);
    expect(said).toContain('We are open from 9 to 18.');
    expect(said.length).toBeLessThanOrEqual(texts.length);
    const turns = await app
      .contextOf(admin)
      .read((tx) => tx.selectFrom('botTurns').select('text').where('sessionId', '=', chatId).execute());
    expect(turns.map(({ text }) => text).sort()).toEqual(texts.toSorted());
  });

  test('a channel whose bot is not there or not trained leads to the agents', async () => {
    const { asha, visitor } = await makeScene('bot');
    const { chatId } = await visitor.say('When are you open?');
    expect(await asha.next('customerStartChat')).toMatchObject({ chatId });
  });
});

describe('access', () => {
  test('RT-007 a wrong token closes the socket with 4001', async () => {
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/actions?token=wrong`);
    const code = await new Promise((resolve) => socket.on('close', resolve));
    expect(code).toBe(4001);
  });

  test('RT-002 RT-003 the token may be in the query', async () => {
    const user = await app.makeUser({ roles: [3] });
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/actions?token=${user.token}`);
    onTestFinished(() => socket.terminate());
    const first = await new Promise((resolve) => socket.on('message', (data) => resolve(JSON.parse(data.toString()))));
    expect(first).toEqual({ type: 'authenticated', data: { uId: user.userId } });
  });

  test('a chat of another enterprise is not found, by any call', async () => {
    const { visitor } = await makeScene();
    const { chatId } = await visitor.say('Secret');
    const stranger = await app.makeUser({ roles: [1] });
    const socket = await connect(stranger);
    const refused = { status: false, code: 'chat.not_found' };
    expect((await app.as(stranger).get(`/e/enterprise/chat/${chatId}`)).json()).toMatchObject(refused);
    for (const call of ['close', 'suspend', 'resume', 'pin'])
      expect((await app.as(stranger).post(`/e/enterprise/chat/${chatId}/${call}`)).json()).toMatchObject(refused);
    expect(await socket.ask('agentPickupChat', { chatId })).toMatchObject(refused);
    expect(await socket.ask('agentReply', { chatId, key: 'x', message: 'Hi' })).toMatchObject(refused);
    expect(await socket.ask('typing', { chatId })).toMatchObject(refused);
  });

  test('the socket of a user without CHAT.HANDLE handles no chat', async () => {
    const user = await app.makeUser({ roles: [6] });
    const socket = await connect(user);
    expect(await socket.ask('agentPickupChat', {})).toMatchObject({ status: false, code: '1403' });
  });

  test('the widget is refused to a page of a domain that is not allowed, and to an unknown key', async () => {
    const { channel } = await makeScene();
    const { WebSocket } = await import('ws');
    const statusOf = (key: string, origin: string) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${app.url.replace('http', 'ws')}/widget/socket?key=${key}`, { headers: { origin } });
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
        socket.on('open', () => resolve(101));
        socket.on('error', () => {});
        onTestFinished(() => socket.terminate());
      });
    expect(await statusOf(channel.widgetKey, 'https://evil.example')).toBe(403);
    expect(await statusOf('nonsense', app.url)).toBe(404);
    expect(await statusOf(channel.widgetKey, app.url)).toBe(101);
  });

  test('malformed, oversized and hostile frames are refused in words, and SQL and HTML are stored as they are', async () => {
    const { visitor, asha, users } = await makeScene();
    visitor.talker.socket.send('{"type":');
    expect(await visitor.next('refused')).toMatchObject({ code: 'request.malformed' });
    visitor.talker.socket.send(JSON.stringify({ type: 'send', data: { key: 'k', text: 'x'.repeat(5000) } }));
    expect(await visitor.next('refused')).toMatchObject({ key: 'k', code: 'request.invalid' });
    // A customer's text arrives, even with broken characters.
    visitor.talker.socket.send(JSON.stringify({ type: 'send', data: { key: 'n', text: 'a\u0000b' } }));
    expect((await visitor.next('accepted', ({ key }) => key === 'n')).entry.text).toBe('a\ufffdb');
    visitor.talker.socket.send(JSON.stringify({ type: '__proto__', data: {} }));
    expect(await visitor.next('refused')).toMatchObject({ code: 'request.malformed' });
    const hostile = `'); drop table chats; -- <img src=x onerror=alert(1)> {{7*7}} \u202e`;
    const { chatId } = await visitor.say(hostile);
    await asha.ask('agentPickupChat', { chatId });
    expect((await chatOf(users.asha, chatId)).messages.some((action) => action.message === hostile)).toBe(true);
  });
});

describe('the visitor returns', () => {
  test('the thread is kept over reloads, and only what is new is sent again', async () => {
    const { channel, asha, visitor } = await makeScene();
    const { chatId } = await visitor.say('One');
    await asha.ask('agentPickupChat', { chatId });
    visitor.close();
    await asha.ask('agentReply', { chatId, key: 'while-away', message: 'While you were away' });
    const back = await visit(channel.widgetKey, { visitorToken: visitor.token });
    expect(back.welcome.visitorToken).toBe('');
    expect(back.welcome.thread.entries.map((entry) => entry.text)).toEqual(expect.arrayContaining(['One', 'While you were away']));
    const held = back.welcome.thread.entries.at(-2)?.number ?? 0;
    const again = await visit(channel.widgetKey, { visitorToken: visitor.token, chatId, after: held });
    expect(again.welcome.thread.entries.map((entry) => entry.text)).toEqual(['While you were away']);
    const stranger = await visit(channel.widgetKey, { visitorToken: 'forged' });
    expect(stranger.welcome.thread.chatId).toBeNull();
    expect(stranger.welcome.visitorToken).toMatch(/^[\w-]{43}$/);
  });
});
