import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';

const app = await sharedApp();
const { as, stranger, makeUser, makeEnterprise } = app;
const { makeScene, connect, visit } = createScenes(app);
const { customers, roles, users } = endpoints;

type Row = { customerId: string; name: string; number: string; emailId: string; createdAt: string };
const list = async (user: TestUser, query = ''): Promise<{ customers: Row[]; more: boolean }> =>
  (await as(user).get(`/e/enterprise/customers?${query}`)).json().response;

/** A customer who has written, with a name that an agent gave. */
async function makeCustomer(scene: Awaited<ReturnType<typeof makeScene>>, profile: object) {
  const { chatId } = await (await visit(scene.channel.widgetKey)).say('Hello');
  await scene.asha.ask('agentPickupChat', { chatId });
  const { customerId } = (await as(scene.users.asha).get(`/e/enterprise/chat/${chatId}`)).json().data;
  await as(scene.users.asha).put(customers.updateProfile.path, { customerId, ...profile });
  return { chatId, customerId };
}

test('CHAT-031 customers are listed newest first, by name and in pages', async () => {
  const scene = await makeScene();
  const admin = await makeUser({ enterprise: scene.enterprise });
  expect(await list(admin)).toEqual({ customers: [], more: false });
  const ada = await makeCustomer(scene, { name: 'Ada', number: '+919820012345', emailId: 'ada@example.com' });
  await makeCustomer(scene, { name: '50%_off' });
  const all = await list(admin);
  expect(all.customers.map((row) => row.name)).toEqual(['50%_off', 'Ada']);
  expect(all.customers[1]).toEqual({
    customerId: ada.customerId,
    name: 'Ada',
    number: '+919820012345',
    emailId: 'ada@example.com',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect((await list(admin, 'name=AD')).customers.map((row) => row.name)).toEqual(['Ada']);
  expect((await list(admin, 'name=%25_')).customers.map((row) => row.name)).toEqual(['50%_off']);
  expect(await list(admin, 'from=1&perPage=1')).toMatchObject({ customers: [{ name: 'Ada' }], more: false });
  expect(await list(admin, 'from=0&perPage=1')).toMatchObject({ customers: [{ name: '50%_off' }], more: true });
});

test('one visitor of one channel is one customer, over visits and also at the same moment', async () => {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise });
  const channel = await makeWebChannel(enterprise);
  const first = await visit(channel.widgetKey);
  const again = await visit(channel.widgetKey, { visitorToken: first.token });
  const said = await Promise.all([first.say('From one tab'), again.say('From another')]);
  expect(new Set(said.map(({ chatId }) => chatId)).size).toBe(1);
  expect((await list(admin)).customers).toHaveLength(1);
  await (await visit(channel.widgetKey)).say('Somebody else');
  expect((await list(admin)).customers).toHaveLength(2);
});

test('a role that hides phone and e-mail hides them in the list and in the chat', async () => {
  const scene = await makeScene();
  const admin = await makeUser({ enterprise: scene.enterprise });
  await makeCustomer(scene, { name: 'Ada', number: '+919820012345', emailId: 'ada@example.com' });
  const role = (
    await as(admin).put(roles.saveRole.path, {
      name: 'Careful',
      permissions: ['CHAT.HANDLE', 'CUSTOMER.VIEW'],
      maskedFields: ['phone', 'email'],
    })
  ).json().data;
  const careful = await makeUser({ enterprise: scene.enterprise, roles: [3], name: 'Cara' });
  await as(admin).put(users.updateRoles.path.replace(':userId', careful.userId), { roles: [role.code] });
  expect((await list(careful)).customers).toMatchObject([{ name: 'Ada', number: '••••••••••345', emailId: '' }]);
  const cara = await connect(careful);
  const { chatId } = await makeCustomer(scene, { number: '+919820099999', emailId: 'bob@example.com' });
  await scene.asha.ask('agentInviteChat', { chatId, agentId: careful.userId });
  await cara.ask('acceptInvite', {});
  const seen = async () => {
    const { customer, customerNumber } = (await as(careful).get(`/e/enterprise/chat/${chatId}`)).json().data;
    return [customer.number, customer.emailId, customerNumber];
  };
  expect(await seen()).toEqual(['••••••••••999', '', '••••••••••999']);
  const mask = (version: number, ...maskedFields: string[]) =>
    as(admin).put(roles.saveRole.path, {
      code: role.code,
      version,
      name: 'Careful',
      permissions: ['CHAT.HANDLE', 'CUSTOMER.VIEW'],
      maskedFields,
    });
  await mask(1, 'email');
  expect(await seen()).toEqual(['+919820099999', '', '+919820099999']);
  await mask(2, 'phone');
  expect(await seen()).toEqual(['••••••••••999', 'bob@example.com', '••••••••••999']);
});

test('customers of another enterprise are not listed, and the list needs CUSTOMER.VIEW', async () => {
  const scene = await makeScene();
  await makeCustomer(scene, { name: 'Ada' });
  const foreigner = await makeUser();
  expect((await list(foreigner)).customers).toEqual([]);
  const outsider = await makeUser({ enterprise: scene.enterprise, roles: [5] });
  expect((await stranger().get(customers.list.path)).statusCode).toBe(401);
  expect((await as(outsider).get(customers.list.path)).json()).toMatchObject({ code: '1403', data: { permissions: ['CUSTOMER.VIEW'] } });
});
