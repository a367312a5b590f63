import {
  AnsweredMeanwhile,
  type ApiKeyScope,
  agentStatuses,
  type ChatDetail,
  type ChatLabel,
  type ChatMention,
  chatActionTypes,
  chatStates,
  type Department,
  endpoints,
  type InboxPage,
} from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestEnterprise, TestUser } from '../../../../test/factories.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import { upload } from '../../../../test/upload.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { requestsPerMinute: 1_000_000, simulator: vendors.address } });
const { as, makeUser } = app;
const { makeScene, visit, connect } = createScenes(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);
const { apiKeys, artifacts, chats, chatLabels, chatPrograms: calls, chatSides, departments, files, inbox } = endpoints;

type Answer = { status: boolean; code: string; message: string; data: never };
const at = (path: string, chatId: string) => path.replace(':chatId', chatId);
const all: ApiKeyScope[] = ['chats', 'chat_replies', 'chat_work'];

/** A program with a key of its own. */
async function programOf(maker: TestUser, more: { scopes?: ApiKeyScope[]; name?: string; channelIds?: string[] } = {}) {
  const made = (await as(maker).post(apiKeys.add.path, { name: 'Refunds', scopes: all, ...more })).json().data as {
    id: string;
    secret: string;
  };
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${made.secret}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Answer;
  };
  return {
    id: made.id,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: object) => call('POST', path, body),
    put: (path: string, body: object) => call('PUT', path, body),
    reply: (chatId: string, body: object) => call('POST', at(calls.reply.path, chatId), body),
    assign: (chatId: string, body: object) => call('POST', at(calls.assign.path, chatId), { note: 'Please', ...body }),
    read: async (chatId: string) => (await call('GET', at(chats.get.path, chatId))).data as ChatDetail,
  };
}

/** A chat that waits for an agent, and a program that an administrator has made a key for. */
async function waiting() {
  const scene = await makeScene();
  const ada = await makeUser({ enterprise: scene.enterprise, name: 'Ada' });
  const { chatId } = await scene.visitor.say('Where is my refund?');
  return { ...scene, ada, chatId: String(chatId), program: await programOf(ada) };
}

/** The same chat, which Asha has picked up. */
async function owned() {
  const scene = await waiting();
  await scene.asha.ask('agentPickupChat', { chatId: scene.chatId });
  return scene;
}

const rowOf = ({ enterprise }: { enterprise: TestEnterprise }, chatId: string) =>
  enterprise.ctx.read((tx) =>
    tx
      .selectFrom('chats')
      .selectAll()
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('chatId', '=', chatId)
      .executeTakeFirstOrThrow(),
  );
const countFiles = ({ enterprise }: { enterprise: TestEnterprise }) =>
  enterprise.ctx.read(
    async (tx) => (await tx.selectFrom('files').select('fileId').where('enterpriseId', '=', enterprise.enterpriseId).execute()).length,
  );

/** An attachment of the library. */
async function makeArtifact(user: TestUser): Promise<string> {
  const fileId = (await as(user).post(files.upload.path, ...upload('list.csv', 'a,b\n'))).json().response.id as string;
  return (await as(user).post(artifacts.create.path, { isPublic: true, data: { type: 'DOC', fileId } })).json().response._id;
}

/** The widget's key of another web channel. */
const channelKey = async (enterprise: TestEnterprise) => (await makeWebChannel(enterprise)).widgetKey;
const detailOf = async (by: TestUser, chatId: string): Promise<ChatDetail> =>
  (await as(by).get(`${at(chats.get.path, chatId)}?perPage=200`)).json().data;
const makeDepartment = async (admin: TestUser, name: string, ...agents: TestUser[]): Promise<Department> => {
  const made = (await as(admin).post(departments.create.path, { name })).json().data as Department;
  await as(admin).put(departments.addUsers.path.replace(':departmentId', made.id), { users: agents.map(({ userId }) => userId) });
  return made;
};

