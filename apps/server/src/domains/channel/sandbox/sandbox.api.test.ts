import { channelTypes, endpoints } from '@parley/contract';
import { adapterFor, type VendorAdapter } from '@parley/vendors';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { readNumber } from '../../customer/door.ts';
import { toConnection } from '../channel/channel.connection.ts';
import { ensureRegistered } from './registration.ts';
import { inventedNumber } from './sandbox.load.ts';

const app = await sharedApp();
const { as, makeUser, contextOf, deps } = app;
const calls = endpoints.sandbox;
const at = (endpoint: { path: string }, channelId: string, address = '') =>
  endpoint.path.replace(':channelId', channelId).replace(':address', encodeURIComponent(address));
const phone = '+919811111111';

async function makeChannel(user: TestUser, environment: 'sandbox' | 'production' = 'sandbox') {
  const row = await contextOf(user).transaction((tx) =>
    tx
      .insertInto('channels')
      .values({
        enterpriseId: user.enterpriseId,
        channelId: newId(),
        type: channelTypes.WHATSAPP,
        vendor: 'twixormcmi',
        name: 'WhatsApp',
        environment,
        contactId: '919800000009',
        config: JSON.stringify({ wabaId: 'waba' }),
        sealedConfig: deps.secrets.encrypt(JSON.stringify({ authToken: 'the-token', clientSecret: 'the-secret' })),
        sealedHookSecret: deps.secrets.encrypt('hook-secret'),
        widgetKey: newId(),
        data: '{}',
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return { row, connection: toConnection(deps, row), id: row.channelId };
}

test('a message of a sandbox channel is seen on its phone, and the vendor behaves as it is told', async () => {
  const admin = await makeUser();
  const { connection, id } = await makeChannel(admin);
  const adapter = adapterFor('twixormcmi', channelTypes.WHATSAPP) as VendorAdapter;
  const send = async () => {
    await ensureRegistered(deps, connection, []);
    const message = { ourId: newId(), to: phone, content: { kind: 'text', text: 'Your order is on its way' } as const };
    const rendered = adapter.render(message, connection);
    return rendered.kind === 'request' ? adapter.send(deps.vendorIos.of(connection), connection, rendered.request, message) : rendered;
  };
  const act = (what: object) => as(admin).post(at(calls.act, id, phone), { name: 'Asha', act: what });
  expect((await as(admin).get(at(calls.phone, id, phone))).json().data).toEqual({ phone: null, messages: [], flow: null });
  expect((await act({ kind: 'text', text: 'Where is it?' })).json().data.id).toContain('wamid.');
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect((await as(admin).get(at(calls.phone, id, phone))).json().data).toMatchObject({
    phone: { name: 'Asha', isWindowOpen: true },
    messages: [
      { isFromCustomer: true, text: 'Where is it?' },
      { isFromCustomer: false, text: 'Your order is on its way' },
    ],
  });
  expect((await as(admin).get(`${at(calls.phones, id)}?search=asha`)).json().data.phones).toMatchObject([
    { address: phone, messageCount: 2 },
  ]);
  const behaviour = { failNext: { count: 1, code: '131026' }, receipts: 'none', clockShiftHours: 25 };
  expect((await as(admin).put(at(calls.behave, id), behaviour)).json()).toMatchObject({ message: 'Saved.', data: behaviour });
  expect(await send()).toMatchObject({ kind: 'failed', error: { class: 'RECIPIENT' } });
  expect((await as(admin).get(at(calls.behaviour, id))).json().data).toMatchObject({
    stats: { accepted: 1, refused: 1 },
    behaviour: { failNext: { count: 0 } },
  });
  expect((await as(admin).get(at(calls.phone, id, phone))).json().data.phone.isWindowOpen).toBe(false);
  const refused = await act({ kind: 'press', messageId: 'nothing', buttonId: 'x' });
  expect(refused.json()).toMatchObject({ code: 'sandbox.refused', data: { reason: 'There is no such button.' } });
  expect((await as(admin).put(at(calls.changeTemplate, id), { name: 'none', language: 'en', status: 'PAUSED' })).json().code).toBe(
    'sandbox.refused',
  );
  expect((await as(admin).put(at(calls.changeQuality, id), { quality: 'FLAGGED', tier: 'TIER_1K' })).json().status).toBe(true);
});

test('invented customers come into a group of their own, as often as they are asked for', async () => {
  const admin = await makeUser();
  const { id } = await makeChannel(admin);
  for (const count of [2500, 2600]) {
    expect((await as(admin).post(at(calls.makeLoad, id), { count })).json().message).toBe('The customers are being made.');
    await vi.waitFor(async () => expect((await as(admin).get(at(calls.load, id))).json().data.customerCount).toBe(count));
  }
  expect((await as(admin).get(at(calls.load, id))).json().data).toMatchObject({ groupName: 'Sandbox load', groupId: expect.any(String) });
  for (const index of [0, 9_997, 9_998, 99_999]) {
    const number = inventedNumber(index);
    expect([number, readNumber(number, undefined)]).toEqual([number, { number }]);
  }
  expect((await as(admin).post(at(calls.makeLoad, id), { count: 100_001 })).json().code).toBe('request.invalid');
});

test('only sandbox channels have phones; others are refused, and those of another enterprise are not found', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const { id } = await makeChannel(admin);
  const live = await makeChannel(admin, 'production');
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  expect((await as(admin).get(at(calls.phones, live.id))).json().code).toBe('sandbox.not_sandbox');
  for (const endpoint of [calls.phones, calls.phone, calls.behaviour, calls.templates, calls.load])
    expect((await as(foreigner).get(at(endpoint, id, phone))).json().code).toBe('channel.not_found');
  expect((await as(foreigner).post(at(calls.makeLoad, id), { count: 1 })).json().code).toBe('channel.not_found');
  expect((await as(agent).put(at(calls.behave, id), {})).json().code).toBe('1403');
});
