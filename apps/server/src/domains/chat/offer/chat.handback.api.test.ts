import { type ChatDetail, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createBots } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { ask, createStreamScenes, end, makeStream, texts } from '../../../../test/journeys.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import { startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({ config: { simulator: vendors.address }, now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, makeEnterprise } = app;
const { connect, visit } = createScenes(app);
const { makeTrained } = createBots(app);
const { makeScene, publish, phoneOf, becomes } = createStreamScenes(app, vendors);
const { chats, inbox } = endpoints;
const at = (path: string, chatId: string) => path.replace(':chatId', chatId);
const read = async (user: TestUser, chatId: string): Promise<ChatDetail> => (await as(user).get(at(chats.get.path, chatId))).json().data;
const helper = { kind: 'bot', name: 'Helper' };
const handBack = (user: TestUser, chatId: string, taker: object = helper) => as(user).post(at(chats.handBack.path, chatId), taker);

/** A website whose bot knows opening hours and gets a person for complaints; two agents, of whom the first has the visitor's chat. */
async function botScene() {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const { botId } = await makeTrained(admin, [
    { name: 'Hours', phrases: ['when are you open', 'what are your opening hours', 'how late are you open'], response: 'From 9 to 18.' },
    {
      name: 'Complaint',
      phrases: ['i want to complain', 'a complaint please', 'this is a complaint'],
      response: 'One moment.',
      handsOver: true,
    },
  ]);
  const channel = await makeWebChannel(enterprise, { entry: 'bot', botId });
  const [asha, ben] = [await makeUser({ enterprise, roles: [3], name: 'Asha' }), await makeUser({ enterprise, roles: [3], name: 'Ben' })];
  const [hers, his] = [await connect(asha), await connect(ben)];
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('I want to complain');
  await hers.next('customerStartChat');
  expect(await hers.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  return { enterprise, admin, asha, ben, hers, his, visitor, chatId };
}

test('a chat returns to the bot of its channel, which answers what nobody has answered; everybody who took part leaves, and is told', async () => {
  const { asha, ben, hers, his, visitor, chatId } = await botScene();
  expect(await read(asha, chatId)).toMatchObject({ handledBy: 'agent', returnsTo: { kind: 'bot', name: 'Helper' } });
  await hers.ask('agentInviteChat', { chatId, agentId: ben.userId, note: '' });
  await his.next('inviteWaiting');
  expect(await his.ask('acceptInvite', { chatId })).toMatchObject({ status: true });
  expect((await read(ben, chatId)).returnsTo).toBeNull();
  expect((await handBack(ben, chatId)).json()).toMatchObject({ code: 'chat.not_owner' });
  await hers.ask('agentReply', { chatId, key: 'a', message: 'Sorted!' });
  await visitor.say('When are you open?');
  await visitor.say('What are your opening hours?');
  await hers.next('customerReply', ({ action }) => action.message === 'What are your opening hours?');

  expect((await handBack(asha, chatId)).json()).toMatchObject({ code: '100', message: 'The chat is returned.' });
  expect(await hers.next('youTransferredChat')).toEqual({ chatId, message: 'You returned the chat.' });
  expect(await his.next('youLeftChat')).toEqual({ chatId, message: 'The chat was returned.' });
  await vi.waitFor(async () => expect((await read(asha, chatId)).lastMessage).toBe('From 9 to 18.'));
  const returned = await read(asha, chatId);
  expect(returned).toMatchObject({ handledBy: 'bot', ownerId: '', participants: [], state: 0, waitingSince: null, returnsTo: null });
  expect(returned.messages.slice(-4).map(({ actionType, message, detail }) => [actionType, message, detail])).toEqual([
    [1, 'When are you open?', {}],
    [1, 'What are your opening hours?', {}],
    [4, '', { returnedTo: 'bot', name: 'Helper' }],
    [3, 'From 9 to 18.', {}],
  ]);
  expect((await as(asha).get('/e/enterprise/chat/summary?perPage=-1&screenType=CHAT')).json().data).toEqual([]);
  expect((await as(asha).get(inbox.list.path.concat('?tab=waiting'))).json().data.chats).toEqual([]);
  // The second press finds a chat that is no longer theirs.
  expect((await handBack(asha, chatId)).json()).toMatchObject({ code: 'chat.not_found' });

  // The bot gets a person again, who may be the same one.
  await visitor.say('This is a complaint');
  await hers.next('customerStartChat', (told) => told.chatId === chatId);
  expect(await hers.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  expect(await read(asha, chatId)).toMatchObject({ ownerId: asha.userId, state: 2 });
});

test('the bot does not answer again what an agent has answered, and waits for the next words', async () => {
  const { asha, hers, visitor, chatId } = await botScene();
  await visitor.say('When are you open?');
  await hers.ask('agentReply', { chatId, key: 'a', message: 'Always.' });
  expect((await handBack(asha, chatId)).json()).toMatchObject({ code: '100' });
  await visitor.say('What are your opening hours?');
  await vi.waitFor(async () => expect((await read(asha, chatId)).lastMessage).toBe('From 9 to 18.'));
  expect((await read(asha, chatId)).messages.filter(({ message }) => message === 'From 9 to 18.')).toHaveLength(1);
});

test('an open transfer and a suspension are over when the chat returns', async () => {
  const { asha, ben, hers, his, chatId } = await botScene();
  await hers.ask('agentReply', { chatId, key: 'a', message: 'Sorted!' });
  await hers.ask('agentTransferChat', { chatId, agentId: ben.userId, note: 'Please' });
  await his.next('transferWaiting');
  expect((await as(asha).post(at(chats.suspend.path, chatId))).json()).toMatchObject({ code: '100' });
  expect((await handBack(asha, chatId)).json()).toMatchObject({ code: '100' });
  expect(await his.next('waitingEnded', ({ kind }) => kind === 'transferred')).toMatchObject({ chatId });
  expect(await his.ask('acceptTransfer', { chatId })).toMatchObject({ status: false });
  expect((await as(ben).get(at(chats.get.path, chatId))).statusCode).toBe(404);
  expect(await read(asha, chatId)).toMatchObject({ state: 0, wakeAt: null, handledBy: 'bot' });
});

test('a bot that is asked anew hears the words by which it got a person, and gets one again: nobody waits unseen', async () => {
  const { asha, hers, chatId } = await botScene();
  expect((await handBack(asha, chatId)).json()).toMatchObject({ code: '100' });
  expect(await hers.next('customerStartChat', (told) => told.chatId === chatId)).toMatchObject({ lastMessage: 'I want to complain' });
  expect(await read(asha, chatId)).toMatchObject({ handledBy: 'queue', state: 0 });
});

test('a chat returns to nothing else than its agent was told of', async () => {
  const { asha, chatId } = await botScene();
  for (const taker of [
    { kind: 'stream', name: 'Helper' },
    { kind: 'bot', name: 'Former' },
  ])
    expect((await handBack(asha, chatId, taker)).json()).toMatchObject({
      code: 'chat.taker_changed',
      message: 'The chat would return to Helper now. Look at it again.',
    });
  expect((await handBack(asha, chatId, { kind: 'agent', name: 'Helper' })).json()).toMatchObject({ code: 'request.invalid' });
  expect(await read(asha, chatId)).toMatchObject({ handledBy: 'agent', ownerId: asha.userId, returnsTo: helper });
});

test('a chat of a channel without a trained bot returns to nobody, and another enterprise finds none', async () => {
  const { channel, users, asha, visitor } = await createScenes(app).makeScene();
  const { chatId } = await visitor.say('Hello');
  expect(channel.data).toMatchObject({ botId: '' });
  await asha.ask('agentPickupChat', { chatId });
  expect((await read(users.asha, chatId)).returnsTo).toBeNull();
  expect((await handBack(users.asha, chatId)).json()).toMatchObject({
    code: 'chat.nobody_before',
    message: 'No stream or bot takes this chat back.',
  });
  expect((await handBack(await makeUser(), chatId)).json()).toMatchObject({ code: 'chat.not_found' });
  expect(await read(users.asha, chatId)).toMatchObject({ handledBy: 'agent', ownerId: users.asha.userId });
});

test('a chat that a stream has handed over returns to it, and it goes on in the same chat; without its walk the chat returns to nobody', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const departmentId = (await as(admin).post(endpoints.departments.create.path, { name: 'Loans' })).json().data.id;
  await as(admin).put(endpoints.departments.addUsers.path.replace(':departmentId', departmentId), { users: [agent.userId] });
  const socket = await connect(agent);
  const department = { ref: 'department', id: departmentId };
  await publish(
    scene,
    'loan',
    makeStream(
      {
        hand0001: { type: 'talk.department', config: { department, shows: [], returns: true }, to: { returned: 'ask00001' } },
        ask00001: ask('Anything else?', 'more', { ok: 'hand0002' }),
        hand0002: { type: 'talk.department', config: { department, shows: [], returns: false }, to: {} },
        end00001: end('served'),
      },
      { variables: texts('more') },
    ),
  );
  const phone = phoneOf(scene, '+919876500061');
  await phone.say('loan');
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const { returnsTo } = await read(agent, chatId);
  expect(returnsTo?.kind).toBe('stream');
  expect((await handBack(agent, chatId, returnsTo ?? {})).json()).toMatchObject({ code: '100' });
  await phone.shownLast('Anything else?');
  expect(await read(agent, chatId)).toMatchObject({ handledBy: 'stream', ownerId: '', state: 0 });
  await phone.say('No, a person');
  await socket.next('customerStartChat', (told) => told.chatId === chatId);
  await socket.ask('agentPickupChat', { chatId });
  await becomes(scene, 'HANDED_OVER');
  expect((await read(agent, chatId)).returnsTo).toBeNull();
  expect((await handBack(agent, chatId)).json()).toMatchObject({ code: 'chat.nobody_before' });
});

test('a walk that waits for no people any more takes no chat back', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const departmentId = (await as(admin).post(endpoints.departments.create.path, { name: 'Loans' })).json().data.id;
  await as(admin).put(endpoints.departments.addUsers.path.replace(':departmentId', departmentId), { users: [agent.userId] });
  const socket = await connect(agent);
  const department = { ref: 'department', id: departmentId };
  await publish(
    scene,
    'loan',
    makeStream({
      hand0001: {
        type: 'talk.department',
        config: { department, returns: true, timeoutSeconds: 60 },
        to: { returned: 'end00001', timeout: 'wait0001' },
      },
      wait0001: { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 86_400 } }, to: { next: 'end00001' } },
      end00001: end('served'),
    }),
  );
  await phoneOf(scene, '+919876500062').say('loan');
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  expect((await read(agent, chatId)).returnsTo?.kind).toBe('stream');
  clock.ahead = 61_000;
  await vi.waitFor(async () => expect((await read(agent, chatId)).returnsTo).toBeNull());
  await becomes(scene, 'WAITING');
});