test('a key lists waiting chats and reads them; notes are for keys that may write them', async () => {
  const { ada, asha, chatId, program } = await waiting();
  await program.post(at(calls.note.path, chatId), { key: newId(), text: 'Angry' });
  const reader = await programOf(ada, { scopes: ['chats'] });
  const { chats: listed } = (await reader.get(`${inbox.list.path}?tab=waiting&sort=longest`)).data as InboxPage;
  expect(listed.map((chat) => [chat.chatId, chat.handledBy])).toEqual([[chatId, 'queue']]);
  const [plain, whole] = [await reader.read(chatId), await program.read(chatId)];
  expect([plain.messages.some(({ message }) => message === 'Where is my refund?'), plain.sides, plain.lastSide]).toEqual([true, [], 0]);
  expect(whole.sides.map(({ text, authorName }) => [text, authorName])).toEqual([['Angry', 'Refunds']]);
  expect(await reader.reply(chatId, { key: '1', text: 'Hello' })).toMatchObject({ code: '1403' });
  expect((await asha.ask('agentPickupChat', { chatId })).status).toBe(true);
  expect((await reader.read(chatId)).handledBy).toBe('agent');
});

test('a key knows no chat of another enterprise, and none of other channels than its own', async () => {
  const { ada, enterprise, channel, chatId } = await waiting();
  const stranger = await programOf(await makeUser());
  for (const answer of [
    await stranger.get(at(chats.get.path, chatId)),
    await stranger.reply(chatId, { key: '1', text: 'Hello' }),
    await stranger.post(at(calls.note.path, chatId), { key: '1', text: 'Hello' }),
    await stranger.assign(chatId, { departmentId: newId() }),
    await stranger.post(at(chats.close.path, chatId)),
  ])
    expect(answer).toMatchObject({ status: false, code: 'chat.not_found' });
  const other = await makeWebChannel(enterprise);
  const [own, elsewhere] = [await programOf(ada, { channelIds: [channel.id] }), await programOf(ada, { channelIds: [other.id] })];
  const countOf = async (one: typeof own) => ((await one.get(`${inbox.list.path}?tab=waiting`)).data as InboxPage).chats.length;
  expect([await countOf(own), await countOf(elsewhere)]).toEqual([1, 0]);
  expect(await elsewhere.get(at(chats.get.path, chatId))).toMatchObject({ code: '1403' });
  expect(await elsewhere.reply(chatId, { key: '1', text: 'Hello' })).toMatchObject({ code: '1403' });
  expect(await own.get(`${inbox.search.path}?q=refund`)).toMatchObject({ code: '1403' });
  expect(await own.reply(chatId, { key: '1', text: 'Hello' })).toMatchObject({ status: true });
});

test('a key of one channel reads no last message of another', async () => {
  const { ada, enterprise, channel, chatId, program } = await waiting();
  const { chatId: other } = await (await visit(await channelKey(enterprise))).say('About something else');
  const { customerId } = (await detailOf(ada, chatId)).customer;
  await enterprise.ctx.transaction((tx) =>
    tx
      .updateTable('chats')
      .set({ customerId })
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('chatId', '=', String(other))
      .execute(),
  );
  const limited = await programOf(ada, { channelIds: [channel.id] });
  const lastOf = ({ customer }: ChatDetail) => customer.previousChats.map(({ lastMessage }) => lastMessage);
  expect([await program.read(chatId), await limited.read(chatId)].map(lastOf)).toEqual([['About something else'], []]);
});

test('an answer by a key is written once, under its name to agents and under none to the customer, and owns nothing', async () => {
  const { users, visitor, asha, chatId, program, enterprise } = await owned();
  const before = await detailOf(users.asha, chatId);
  const sent = await program.reply(chatId, { key: 'refund', text: 'It is on its way.' });
  expect(sent).toMatchObject({
    status: true,
    data: { authorKind: 'bot', userName: 'Refunds', actionBy: program.id, message: 'It is on its way.', key: 'refund' },
  });
  expect(await program.reply(chatId, { key: 'refund', text: 'It is on its way.' })).toEqual(sent);
  expect((await asha.next('agentReply')).action).toMatchObject({ userName: 'Refunds', message: 'It is on its way.' });
  expect((await visitor.next('entry', ({ entry }) => entry.author === 'bot')).entry).toMatchObject({ name: '', text: 'It is on its way.' });
  const after = await detailOf(users.asha, chatId);
  expect(after.messages.filter(({ message }) => message === 'It is on its way.')).toHaveLength(1);
  expect([after.ownerId, after.state, after.waitingSince]).toEqual([users.asha.userId, chatStates.started, before.waitingSince]);
  const ledger = await enterprise.ctx.read((tx) =>
    tx
      .selectFrom('messages')
      .select(['source', 'direction', 'number'])
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('resourceId', '=', chatId)
      .where('source', '=', 'API')
      .execute(),
  );
  expect(ledger).toEqual([{ source: 'API', direction: 'out', number: after.lastNumber }]);
  // The same key in another chat is somebody's mistake.
  const { chatId: other } = await (await visit(await channelKey(enterprise))).say('Me too');
  expect(await program.reply(String(other), { key: 'refund', text: 'It is on its way.' })).toMatchObject({ code: 'chat.key_used' });
});

