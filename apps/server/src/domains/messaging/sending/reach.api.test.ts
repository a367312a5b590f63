import { randomBytes } from 'node:crypto';
import { defaultSendingSettings, endpoints, type Reach } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';

const app = await sharedApp();
const { as, makeUser, contextOf } = app;
const book = createPhoneBook(app);
const { phoneBook, blacklist } = endpoints;
const hour = 3_600_000;

/** A customer, and a channel of each sort. */
async function makeReachable() {
  const user = await makeUser({ enterprise: await app.makeEnterprise({ country: 'IN', timeZone: 'UTC' }), name: 'Omar' });
  const ctx = contextOf(user);
  const makeChannel = async (name: string, type: number, vendor: string) => {
    const channelId = newId();
    const row = {
      enterpriseId: user.enterpriseId,
      channelId,
      type,
      name,
      vendor,
      environment: 'sandbox' as const,
      contactId: '919800000001',
    };
    await ctx.transaction((tx) =>
      tx
        .insertInto('channels')
        .values({ ...row, widgetKey: randomBytes(18).toString('base64url'), data: JSON.stringify({ entry: 'queue', botId: '' }) })
        .execute(),
    );
    return channelId;
  };
  const channels = {
    sms: await makeChannel('A text', 0, 'kaleyra'),
    telegram: await makeChannel('B telegram', 5, 'telegram'),
    whatsApp: await makeChannel('C whatsapp', 4, 'twixormcmi'),
  };
  const customer = await book.makeCustomer(user, { name: 'Asha Rao', phoneNumber: '+919820000001' });
  const reach = async () => {
    const listed: Reach[] = (await as(user).get(phoneBook.reach.path.replace(':customerId', customer.id))).json().data.channels;
    return listed.map(({ channelName, answers }) => [channelName, ...answers.map(({ kind, reason }) => `${kind} ${reason}`)]);
  };
  const answerOf = async (channelId: string, kind: string) => {
    const listed: Reach[] = (await as(user).get(phoneBook.reach.path.replace(':customerId', customer.id))).json().data.channels;
    return listed.find((one) => one.channelId === channelId)?.answers.find((answer) => answer.kind === kind);
  };
  const hear = (channelId: string, address: string, at: Date) =>
    ctx.transaction((tx) =>
      tx
        .insertInto('customerAddresses')
        .values({ enterpriseId: user.enterpriseId, channelId, address, customerId: customer.id, lastInboundAt: at })
        .onConflict((conflict) => conflict.columns(['enterpriseId', 'channelId', 'address']).doUpdateSet({ lastInboundAt: at }))
        .execute(),
    );
  return { user, ctx, customer, channels, reach, answerOf, hear };
}

test('the gate itself tells whether a person can be messaged, for marketing, utility and free text', async () => {
  const { user, ctx, customer, channels, reach, answerOf, hear } = await makeReachable();
  expect(await reach()).toEqual([
    ['A text', 'marketing OK', 'utility OK', 'text OK'],
    ['B telegram', 'text INVALID_NUMBER'],
    ['C whatsapp', 'marketing OK', 'utility OK', 'text WINDOW_CLOSED'],
  ]);
  // Free text until 24 hours after the customer's last message, and not a moment longer.
  const heardAt = new Date(Date.now() - 23 * hour);
  await hear(channels.whatsApp, '+919820000001', heardAt);
  await hear(channels.telegram, '4711', heardAt);
  expect(await answerOf(channels.whatsApp, 'text')).toEqual({
    kind: 'text',
    canMessage: true,
    reason: 'OK',
    until: new Date(heardAt.getTime() + 24 * hour).toISOString(),
    from: null,
  });
  expect(await answerOf(channels.telegram, 'text')).toMatchObject({ canMessage: true, reason: 'OK', until: null });
  await hear(channels.whatsApp, '+919820000001', new Date(Date.now() - 25 * hour));
  expect(await answerOf(channels.whatsApp, 'text')).toMatchObject({ canMessage: false, reason: 'WINDOW_CLOSED', until: null });
  // A refusal is of marketing on that kind of channel alone.
  await as(user).put(phoneBook.setConsent.path.replace(':customerId', customer.id), { channel: 'WHATSAPP', state: 'refused' });
  expect(await reach()).toMatchObject([
    ['A text', 'marketing OK', 'utility OK', 'text OK'],
    ['B telegram', 'text OK'],
    ['C whatsapp', 'marketing OPTED_OUT', 'utility OK', 'text WINDOW_CLOSED'],
  ]);
  await ctx.transaction((tx) =>
    tx
      .updateTable('channels')
      .set({ state: 'PAUSED' })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('channelId', '=', channels.sms)
      .execute(),
  );
  expect((await reach())[0]).toEqual(['A text', 'marketing CHANNEL_DOWN', 'utility CHANNEL_DOWN', 'text CHANNEL_DOWN']);
});

test('quiet hours make marketing wait, and the blacklist stops everything', async () => {
  const { user, channels, reach, answerOf } = await makeReachable();
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
  const settings = { ...defaultSendingSettings, quietHours: { isOn: true, from: clock(Date.now() - hour), to: clock(Date.now() + hour) } };
  expect((await as(user).put(blacklist.saveSettings.path, { settings, version: 0 })).json()).toMatchObject({ status: true });
  const answer = await answerOf(channels.sms, 'marketing');
  expect(answer).toMatchObject({ canMessage: false, reason: 'QUIET_HOURS', until: null });
  const waitMs = new Date(answer?.from ?? 0).getTime() - Date.now();
  expect([waitMs > hour - 120_000, waitMs <= hour]).toEqual([true, true]);
  expect(await answerOf(channels.sms, 'utility')).toMatchObject({ canMessage: true, reason: 'OK' });
  expect((await as(user).post(blacklist.create.path, { numbers: ['+919820000001'], reason: 'asked' })).json()).toMatchObject({
    status: true,
  });
  expect(await reach()).toMatchObject([
    ['A text', 'marketing BLOCKED', 'utility BLOCKED', 'text BLOCKED'],
    ['B telegram', 'text INVALID_NUMBER'],
    ['C whatsapp', 'marketing BLOCKED', 'utility BLOCKED', 'text BLOCKED'],
  ]);
});
