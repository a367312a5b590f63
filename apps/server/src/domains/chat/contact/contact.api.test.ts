import { chatActionTypes, chatStates, endpoints, revealsPerHour } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createTrail } from '../../../../test/trail.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { makeWhatsApp } = createVendorScenes(app, vendors);
const { connect, makeScene } = createScenes(app);
const { details } = createTrail(app);
const { chatContacts: calls, chats, customers, blacklist, roles } = endpoints;

const number = '+919820012345';
const at = (path: string, chatId: string) => path.replace(':chatId', chatId);

/** Mira has a chat with a visitor who has told number and address, which her role hides from her. */
async function owned() {
  const scene = await makeScene();
  const { enterprise, visitor } = scene;
  const admin = await app.makeUser({ enterprise, roles: [1] });
  const role = { name: 'Masked', description: '', permissions: ['CHAT.HANDLE'], dataScope: 'enterprise', maskedFields: ['phone', 'email'] };
  const { code } = (await app.as(admin).put(roles.saveRole.path, role)).json().data;
  const mira = await app.makeUser({ enterprise, roles: [code], name: 'Mira' });
  const { chatId } = await visitor.say('Hello');
  await (await connect(mira)).ask('agentPickupChat', { chatId });
  const { customer } = (await app.as(mira).get(at(chats.get.path, chatId))).json().data;
  const contact = { customerId: customer.customerId, number, emailId: 'meera@example.com' };
  expect((await app.as(mira).put(customers.updateProfile.path, contact)).json()).toMatchObject({ status: true });
  return {
    ...scene,
    mira,
    admin: app.as(admin),
    chatId,
    allow: () => app.as(admin).post(chats.saveConfiguration.path, { chat: { revealContact: true } }),
    reveal: async (who = mira, id = chatId) => (await app.as(who).post(at(calls.reveal.path, id))).json(),
    block: async (reason: string, who = mira, id = chatId) => (await app.as(who).post(at(calls.block.path, id), { reason })).json(),
    trail: (kind: string) => details(admin, `kind=${kind}`),
  };
}

test('the owner of a chat looks at a hidden number where the enterprise allows it, and the trail says so without the number', async () => {
  const { users, mira, chatId, allow, reveal, trail } = await owned();
  expect((await app.as(mira).get(at(chats.get.path, chatId))).json().data.customer).toMatchObject({
    number: '••••••••••345',
    emailId: '',
  });
  expect(await reveal()).toMatchObject({ status: false, code: 'chat.reveal_off' });
  await allow();
  expect(await reveal()).toMatchObject({ status: true, data: { number, emailId: 'meera@example.com' } });
  expect(await reveal(users.ben)).toMatchObject({ status: false, code: 'chat.not_found' });
  const entries = await trail('contact');
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ action: 'reveal', actorName: 'Mira', recordId: chatId });
  expect(JSON.stringify(entries)).not.toContain('12345');
  // Hidden as before for whoever reads the chat.
  expect((await app.as(mira).get(at(chats.get.path, chatId))).json().data.customer).toMatchObject({
    number: '••••••••••345',
    emailId: '',
  });
});

test('an agent looks at so many numbers an hour, however many calls come at once', async () => {
  const { enterprise, mira, allow, reveal } = await owned();
  await allow();
  const answers = await Promise.all(Array.from({ length: revealsPerHour + 3 }, () => reveal()));
  expect(answers.filter(({ status }) => status)).toHaveLength(revealsPerHour);
  expect(answers.find(({ status }) => !status)).toMatchObject({ code: 'chat.revealed_often', data: { most: revealsPerHour } });
  // An hour later.
  await enterprise.ctx.transaction((tx) =>
    tx
      .updateTable('agentDesks')
      .set({ reveals: [new Date(Date.now() - 3_600_001)] })
      .where('userId', '=', mira.userId)
      .execute(),
  );
  expect(await reveal()).toMatchObject({ status: true });
});

test('a chat of another enterprise is not found, be its number looked at or blocked', async () => {
  const { allow, reveal, block } = await owned();
  const other = await owned();
  await allow();
  expect(await reveal(undefined, other.chatId)).toMatchObject({ code: 'chat.not_found' });
  expect(await block('Rude', undefined, other.chatId)).toMatchObject({ code: 'chat.not_found' });
});

test('the number that a blocked customer writes from stands on the blacklist, not that of the profile, and the chat ends without a word', async () => {
  const enterprise = await app.makeEnterprise();
  const [admin, asha, ben] = [
    await app.makeUser({ enterprise }),
    await app.makeUser({ enterprise, roles: [3], name: 'Asha' }),
    await app.makeUser({ enterprise, roles: [3] }),
  ];
  const socket = await connect(asha);
  const { channelId } = await makeWhatsApp(enterprise);
  await vendors.control.act(channelId, number, { kind: 'text', text: 'Hello' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const read = async () => (await app.as(asha).get(at(chats.get.path, chatId))).json().data;
  const { customerId } = (await read()).customer;
  await app.as(asha).put(customers.updateProfile.path, { customerId, number: '+919820099999' });
  const block = async (reason: string, who = asha) => (await app.as(who).post(at(calls.block.path, chatId), { reason })).json();
  expect(await block('')).toMatchObject({ code: 'request.invalid' });
  expect(await block('Rude', ben)).toMatchObject({ code: 'chat.not_found' });
  expect(await block('Threatens us')).toMatchObject({ status: true });
  const { data } = (await app.as(admin).get(blacklist.list.path)).json();
  expect(data.blacklist).toMatchObject([{ numbers: [number], kind: 'blocked', reason: 'Threatens us', createdBy: 'Asha', channelId: '' }]);
  const { state, messages } = await read();
  expect([state, messages.at(-1).actionType, messages.at(-1).message]).toEqual([chatStates.closed, chatActionTypes.agentClosedChat, '']);
  expect(await details(admin, 'kind=blacklist')).toMatchObject([{ action: 'create', actorName: 'Asha' }]);
  expect(await block('Again')).toMatchObject({ code: 'chat.state_invalid' });
});

test('a visitor of a website cannot be blocked, and keeps the chat', async () => {
  const scene = await makeScene();
  const { chatId } = await scene.visitor.say('Hello');
  await scene.asha.ask('agentPickupChat', { chatId });
  const answer = (await app.as(scene.users.asha).post(at(calls.block.path, chatId), { reason: 'Rude' })).json();
  expect(answer).toMatchObject({ code: 'chat.nothing_to_block' });
  expect((await app.as(scene.users.asha).get(at(chats.get.path, chatId))).json().data.state).toBe(1);
});