test('the same key by several calls at once is one answer, and in two chats at once it stands in one of them', async () => {
  const { enterprise, users, chatId, program } = await owned();
  const sent = await Promise.all(Array.from({ length: 4 }, () => program.reply(chatId, { key: 'once', text: 'Once' })));
  expect(new Set(sent.map(({ data }) => (data as { number: number }).number)).size).toBe(1);
  expect((await detailOf(users.asha, chatId)).messages.filter(({ message }) => message === 'Once')).toHaveLength(1);
  const { chatId: other } = await (await visit(await channelKey(enterprise))).say('Hello');
  const both = await Promise.all([chatId, String(other)].map((id) => program.reply(id, { key: 'two', text: 'Twice' })));
  expect(both.map(({ code }) => code).toSorted()).toEqual(['100', 'chat.key_used']);
});

test('an answer ends the wait for the agent only if it counts as a reply, and never the wait for one', async () => {
  const { users, asha, chatId, program, ada } = await waiting();
  const state = async () => {
    const { waitingSince, state: now, handledBy } = await detailOf(ada, chatId);
    return [waitingSince !== null, now, handledBy];
  };
  await program.reply(chatId, { key: '1', text: 'One moment', countsAsReply: true });
  expect(await state()).toEqual([true, chatStates.created, 'queue']);
  await asha.ask('agentPickupChat', { chatId });
  await program.reply(chatId, { key: '2', text: 'Still a moment' });
  expect(await state()).toEqual([true, chatStates.started, 'agent']);
  await program.reply(chatId, { key: '3', text: 'It is on its way', countsAsReply: true });
  expect(await state()).toEqual([false, chatStates.ongoing, 'agent']);
  expect((await detailOf(users.asha, chatId)).ownerId).toBe(users.asha.userId);
});

test('the clock of a silent customer begins with an answer by a key that counts as a reply, and with no other', async () => {
  const { ada, enterprise, asha, chatId, program } = await waiting();
  await as(ada).post(chats.saveConfiguration.path, { chat: { customerRemindSeconds: 600 }, deptId: '' });
  await asha.ask('agentPickupChat', { chatId });
  const kinds = async () => {
    const rows = await enterprise.ctx.read((tx) => tx.selectFrom('chatClocks').select('kind').where('chatId', '=', chatId).execute());
    // The save asks every open chat to be timed anew, by a job that may run at any moment from here on.
    return rows.map(({ kind }) => kind).filter((kind) => kind !== 'retime');
  };
  await program.reply(chatId, { key: '1', text: 'A moment' });
  expect(await kinds()).toEqual([]);
  await program.reply(chatId, { key: '2', text: 'It is on its way', countsAsReply: true });
  expect(await kinds()).toEqual(['customerSilent']);
});

test('a key says nothing while a bot has the chat, after its end, and nothing empty; a repeat of what was said is answered all the same', async () => {
  const { enterprise, users, chatId, program } = await owned();
  const first = await program.reply(chatId, { key: '1', text: 'Hello' });
  expect(await program.reply(chatId, { key: '2', text: ' \n ' })).toMatchObject({ code: 'chat.empty_message' });
  expect(await program.reply(chatId, { key: '', text: 'Hello' })).toMatchObject({ code: 'request.invalid' });
  const handTo = (handledBy: 'bot' | 'stream' | 'agent') =>
    enterprise.ctx.transaction((tx) =>
      tx
        .updateTable('chats')
        .set({ handledBy, ownerId: handledBy === 'agent' ? users.asha.userId : null })
        .where('enterpriseId', '=', enterprise.enterpriseId)
        .where('chatId', '=', chatId)
        .execute(),
    );
  for (const holder of ['bot', 'stream'] as const) {
    await handTo(holder);
    expect(await program.reply(chatId, { key: '3', text: 'And me?' })).toMatchObject({ code: 'chat.state_invalid' });
    expect(await program.assign(chatId, { agentId: users.ben.userId })).toMatchObject({ code: 'chat.state_invalid' });
    expect(await program.post(at(chats.close.path, chatId))).toMatchObject({ code: 'chat.state_invalid' });
  }
  await handTo('agent');
  await as(users.asha).post(at(chats.close.path, chatId));
  expect(await program.reply(chatId, { key: '3', text: 'And me?' })).toMatchObject({ code: 'chat.state_invalid' });
  expect(await program.reply(chatId, { key: '1', text: 'Hello' })).toMatchObject({
    status: true,
    data: { number: (first.data as { number: number }).number },
  });
});

