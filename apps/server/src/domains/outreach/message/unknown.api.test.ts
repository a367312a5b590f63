import { type ActivityEntry, type Consumption, defaultSendingSettings, endpoints, type UnknownPreview } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns } from '../../../../test/campaigns.ts';
import { createTrail } from '../../../../test/trail.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { createWalletScenes, half, recharge } from '../../../../test/wallet.ts';
import { reconcile } from '../../billing/door.ts';
import { applyReceipts, endRun, freezeRun } from '../../messaging/door.inside.ts';

const vendors = await startVendors();
// No worker: what is carried, and what nobody answers, is the test's to say.
const app = await startApp({
  config: { simulator: vendors.address, features: ['all', 'billing'], roles: ['http'], requestsPerMinute: 1_000_000 },
});
const { as, makeUser } = app;
const vendorScenes = createVendorScenes(app, vendors);
const wallets = createWalletScenes(app, vendorScenes);
const { makePayer, makeRun, freeze, carry, readRows } = wallets;
const { details } = createTrail(app);
const { broadcasts, activities, campaigns, billing } = endpoints;
type Payer = Awaited<ReturnType<typeof makePayer>>;
type Caller = Parameters<typeof as>[0];

const pathOf = ({ path }: { path: string }, id: string) => path.replace(/:\w+/, id);
const preview = async (user: Caller, id: string, call: { path: string } = broadcasts.unknown) =>
  (await as(user).get(pathOf(call, id))).json().data as UnknownPreview;
const sendAgain = async (user: Caller, id: string, asOf: string, call: { path: string } = broadcasts.sendUnknownAgain) =>
  (await as(user).post(pathOf(call, id), { asOf, acceptsRisk: true })).json().data;
const addsUp = async ({ ctx, user }: Payer) => expect(await ctx.read((tx) => reconcile(tx, user.enterpriseId))).toEqual([]);
const peopleOf = async ({ ctx }: Payer, runId: string, status: 'UNKNOWN' | 'QUEUED') => {
  const rows = await ctx.read((tx) =>
    tx
      .selectFrom('messages')
      .select(['messageId', 'address', 'attempts'])
      .where('resourceId', '=', runId)
      .where('status', '=', status)
      .orderBy('number')
      .execute(),
  );
  return rows as { messageId: string; address: string; attempts: number }[];
};
const block = ({ ctx, user }: Payer, address: string, kind: 'blocked' | 'opted_out') =>
  ctx.transaction((tx) =>
    tx
      .insertInto('blacklist')
      .values({ enterpriseId: user.enterpriseId, entryId: crypto.randomUUID(), address, kind, source: 'manual' })
      .execute(),
  );

