import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { createWalletScenes, half } from '../../../../test/wallet.ts';
import { reconcile } from '../../billing/door.ts';
import { applyReceipts } from '../receipt/receipts.ts';
import { type ChatLine, toChatDraft } from './chat-line.ts';
import { retryInChat } from './retry-chat.ts';
import { send } from './send.ts';

const vendors = await startVendors();
// No worker: what is carried, and what nobody answers, is the test's to say.
const app = await startApp({ config: { simulator: vendors.address, features: ['all', 'billing'], roles: ['http'] } });
const { makePayer, carry, readRows } = createWalletScenes(app, createVendorScenes(app, vendors));
const address = '+919876512399';
const lineAt = (lastInboundAt: Date): ChatLine => ({
  type: 4,
  vendor: 'whatsapp_cloud',
  environment: 'production',
  state: 'ACTIVE',
  lastInboundAt: lastInboundAt.toISOString(),
  session: null,
  isBlocked: false,
});

test('a reply of unknown outcome is paid anew on its own row, once; blocked, out of its window or without money it stays as it is', async () => {
  const payer = await makePayer({ available: 3 * half });
  const { ctx, user, channelId } = payer;
  const vendor = await ctx.read((tx) =>
    tx.selectFrom('channels').select('vendor').where('channelId', '=', channelId).executeTakeFirstOrThrow(),
  );
  const line = { ...lineAt(new Date()), vendor: vendor.vendor };
  const reply = { channelId, customerId: null, chatId: newId(), number: 2, address, line };
  const messageId = newId();
  const content = { kind: 'text' as const, text: 'On its way' };
  await ctx.transaction((tx) => send(ctx, tx, [toChatDraft({ ...reply, messageId, source: 'BOT', content, template: null }, ctx.now())]));
  await carry(payer, 1, 'UNKNOWN');
  const unknownBy = new Date();
  const retry = (more: object = {}) => ctx.transaction((tx) => retryInChat(ctx, tx, { ...reply, unknownBy, ...more }));
  const unknown = { 'UNKNOWN UNKNOWN_OUTCOME': { count: 1, cost: half } };
  expect(await readRows(payer)).toEqual(unknown);

  expect(await retry({ unknownBy: undefined })).toBeUndefined();
  expect(await retry({ unknownBy: new Date(0) })).toBeUndefined();
  expect(await retry({ line: { ...line, isBlocked: true } })).toBe('BLOCKED');
  expect(await retry({ line: { ...line, lastInboundAt: new Date(Date.now() - 25 * 3_600_000).toISOString() } })).toBe('WINDOW_CLOSED');
  let rates = 0;
  const price = (cost: number) => {
    rates += 1;
    const rate = { enterpriseId: user.enterpriseId, rateId: newId(), channelType: 4, price: cost, validFrom: new Date(rates) };
    return ctx.transaction((tx) => tx.insertInto('billingRates').values(rate).execute());
  };
  await price(50 * half);
  expect(await retry()).toBe('NO_BALANCE');
  expect(await readRows(payer)).toEqual(unknown);

  await price(half + 1);
  expect((await Promise.all([retry(), retry()])).filter(Boolean)).toEqual(['waits']);
  expect(await readRows(payer)).toEqual({ QUEUED: { count: 1, cost: half + 1 } });
  expect(await ctx.read((tx) => reconcile(tx, user.enterpriseId))).toEqual([]);
  // The receipt of the first attempt comes while it waits: it does not go again.
  await ctx.transaction((tx) =>
    applyReceipts(ctx, tx, channelId, [{ vendorMessageId: '', ourId: messageId, status: 'delivered', at: new Date() }]),
  );
  expect(await readRows(payer)).toEqual({ DELIVERED: { count: 1, cost: half + 1 } });
  expect(await carry(payer)).toEqual([]);
});