test('an answer is held behind what others have answered since, and an agent is held behind the answer of a key', async () => {
  const { users, asha, chatId, program } = await owned();
  const seen = (await program.read(chatId)).lastNumber;
  await asha.ask('agentReply', { chatId, key: 'a1', message: 'I look it up.' });
  const held = await program.reply(chatId, { key: '1', text: 'It left today.', seen });
  expect([held.code, AnsweredMeanwhile.parse(held.data).entries.map(({ name, message }) => [name, message])]).toEqual([
    'chat.answered_meanwhile',
    [['Asha', 'I look it up.']],
  ]);
  const newer = (await program.read(chatId)).lastNumber;
  expect(await program.reply(chatId, { key: '1', text: 'It left today.', seen: newer })).toMatchObject({ status: true });
  // Its own answer holds a key up no more than an agent's holds the agent.
  expect(await program.reply(chatId, { key: '2', text: 'By ship.', seen: newer })).toMatchObject({ status: true });
  const refused = await asha.ask('agentReply', { chatId, key: 'a2', message: 'It leaves tomorrow.', seen: newer });
  expect([refused.code, AnsweredMeanwhile.parse(refused.data).entries.map(({ name }) => name)]).toEqual([
    'chat.answered_meanwhile',
    ['Refunds', 'Refunds'],
  ]);
  expect((await detailOf(users.asha, chatId)).messages.at(-1)?.message).toBe('By ship.');
});

test('a key that reads no chats is not told what the others have answered', async () => {
  const { ada, asha, chatId } = await owned();
  const writer = await programOf(ada, { scopes: ['chat_replies'] });
  await asha.ask('agentReply', { chatId, key: 'a1', message: 'I look it up.' });
  expect(await writer.reply(chatId, { key: '1', text: 'It left today.', seen: 0 })).toMatchObject({
    code: 'chat.answered_meanwhile',
    data: { entries: [] },
  });
});

test('an answer that the channel does not take is refused with the reason, leaves nothing, and may come again', async () => {
  const enterprise = await app.makeEnterprise();
  const ada = await makeUser({ enterprise, name: 'Ada' });
  const agent = await makeUser({ enterprise, roles: [3], name: 'Asha' });
  const asha = await connect(agent);
  const { channelId } = await makeWhatsApp(enterprise);
  await vendors.control.act(channelId, '+919820001234', { kind: 'text', text: 'Hello' });
  const { chatId } = await asha.next('customerStartChat');
  await asha.ask('agentPickupChat', { chatId });
  const program = await programOf(ada);
  const hearAgain = (hoursAgo: number) =>
    enterprise.ctx.transaction((tx) =>
      sql`update customer_addresses set last_inbound_at = now() - make_interval(hours => ${hoursAgo})`.execute(tx),
    );
  await hearAgain(25);
  const artifactId = await makeArtifact(ada);
  const before = [await countFiles({ enterprise }), (await rowOf({ enterprise }, chatId)).lastNumber];
  for (const more of [{}, { artifactId }])
    expect(await program.reply(chatId, { key: '1', text: 'Too late', countsAsReply: true, ...more })).toMatchObject({
      code: 'chat.not_taken',
      data: { reason: 'WINDOW_CLOSED' },
    });
  const chat = await rowOf({ enterprise }, chatId);
  expect([[await countFiles({ enterprise }), chat.lastNumber], chat.firstReplyAt]).toEqual([before, null]);
  await hearAgain(1);
  expect(await program.reply(chatId, { key: '1', text: 'In time', countsAsReply: true })).toMatchObject({ status: true });
  expect((await rowOf({ enterprise }, chatId)).firstReplyAt).not.toBeNull();
});