test('a person sends what is of unknown outcome again, having read who, how many and what it costs; done twice it has effect once', async () => {
  const payer = await makePayer({ available: 20 * half });
  const { user, ctx, channelId } = payer;
  const runId = await makeRun(payer, 5);
  await freeze(payer, runId);
  await carry(payer, 1);
  await carry(payer, 4, 'UNKNOWN');
  await ctx.transaction((tx) => endRun(ctx, tx, runId));
  const [blocked] = await peopleOf(payer, runId, 'UNKNOWN');
  await block(payer, blocked?.address ?? '', 'blocked');
  // Prices may have changed since.
  const rate = { enterpriseId: user.enterpriseId, rateId: crypto.randomUUID(), channelType: 4, price: half + 1, validFrom: new Date(1) };
  await ctx.transaction((tx) => tx.insertInto('billingRates').values(rate).execute());
  const seen = await preview(user, runId);
  const refused = [{ reason: 'BLOCKED', count: 1 }];
  expect(seen).toMatchObject({ count: 4, sendable: 3, refused, quiet: 0, cost: 3 * (half + 1), reserved: 4 * half, currency: 'INR' });
  expect(seen.people).toEqual((await peopleOf(payer, runId, 'UNKNOWN')).map(({ address }) => address));
  // Neither 'failed only' nor anything of the program's own touches them.
  expect((await as(user).post(pathOf(broadcasts.retry, runId), {})).json().data).toEqual({ retried: 0 });
  const unread = await as(user).post(pathOf(broadcasts.sendUnknownAgain, runId), { asOf: seen.asOf });
  expect([unread.statusCode, unread.json().data.issues[0].field]).toEqual([400, 'acceptsRisk']);

  // The form's way of sending works too.
  const form = as(user).post(pathOf(broadcasts.sendUnknownAgain, runId), { asOf: seen.asOf, acceptsRisk: 'true' });
  const told = [await sendAgain(user, runId, seen.asOf), (await form).json().data];
  expect(told.map(({ sentAgain }) => sentAgain).sort()).toEqual([0, 3]);
  expect(await readRows(payer)).toEqual({
    SENT: { count: 1, cost: half },
    QUEUED: { count: 3, cost: 3 * (half + 1) },
    'UNKNOWN UNKNOWN_OUTCOME': { count: 1, cost: half },
  });
  await addsUp(payer);
  // Somebody's receipt comes meanwhile: that one is not sent again.
  const [arrived] = await peopleOf(payer, runId, 'QUEUED');
  const receipt = { vendorMessageId: '', ourId: arrived?.messageId ?? '', status: 'delivered' as const, at: new Date() };
  await ctx.transaction((tx) => applyReceipts(ctx, tx, channelId, [receipt]));
  // The others are lost once more: the same decision is not taken twice, a new one is.
  expect(await carry(payer, 10, 'UNKNOWN')).toHaveLength(2);
  expect(await sendAgain(user, runId, seen.asOf)).toEqual({ sentAgain: 0, refused: 1 });
  const next = await preview(user, runId);
  expect(next).toMatchObject({ count: 3, sendable: 2 });
  expect(await sendAgain(user, runId, next.asOf)).toEqual({ sentAgain: 2, refused: 1 });
  expect((await peopleOf(payer, runId, 'QUEUED')).map(({ attempts }) => attempts)).toEqual([2, 2]);
  await carry(payer);
  await ctx.transaction((tx) => endRun(ctx, tx, runId));
  const { counts } = (await as(user).get(pathOf(broadcasts.get, runId))).json().data.data;
  expect(counts).toMatchObject({ audience: 5, skipped: 0, failed: 0, inFlight: 4, unknown: 1, delivered: 1 });
  await addsUp(payer);
  const history = await details(user, `recordId=${runId}&action=retry`);
  expect(history.map(({ actorName, counts: of }) => [actorName, of])).toEqual([
    [user.name, { unknown: 2 }],
    [user.name, { unknown: 3 }],
  ]);
});

test('opt-out, cap and quiet hours are asked again: the cap counts no message against itself', async () => {
  const payer = await makePayer({ available: 20 * half });
  const { user, ctx, channelId } = payer;
  const { enterpriseId } = user;
  const template = await vendorScenes.makeTemplate(user, channelId, [body('Offer')], { category: 'MARKETING' });
  const settings = { ...defaultSendingSettings, frequencyCap: { isOn: true, count: 1, days: 7 } };
  const save = (value: object) =>
    ctx.transaction((tx) =>
      tx
        .insertInto('sendingSettings')
        .values({ enterpriseId, settings: JSON.stringify(value), version: 1 })
        .onConflict((conflict) => conflict.column('enterpriseId').doUpdateSet({ settings: JSON.stringify(value) }))
        .execute(),
    );
  await save(settings);
  const marketing = { ...payer, template };
  const runId = await makeRun(marketing, 4);
  await freeze(marketing, runId);
  await carry(payer, 10, 'UNKNOWN');
  const people = await peopleOf(payer, runId, 'UNKNOWN');
  await block(payer, people[0]?.address ?? '', 'opted_out');
  // Another offer has reached the second since.
  await save(defaultSendingSettings);
  const message = { template: { templateId: template.name, templateUId: template.templateId } };
  const other = await as(user).post(broadcasts.send.path, { channelId, phoneNumber: [people[1]?.address], message });
  await freezeRun(ctx, other.json().data.id);
  await carry(payer);
  const clockAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  await ctx.transaction((tx) => tx.updateTable('enterprises').set({ timeZone: 'UTC' }).where('enterpriseId', '=', enterpriseId).execute());
  await save({ ...settings, quietHours: { isOn: true, from: clockAt(-1), to: clockAt(1) } });
  const seen = await preview(user, runId);
  expect([seen.count, seen.sendable, seen.quiet]).toEqual([4, 2, 2]);
  expect(new Map(seen.refused.map(({ reason, count }) => [reason, count]))).toEqual(
    new Map([
      ['OPTED_OUT', 1],
      ['CAPPED', 1],
    ]),
  );
  expect(await sendAgain(user, runId, seen.asOf)).toEqual({ sentAgain: 2, refused: 2 });
  // They wait for the morning.
  const waiting = await ctx.read((tx) =>
    tx.selectFrom('sendQueue').select(['isQuiet', 'dueAt']).where('enterpriseId', '=', enterpriseId).execute(),
  );
  expect(waiting.map(({ isQuiet, dueAt }) => [isQuiet, dueAt > new Date()])).toEqual([
    [true, true],
    [true, true],
  ]);
  await addsUp(payer);
});

