import { type CustomerChat, chatStates, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser } = app;
const { makeScene, visit, connect } = createScenes(app);
const { makeWhatsApp, hearWhatsApp } = createVendorScenes(app, vendors);

const at = (chatId: string) => endpoints.inbox.customerChats.path.replace(':chatId', chatId);
const othersOf = async (by: TestUser, chatId: string) => (await as(by).get(at(chatId))).json();
const idsOf = ({ data }: { data: CustomerChat[] }) => data.map(({ chatId }) => chatId);
const phone = '919811111111';
const wrote = (text: string) => ({ id: `wamid.${text}`, type: 'text', text: { body: text } });

/** One person who has written on the page, where Asha has the chat, and on WhatsApp, where the chat waits. */
async function onTwoChannels() {
  const scene = await makeScene();
  const { enterprise, users, asha, visitor } = scene;
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const web = String((await visitor.say('On the page')).chatId);
  await asha.ask('agentPickupChat', { chatId: web });
  const line = await makeWhatsApp(enterprise);
  await hearWhatsApp(line.hookUrl, phone, wrote('On the phone'));
  const { chatId: mobile } = await asha.next('customerStartChat', ({ lastMessage }) => lastMessage === 'On the phone');
  const customerOf = async (chatId: string) =>
    (await as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data.customer.customerId as string;
  const [keepId, mergeId] = [await customerOf(web), await customerOf(mobile)];
  const { version } = (await as(admin).get(endpoints.phoneBook.get.path.replace(':customerId', keepId))).json().data.customer;
  const body = { keepId, mergeId, version, values: { name: 'Mira', number: phone } };
  expect((await as(admin).post(endpoints.phoneBook.merge.path, body)).statusCode).toBe(200);
  return { ...scene, admin, agent: users.asha, web, mobile, line, customerId: keepId };
}

test('a chat that waits on another channel of the customer is told with its words, its window, and that it may be picked up', async () => {
  const { users, agent, web, mobile } = await onTwoChannels();
  const { data } = await othersOf(agent, web);
  expect(data).toEqual([
    {
      chatId: mobile,
      channelType: 4,
      channelName: 'WhatsApp',
      state: chatStates.created,
      handledBy: 'queue',
      isReadable: true,
      ownerId: '',
      ownerName: '',
      departmentName: '',
      lastMessage: 'On the phone',
      lastActivityAt: expect.any(String),
      takesPart: false,
      mayPickUp: true,
      isJITRequired: false,
      windowEndsAt: expect.any(String),
    },
  ]);
  const left = Date.parse(data[0].windowEndsAt) - Date.now();
  expect(left).toBeGreaterThan(23.9 * 3_600_000);
  expect(left).toBeLessThanOrEqual(24 * 3_600_000);
  // The chat of the page is a colleague’s for Ben, and he may not read it.
  const hidden = { isReadable: false, ownerId: '', ownerName: '', departmentName: '', lastMessage: '', lastActivityAt: null };
  expect((await othersOf(users.ben, mobile)).data).toEqual([
    {
      chatId: web,
      channelType: 12,
      channelName: 'Website',
      state: chatStates.started,
      handledBy: 'agent',
      ...hidden,
      takesPart: false,
      mayPickUp: false,
      isJITRequired: false,
      windowEndsAt: null,
    },
  ]);
});

test('a chat of a colleague names its agent to readers of the history, and its channel and state alone to others', async () => {
  const { enterprise, ben, users, agent, admin, web, mobile } = await onTwoChannels();
  await ben.ask('agentPickupChat', { chatId: mobile });
  expect((await othersOf(agent, web)).data).toMatchObject([
    {
      chatId: mobile,
      channelName: 'WhatsApp',
      state: chatStates.started,
      isReadable: false,
      ownerName: '',
      lastMessage: '',
      windowEndsAt: null,
    },
  ]);
  expect((await othersOf(admin, web)).data).toMatchObject([
    {
      chatId: mobile,
      isReadable: true,
      ownerId: users.ben.userId,
      ownerName: 'Ben',
      lastMessage: 'On the phone',
      takesPart: false,
      mayPickUp: false,
    },
  ]);
  expect((await othersOf(users.ben, mobile)).data).toMatchObject([{ chatId: web, isReadable: false }]);
  const stranger = await makeUser({ enterprise, roles: [3], name: 'Cleo' });
  expect(await othersOf(stranger, web)).toMatchObject({ status: false, code: 'chat.not_found' });
});

test('a chat that has ended is told no more, and one that begins again is', async () => {
  const { asha, agent, line, web, mobile } = await onTwoChannels();
  await asha.ask('agentPickupChat', { chatId: mobile });
  expect((await othersOf(agent, web)).data).toMatchObject([{ chatId: mobile, ownerId: agent.userId, ownerName: 'Asha', takesPart: true }]);
  await as(agent).post(`/e/enterprise/chat/${mobile}/close`);
  expect((await othersOf(agent, web)).data).toEqual([]);
  await hearWhatsApp(line.hookUrl, phone, wrote('Once more'));
  const { chatId } = await asha.next('customerStartChat', ({ lastMessage }) => lastMessage === 'Once more');
  expect(idsOf(await othersOf(agent, web))).toEqual([chatId]);
  // A chat that has ended tells of the open ones as well: its reader may go on in one of them.
  expect(idsOf(await othersOf(agent, mobile)).toSorted()).toEqual([web, chatId].toSorted());
});

test('a window that has closed is told: free text is taken no more', async () => {
  const { enterprise, agent, web } = await onTwoChannels();
  const past = new Date(Date.now() - 25 * 3_600_000);
  await enterprise.ctx.transaction((tx) =>
    tx.updateTable('customerAddresses').set({ lastInboundAt: past }).where('enterpriseId', '=', enterprise.enterpriseId).execute(),
  );
  const { data } = await othersOf(agent, web);
  expect(data).toMatchObject([{ isJITRequired: true, windowEndsAt: new Date(past.getTime() + 24 * 3_600_000).toISOString() }]);
});

test('a chat of another customer, and one of another enterprise, are not among them, and the latter is not found', async () => {
  const { agent, web, mobile, channel } = await onTwoChannels();
  const other = await visit(channel.widgetKey);
  const { chatId } = await other.say('Somebody else');
  expect(idsOf(await othersOf(agent, web))).toEqual([mobile]);
  expect(idsOf(await othersOf(agent, String(chatId)))).toEqual([]);
  expect(await othersOf(await makeUser({ roles: [3] }), web)).toMatchObject({ status: false, code: 'chat.not_found' });
});

test('an agent who looks at a chat is told at once when another one of its customer begins, is picked up or ends', async () => {
  const { asha, ben, users, customerId, web, mobile } = await onTwoChannels();
  await asha.ask('viewing', { chatId: web });
  await ben.ask('agentPickupChat', { chatId: mobile });
  expect(await asha.next('customerChats')).toEqual({ customerId });
  await as(users.ben).post(`/e/enterprise/chat/${mobile}/close`);
  expect(await asha.next('customerChats')).toEqual({ customerId });
});

test('two chats side by side are both looked at: colleagues are told of each, and entries of both come', async () => {
  const { admin, asha, ben, web, mobile } = await onTwoChannels();
  const ada = await connect(admin);
  const { userId: uId } = admin;
  const told = { uId, name: 'Ada', isViewing: true };
  await ada.ask('viewing', { chatId: web, besideId: mobile });
  expect(await ben.next('viewing', ({ chatId }) => chatId === web)).toEqual({ chatId: web, ...told });
  expect(await ben.next('viewing', ({ chatId }) => chatId === mobile)).toEqual({ chatId: mobile, ...told });
  await ben.ask('agentPickupChat', { chatId: mobile });
  await asha.ask('agentReply', { chatId: web, key: 'w', message: 'To the page' });
  expect(await ada.next('watchedEntry', ({ chatId }) => chatId === mobile)).toMatchObject({ action: { userName: 'Ben' } });
  expect(await ada.next('watchedEntry', ({ chatId }) => chatId === web)).toMatchObject({ action: { message: 'To the page' } });
  await ada.ask('viewing', { chatId: mobile });
  expect(await ben.next('viewing', ({ isViewing }) => !isViewing)).toEqual({ chatId: web, ...told, isViewing: false });
});

test('a chat beside that may not be read is left out, and the first one is looked at all the same', async () => {
  const { asha, ben, users, web, mobile } = await onTwoChannels();
  await ben.ask('agentPickupChat', { chatId: mobile });
  expect(await asha.ask('viewing', { chatId: web, besideId: mobile })).toMatchObject({ status: true });
  expect(await ben.next('viewing')).toEqual({ chatId: web, uId: users.asha.userId, name: 'Asha', isViewing: true });
  expect(await asha.ask('viewing', { chatId: mobile })).toMatchObject({ status: false, code: 'chat.not_found' });
});