test('a chat gets 60 answers by keys a minute and not one more, and another chat has its own', async () => {
  const { ada, chatId, program, enterprise } = await owned();
  const second = await programOf(ada, { name: 'Parcels' });
  for (let index = 0; index < 60; index += 1)
    expect((await (index % 2 ? program : second).reply(chatId, { key: `k${index}`, text: `Answer ${index}` })).status).toBe(true);
  expect(await program.reply(chatId, { key: 'k60', text: 'One more' })).toMatchObject({
    code: 'request.rate_limited',
    data: { retryAfterSeconds: expect.any(Number) },
  });
  const { chatId: other } = await (await visit(await channelKey(enterprise))).say('Hello');
  expect((await program.reply(String(other), { key: 'k60', text: 'Hello' })).status).toBe(true);
});

test('an attachment of the library goes with an answer, and one of another enterprise does not', async () => {
  const { ada, users, chatId, program } = await owned();
  const own = await makeArtifact(ada);
  const sent = await program.reply(chatId, { key: '1', artifactId: own });
  expect(sent).toMatchObject({ status: true, data: { message: '', attachment: { name: 'list.csv' } } });
  // Its address is signed anew each time; the file is the same.
  const { id } = (sent.data as { attachment: { id: string } }).attachment;
  expect(await program.reply(chatId, { key: '1', artifactId: own })).toMatchObject({ data: { attachment: { id, name: 'list.csv' } } });
  expect(await program.reply(chatId, { key: '2', artifactId: await makeArtifact(await makeUser()) })).toMatchObject({
    code: 'artifact.not_found',
  });
  expect((await detailOf(users.asha, chatId)).messages.filter(({ attachment }) => attachment)).toHaveLength(1);
});

test('an answer that is refused leaves no copy of its attachment', async () => {
  const scene = await owned();
  const { ada, users, asha, chatId, program } = scene;
  const artifactId = await makeArtifact(ada);
  await asha.ask('agentReply', { chatId, key: 'a1', message: 'I look it up.' });
  const before = await countFiles(scene);
  expect(await program.reply(chatId, { key: '1', artifactId, seen: 0 })).toMatchObject({ code: 'chat.answered_meanwhile' });
  const byBen = (await as(users.ben).post(at(calls.reply.path, chatId), { key: '1', artifactId })).json();
  expect(byBen).toMatchObject({ code: 'chat.not_found' });
  await as(users.asha).post(at(chats.close.path, chatId));
  expect(await program.reply(chatId, { key: '1', artifactId })).toMatchObject({ code: 'chat.state_invalid' });
  expect(await countFiles(scene)).toBe(before);
});

test('a note by a key names it, is written once, and tells whom it mentions, its maker too', async () => {
  const { ada, asha, visitor, chatId, program } = await owned();
  const write = () => program.post(at(calls.note.path, chatId), { key: 'n1', text: 'Look, Ada', mentions: [ada.userId] });
  const first = await write();
  expect(first).toMatchObject({ status: true, data: { kind: 'note', authorName: 'Refunds', authorId: program.id } });
  expect(await write()).toEqual(first);
  expect((await asha.next('chatSide')).side).toEqual(first.data);
  const { mentions } = (await as(ada).get(chatSides.mentions.path)).json().data as { mentions: ChatMention[] };
  expect(mentions.map(({ by, text }) => [by, text])).toEqual([['Refunds', 'Look, Ada']]);
  expect(JSON.stringify(visitor.talker.received)).not.toContain('Look, Ada');
});