test('an iteration: its report and consumption agree to the millionth, and who may start it sends again, with an entry in its log', async () => {
  const own = createCampaigns(app, vendors);
  const made = await own.scene({ people: 6, category: 'UTILITY' });
  const { admin, maker, checker, ctx, channelId, template } = made;
  const { enterpriseId } = admin;
  const price = 863_101;
  await ctx.transaction(async (tx) => {
    await tx.updateTable('channels').set({ environment: 'production' }).where('enterpriseId', '=', enterpriseId).execute();
    await tx
      .insertInto('billingRates')
      .values({ enterpriseId, rateId: crypto.randomUUID(), channelType: 4, price, validFrom: new Date(0) })
      .execute();
    await recharge(ctx, tx, 20 * price);
  });
  const { id, campaignId } = await own.started(made);
  await freezeRun(ctx, id);
  const payer = { user: admin, ctx, channelId, template };
  await carry(payer, 2);
  await carry(payer, 1, 'FAILED');
  await carry(payer, 2, 'UNKNOWN');
  const agree = async () => {
    const { total, activities: rows } = (await own.read(checker, campaigns.stats.path, campaignId)).data;
    const consumed = (await as(admin).get(billing.consumption.path)).json().data as Consumption & UnknownLine;
    const [external] = (await own.read(admin, campaigns.externalStats.path, '', `?campaignId=${campaignId}`)).data.rows;
    const reported = [total.actual, total.unknownCost, total.counts.unknown];
    expect(reported).toEqual([consumed.sumAllTotalAmount, consumed.unknown.amount, consumed.unknown.messages]);
    expect([rows[0].actual, rows[0].unknownCost, rows[0].counts.unknown]).toEqual(reported);
    expect([external.cost, external.unknownCost, external.unknown]).toEqual(reported);
    return reported;
  };
  type UnknownLine = { unknown: { messages: number; amount: number } };
  // One still waits: it has cost nothing yet, in either.
  expect(await agree()).toEqual([2 * price, 2 * price, 2]);
  expect(await own.progress(checker, id)).toMatchObject({ remaining: 1, unknown: 2 });
  await carry(payer, 10);
  await ctx.transaction((tx) => endRun(ctx, tx, id));
  expect((await own.get(checker, id)).isCompleted).toBe(true);
  const reader = await makeUser({ enterprise: admin, roles: [6] });
  expect((await as(reader).get(pathOf(activities.unknown, id))).statusCode).toBe(403);
  const seen = await preview(maker, id, activities.unknown);
  expect(seen).toMatchObject({ count: 2, sendable: 2, cost: 2 * price, reserved: 2 * price });
  expect(await sendAgain(checker, id, seen.asOf, activities.sendUnknownAgain)).toEqual({ sentAgain: 2, refused: 0 });
  expect(await sendAgain(checker, id, seen.asOf, activities.sendUnknownAgain)).toEqual({ sentAgain: 0, refused: 0 });
  await carry(payer);
  await ctx.transaction((tx) => endRun(ctx, tx, id));
  expect(await agree()).toEqual([5 * price, 0, 0]);
  const after = await own.get(checker, id);
  const kinds = after.entries.map(({ kind }: ActivityEntry) => kind);
  expect(kinds.filter((kind: string) => kind === 'completed')).toHaveLength(1);
  expect(after.entries.at(-1)).toMatchObject({ kind: 'sent_again', by: { id: checker.userId }, values: { count: 2 } });
  expect(await details(admin, `recordId=${id}&action=retry`)).toMatchObject([{ actorId: checker.userId, counts: { unknown: 2 } }]);
  await addsUp(payer);
});