test('labels, priority, suspending and closing by a key stand in the chat under its name', async () => {
  const { ada, users, visitor, chatId, program } = await owned();
  const label = (await as(ada).post(chatLabels.create.path, { name: 'Refund' })).json().data as ChatLabel;
  expect((await program.get(`${chatLabels.list.path}?chatId=${chatId}`)).data).toMatchObject([{ id: label.id, name: 'Refund' }]);
  await program.put(at(chatSides.saveLabels.path, chatId), { labelIds: [label.id] });
  await program.put(at(chatSides.savePriority.path, chatId), { priority: 8 });
  const wakeAt = new Date(Date.now() + 3_600_000).toISOString();
  expect(await program.post(`${at(chats.suspend.path, chatId)}?wakeAt=${wakeAt}`)).toMatchObject({ status: true });
  expect(await program.post(at(chats.resume.path, chatId))).toMatchObject({ status: true });
  const { sides, tag, priority } = await detailOf(users.asha, chatId);
  expect([tag, priority]).toEqual(['Refund', 8]);
  expect(sides.map(({ authorName, act }) => [authorName, act])).toEqual([
    ['Refunds', { act: 'labels', added: ['Refund'], removed: [] }],
    ['Refunds', { act: 'priority', from: 5, to: 8 }],
    ['Refunds', { act: 'suspended', until: wakeAt }],
    ['Refunds', { act: 'resumed' }],
  ]);
  expect(await program.post(`${at(chats.close.path, chatId)}?feedback=Done`)).toMatchObject({ status: true });
  expect(await program.post(at(chats.close.path, chatId))).toMatchObject({ code: 'chat.state_invalid' });
  const ended = await detailOf(users.asha, chatId);
  expect([ended.state, ended.messages.at(-1)]).toMatchObject([
    chatStates.closed,
    { actionType: chatActionTypes.agentClosedChat, authorKind: 'bot', userName: 'Refunds', detail: { feedback: 'Done' } },
  ]);
  // The customer reads no name of a program.
  expect(JSON.stringify(visitor.talker.received)).not.toContain('Refunds');
});

test('a label by a key is marked by nobody', async () => {
  const { ada, enterprise, chatId, program } = await owned();
  const label = (await as(ada).post(chatLabels.create.path, { name: 'Refund' })).json().data as ChatLabel;
  await program.put(at(chatSides.saveLabels.path, chatId), { labelIds: [label.id] });
  const marks = await enterprise.ctx.read((tx) =>
    tx.selectFrom('chatLabelMarks').select(['labelId', 'markedBy']).where('chatId', '=', chatId).execute(),
  );
  expect(marks).toEqual([{ labelId: label.id, markedBy: null }]);
});

test('a waiting chat that a key closes is gone from the lists of those who saw it', async () => {
  const { asha, chatId, program, ada } = await waiting();
  expect(await program.post(at(chats.close.path, chatId))).toMatchObject({ status: true });
  expect(await asha.next('waitingEnded', (data) => data.chatId === chatId)).toMatchObject({ kind: 'new' });
  expect((await as(ada).get(chats.counts.path)).json().data.newChatCount).toBe(0);
});

test('a waiting chat that a key closes is over for those who saw it, and asks nobody for stars', async () => {
  const { ada, users, visitor, chatId, program } = await waiting();
  await program.post(at(calls.note.path, chatId), { key: 'n1', text: 'Look', mentions: [users.ben.userId] });
  const seen = async (by: TestUser) => [
    (await as(by).get(at(chats.get.path, chatId))).json().code,
    (await as(by).get(chatSides.mentions.path)).json().data.mentions.length,
  ];
  expect(await seen(users.ben)).toEqual(['100', 1]);
  await program.post(at(chats.close.path, chatId));
  expect(await seen(users.ben)).toEqual(['chat.not_found', 0]);
  expect((await detailOf(ada, chatId)).state).toBe(chatStates.closed);
  expect(await visitor.next('thread', ({ isOpen }) => !isOpen)).toMatchObject({ canRate: false });
});

test('a key offers a waiting chat to an agent, who accepts it; asked again it offers nothing anew', async () => {
  const { users, ben, chatId, program } = await waiting();
  for (let times = 0; times < 2; times += 1)
    expect(await program.assign(chatId, { agentId: users.ben.userId, note: 'Knows refunds' })).toMatchObject({ status: true });
  expect(await ben.next('assignWaiting')).toMatchObject({ chatId, by: 'Refunds', note: 'Knows refunds' });
  const offered = (await as(users.ben).get(`${inbox.list.path}?tab=transfers`)).json().data as InboxPage;
  expect(offered.chats.map(({ offer }) => offer)).toMatchObject([{ kind: 'assigned', fromName: 'Refunds', note: 'Knows refunds' }]);
  expect((await ben.ask('acceptAssign', { chatId })).status).toBe(true);
  expect(await program.assign(chatId, { agentId: users.ben.userId })).toMatchObject({ status: true });
  const { ownerId, sides } = await detailOf(users.ben, chatId);
  expect([ownerId, sides.map(({ authorName, act }) => [authorName, act])]).toEqual([
    users.ben.userId,
    [['Refunds', { act: 'offered', agentName: 'Ben', note: 'Knows refunds' }]],
  ]);
  expect(ben.talker.received.filter(({ type }) => type === 'assignWaiting')).toEqual([]);
});

test('an offer whose time is over holds up no new one', async () => {
  const { enterprise, users, ben, chatId, program } = await waiting();
  await program.assign(chatId, { agentId: users.ben.userId });
  await ben.next('assignWaiting');
  await enterprise.ctx.transaction((tx) =>
    tx
      .updateTable('chatOffers')
      .set({ expiresAt: new Date(0) })
      .where('chatId', '=', chatId)
      .where('state', '=', 'waiting')
      .execute(),
  );
  expect(await program.assign(chatId, { agentId: users.ben.userId })).toMatchObject({ status: true });
  expect(await ben.next('assignWaiting')).toMatchObject({ chatId });
});

test('the limit of an agent holds for what a key offers, and so does their being away', async () => {
  const { enterprise, users, ben, chatId, program, channel } = await waiting();
  const setLimit = (maxChats: number) =>
    enterprise.ctx.transaction((tx) =>
      tx
        .updateTable('users')
        .set({ maxChats })
        .where('enterpriseId', '=', enterprise.enterpriseId)
        .where('userId', '=', users.ben.userId)
        .execute(),
    );
  await setLimit(1);
  expect(await program.assign(chatId, { agentId: users.ben.userId })).toMatchObject({ status: true });
  const { chatId: second } = await (await visit(channel.widgetKey)).say('Me too');
  // The offer counts from the moment that it is made.
  expect(await program.assign(String(second), { agentId: users.ben.userId })).toMatchObject({
    code: 'chat.agent_full',
    message: 'Ben already has 1 open chats.',
    data: { maxOpenChats: 1 },
  });
  await ben.ask('declineOffer', { chatId, kind: 'assigned' });
  expect(await program.assign(String(second), { agentId: users.ben.userId })).toMatchObject({ status: true });
  await as(users.asha).put(chats.updateAgentStatus.path, { agentStatus: 0, reason: '' });
  expect(await program.assign(chatId, { agentId: users.asha.userId })).toMatchObject({ code: 'chat.agent_away' });
  expect(await program.assign(chatId, { agentId: newId() })).toMatchObject({ code: 'user.not_found' });
});

test("a key transfers an agent's chat: it stays with its owner until the other accepts, and the record says who did it and what came of it", async () => {
  const { users, asha, ben, chatId, program } = await owned();
  await program.assign(chatId, { agentId: users.ben.userId, note: 'Knows refunds' });
  expect(await ben.next('transferWaiting')).toMatchObject({ chatId, by: 'Refunds' });
  const during = await detailOf(users.asha, chatId);
  expect([during.ownerId, during.pendingTransfer?.agentName, during.messages.at(-1)]).toMatchObject([
    users.asha.userId,
    'Ben',
    {
      actionType: chatActionTypes.agentTransferred,
      authorKind: 'bot',
      userName: 'Refunds',
      detail: { agentName: 'Ben', note: 'Knows refunds' },
    },
  ]);
  await ben.ask('declineOffer', { chatId, kind: 'transferred' });
  expect((await detailOf(users.asha, chatId)).messages.at(-1)).toMatchObject({
    actionType: chatActionTypes.agentTransferred,
    detail: { returned: 'declined', agentName: 'Ben' },
  });
  await program.assign(chatId, { agentId: users.ben.userId });
  // The owner may take back what a key has made of their chat.
  expect((await asha.ask('withdrawTransfer', { chatId })).status).toBe(true);
  await program.assign(chatId, { agentId: users.ben.userId });
  expect((await ben.ask('acceptTransfer', { chatId })).status).toBe(true);
  expect((await detailOf(users.ben, chatId)).ownerId).toBe(users.ben.userId);
});

test('a chat that a key transfers from an owner who is away goes back to the queue where nobody takes it', async () => {
  const { ada, users, asha, ben, chatId, program } = await owned();
  await program.assign(chatId, { agentId: users.ben.userId });
  await ben.next('transferWaiting');
  await as(users.asha).put(chats.updateAgentStatus.path, { agentStatus: agentStatuses.away, reason: '' });
  await ben.ask('declineOffer', { chatId, kind: 'transferred' });
  expect(await asha.next('youLeftChat')).toMatchObject({ chatId, message: 'Ben declined. The chat is back in the queue.' });
  expect(await detailOf(ada, chatId)).toMatchObject({ handledBy: 'queue', ownerId: '' });
});

test('a key hands a chat to the queue of a department, from whoever has it, once', async () => {
  const { ada, users, asha, chatId, program } = await owned();
  const [billing, empty] = [await makeDepartment(ada, 'Billing', users.ben), await makeDepartment(ada, 'Nobody')];
  // The change of departments has ended the former socket.
  const ben = await connect(users.ben);
  expect(await program.assign(chatId, { departmentId: empty.id })).toMatchObject({ code: 'chat.department_empty' });
  expect(await program.assign(chatId, { departmentId: newId() })).toMatchObject({ code: 'department.not_found' });
  expect(await program.assign(chatId, {})).toMatchObject({ code: 'request.invalid' });
  expect(await program.assign(chatId, { departmentId: billing.id, agentId: users.ben.userId })).toMatchObject({ code: 'request.invalid' });
  for (let times = 0; times < 2; times += 1)
    expect(await program.assign(chatId, { departmentId: billing.id, note: 'A refund' })).toMatchObject({ status: true });
  expect(await asha.next('youTransferredChat')).toMatchObject({ chatId, message: 'Refunds has moved the chat to Billing.' });
  expect(await ben.next('customerStartChat', (data) => data.chatId === chatId)).toMatchObject({ chatId });
  const { deptId, handledBy, ownerId, messages } = await detailOf(ada, chatId);
  expect([deptId, handledBy, ownerId]).toEqual([billing.id, 'queue', '']);
  expect(messages.filter(({ actionType }) => actionType === chatActionTypes.agentTransferred)).toMatchObject([
    { authorKind: 'bot', userName: 'Refunds', detail: { departmentName: 'Billing', note: 'A refund' } },
  ]);
  expect((await ben.ask('agentPickupChat', { chatId })).status).toBe(true);
  // Repeated late, it takes the chat from nobody.
  await program.assign(chatId, { departmentId: billing.id, note: 'A refund' });
  expect((await detailOf(ada, chatId)).ownerId).toBe(users.ben.userId);
});

test('a waiting chat that a key moves to a department keeps its place and its time', async () => {
  const scene = await waiting();
  const { ada, enterprise, users, chatId, program } = scene;
  const billing = await makeDepartment(ada, 'Billing', users.ben);
  const [queuedAt, deadlineAt] = [new Date(Date.now() - 300_000), new Date(Date.now() + 60_000)];
  await enterprise.ctx.transaction((tx) =>
    tx
      .updateTable('chats')
      .set({ queuedAt, deadlineAt })
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('chatId', '=', chatId)
      .execute(),
  );
  expect(await program.assign(chatId, { departmentId: billing.id })).toMatchObject({ status: true });
  expect(await rowOf(scene, chatId)).toMatchObject({ deptId: billing.id, state: chatStates.created, queuedAt, deadlineAt });
});

test('a person does the same by call, with the rights of a person', async () => {
  const { ada, users, ben, chatId } = await owned();
  const post = async (by: TestUser, path: string, body: object) => (await as(by).post(at(path, chatId), body)).json();
  expect(await post(users.asha, calls.reply.path, { key: '1', text: 'By call' })).toMatchObject({
    data: { authorKind: 'agent', userName: 'Asha' },
  });
  expect(await post(users.ben, calls.reply.path, { key: '1', text: 'By call' })).toMatchObject({ code: 'chat.not_found' });
  expect(await post(users.asha, calls.note.path, { key: '1', text: 'Mine' })).toMatchObject({ data: { authorName: 'Asha' } });
  expect(await post(ada, calls.assign.path, { agentId: users.ben.userId, note: 'Please' })).toMatchObject({ code: 'chat.not_found' });
  expect(await post(users.asha, calls.assign.path, { agentId: users.ben.userId, note: 'Please' })).toMatchObject({ status: true });
  expect(await ben.next('transferWaiting')).toMatchObject({ chatId, by: 'Asha', note: 'Please' });
  expect((await fetch(`${app.url}${at(calls.reply.path, chatId)}`, { method: 'POST' })).status).toBe(401);
});
