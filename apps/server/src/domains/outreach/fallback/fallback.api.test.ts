import { emptyFallback, endpoints, type Fallback, type Movement } from '@parley/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt, type PlanChange } from '../../../../test/campaigns.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { createWalletScenes, recharge } from '../../../../test/wallet.ts';
import { reconcile } from '../../billing/door.ts';
import { applyReceipts, endRun, freezeRun, resumeUnpaid } from '../../messaging/door.inside.ts';
import { tendActivity } from '../run/activity.schedule.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, requestsPerMinute: 1_000_000 } });
const scenes = createCampaigns(app, vendors);
const { planOf, read, put, post, act, get, makeCampaign, submitted, started, until, kindsOf, received, progress } = scenes;
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { campaigns, activities } = endpoints;

/** A scene with a second channel. */
async function scene(people: number) {
  const made = await scenes.scene({ people });
  await vendors.control.behave(made.channelId, { receiptDelayMs: 0 });
  const { channelId } = await makeWhatsApp(made.admin);
  await vendors.control.behave(channelId, { receiptDelayMs: 0 });
  const template = await makeTemplate(made.admin, channelId, [body('Once more')], { category: 'UTILITY' });
  return { ...made, other: { channelId, template } };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const elsewhere = ({ other: { channelId, template } }: Pick<Scene, 'other'>, change: Partial<Fallback> = {}): PlanChange => ({
  fallback: {
    ...emptyFallback(),
    channelId,
    message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
    ...change,
  },
});
const later = (made: Scene, minutes: number) => ({ ...made.ctx, now: () => new Date(Date.now() + minutes * 60_000) });
const waitFor = (made: Scene, id: string, wanted: object) =>
  vi.waitFor(async () => expect(await fallbackOf(made, id)).toMatchObject(wanted), { interval: 50 });
async function fallbackOf(made: Scene, id: string) {
  const { fallback } = await progress(made.checker, id);
  if (!fallback) throw new Error('It has no fallback.');
  const { audience, skipped, failed, sent, remaining, inFlight, delivered } = fallback;
  expect([skipped + failed + sent + remaining, skipped + failed + inFlight + delivered]).toEqual([audience, audience]);
  return fallback;
}
const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
/** All of the first message have left, and nobody has told what became of them. */
const untilUnknown = (made: Scene, id: string, people: number) =>
  vi.waitFor(
    async () => {
      expect(kindsOf(await get(made.checker, id))).toContain('fallback_waits');
      expect(await progress(made.checker, id)).toMatchObject({ sent: people, delivered: 0, inFlight: people });
    },
    { interval: 50 },
  );
const deliver = (made: Scene, address: string) =>
  made.ctx.transaction(async (tx) => {
    const [row] = await tx
      .selectFrom('messages')
      .select('messageId')
      .where('enterpriseId', '=', made.admin.enterpriseId)
      .where('address', '=', address)
      .where('channelId', '=', made.channelId)
      .execute();
    const receipt = { vendorMessageId: '', ourId: row?.messageId ?? '', status: 'delivered' as const, at: new Date() };
    await applyReceipts(made.ctx, tx, made.channelId, [receipt]);
  });
/** Looked after without waiting for its turn. */
const finished = (made: Scene, id: string) =>
  vi.waitFor(
    async () => {
      await tendActivity(made.ctx, id);
      const activity = await get(made.checker, id);
      if (!activity.isCompleted) throw new Error(kindsOf(activity).join());
      return activity;
    },
    { interval: 100 },
  );
const statsOf = async (made: Scene, campaignId: string) => ({
  ...(await read(made.checker, campaigns.stats.path, campaignId)).data,
  fallbacks: (await read(made.checker, campaigns.fallbackStats.path, campaignId)).data.runs,
});

test('CAMP-019 screens 3.1 3.6 a person whose message fails gets one over another channel, once, and both runs add up apart', async () => {
  const made = await scene(6);
  const { checker, channelId, other } = made;
  await vendors.control.behave(channelId, { receiptDelayMs: 0, failNext: { count: 2, code: '131026' } });
  const { id, campaignId } = await started(made, elsewhere(made));
  expect((await finished(made, id)).entries.at(-1)).toMatchObject({
    kind: 'completed',
    values: { audience: 6, skipped: 0, failed: 2, fallback: 2 },
  });
  expect(await progress(checker, id)).toMatchObject({ audience: 6, failed: 2, delivered: 4, remaining: 0 });
  await waitFor(made, id, { waiting: 0, audience: 2, sent: 2, delivered: 2, isOver: true, watchesUntil: '' });
  const [first, second] = [await received(channelId, 6), await received(other.channelId, 6)];
  expect(first.map((count, place) => count + (second[place] ?? 0))).toEqual([1, 1, 1, 1, 1, 1]);
  expect(sumOf(second)).toBe(2);
  // Looked at again, by two at once: nobody gets anything.
  await Promise.all([tendActivity(later(made, 1), id), tendActivity(later(made, 2), id)]);
  expect(sumOf(await received(other.channelId, 6))).toBe(2);

  // Rows of either run lead to the iteration.
  const rows = (await read(made.admin, endpoints.reports.messageStatus.path, '', '?source=CAMPAIGN')).data.message;
  expect(rows.map(({ opens }: { opens: object }) => opens)).toEqual(Array.from({ length: 8 }, () => ({ kind: 'activity', id })));

  const { total, activities: runs, fallbacks } = await statsOf(made, campaignId);
  expect([total.counts.audience, total.counts.failed, total.fallback]).toEqual([
    6,
    2,
    { sent: 2, delivered: 2, actual: 0, unknownCost: 0 },
  ]);
  expect(runs[0].fallback).toEqual({ sent: 2, delivered: 2, actual: 0, unknownCost: 0 });
  expect(fallbacks).toMatchObject([{ activityId: id, counts: { audience: 2, skipped: 0, failed: 0, inFlight: 0, delivered: 2 } }]);
  const tried = (await read(checker, activities.recipients.path, id, '?run=fallback')).data.recipients;
  const failed = (await read(checker, activities.recipients.path, id, '?status=FAILED')).data.recipients;
  const addresses = (rows: { to: string }[]) => rows.map(({ to }) => to).sort();
  expect(addresses(tried)).toEqual(addresses(failed));
  const why = async (place: number) =>
    (await read(made.admin, activities.why.path, id, `?number=${encodeURIComponent(numberAt(1 + place))}`)).data;
  const unreached = first.indexOf(0);
  const told = { number: numberAt(1 + unreached), status: 'READ', reason: '', willGet: true };
  expect(await why(unreached)).toMatchObject({ status: 'FAILED', reason: 'RECIPIENT', willGet: false, fallback: told });
  expect(await why(first.indexOf(1))).toMatchObject({ status: 'READ', fallback: null });
  // People whom the other channel has reached are not tried again on the first.
  const again = (await post(made.maker, activities.retry.path, id)).data;
  expect(again.plan.audience).toMatchObject({ results: [{ activityId: id, result: 'failed_for_now' }], exclude: { activityIds: [id] } });
  // Reached is reached, by whichever of the two: an exclusion of its people leaves out all six.
  const next = { ...planOf(made), audience: { ...planOf(made).audience, exclude: { groupIds: [], labelIds: [], activityIds: [id] } } };
  const check = (await post(made.maker, campaigns.validate.path, '', { campaignId, plan: next })).data;
  expect(check.breakdown).toMatchObject({ total: 6, excluded: 6, reachable: 0 });
});

test('screens 3.1 people left out by the gate or opted out are not tried elsewhere; a missing address there leaves a row', async () => {
  const made = await scene(4);
  const { checker, channelId } = made;
  await made.ctx.transaction(async (tx) => {
    const enterpriseId = made.admin.enterpriseId;
    const blocked = {
      enterpriseId,
      entryId: crypto.randomUUID(),
      address: numberAt(1),
      kind: 'blocked' as const,
      source: 'manual' as const,
    };
    await tx.insertInto('blacklist').values(blocked).execute();
    await tx.updateTable('channels').set({ type: 1 }).where('channelId', '=', made.other.channelId).execute();
  });
  await vendors.control.behave(channelId, { receiptDelayMs: 0, failNext: { count: 1, code: '131050' } });
  const { id } = await started(made, {
    ...elsewhere(made),
    firstWave: { percent: 25, waitMinutes: 1, failedPercent: null, optedOutPercent: null, blockedPercent: null },
  });
  await until(checker, id, ({ entries }) => entries.some(({ kind }) => kind === 'wave_waits'));
  await vendors.control.behave(channelId, { receiptDelayMs: 0, failNext: { count: 1, code: '131026' } });
  await tendActivity(later(made, 2), id);
  await finished(made, id);
  const { byReason } = await progress(checker, id);
  expect(byReason.map(({ status, reason, count }) => `${status} ${reason} ${count}`).sort()).toEqual([
    'FAILED OPTED_OUT 1',
    'FAILED RECIPIENT 1',
    'READ  1',
    'SKIPPED BLOCKED 1',
  ]);
  const { recipients } = (await read(checker, activities.recipients.path, id, '?run=fallback')).data;
  expect(recipients).toMatchObject([{ status: 'SKIPPED', reason: 'INVALID_NUMBER' }]);
});

test('screens 3.1 a message not delivered in time goes over another channel; a later receipt changes nothing twice', async () => {
  const made = await scene(3);
  const { channelId, other } = made;
  await vendors.control.behave(channelId, { receiptDelayMs: 0, receipts: 'none' });
  const { id, campaignId } = await started(made, elsewhere(made, { on: 'not_delivered', afterHours: 1 }));
  await untilUnknown(made, id, 3);
  await deliver(made, numberAt(1));
  await tendActivity(later(made, 59), id);
  expect(await fallbackOf(made, id)).toMatchObject({ waiting: 0, audience: 0, isOver: false });
  await Promise.all([tendActivity(later(made, 61), id), tendActivity(later(made, 61), id)]);
  await waitFor(made, id, { waiting: 0, audience: 2, delivered: 2 });
  await deliver(made, numberAt(2));
  await tendActivity(later(made, 62), id);
  await finished(made, id);
  expect(await received(other.channelId, 3)).toEqual([0, 1, 1]);
  const { total, fallbacks } = await statsOf(made, campaignId);
  expect(total.counts).toMatchObject({ audience: 3, delivered: 2, inFlight: 1, failed: 0 });
  expect(fallbacks).toMatchObject([{ counts: { audience: 2, delivered: 2 } }]);
});

test('CAMP-067 pause, speed and stop reach both runs', async () => {
  const made = await scene(3);
  const { maker, checker, channelId, other } = made;
  await vendors.control.behave(channelId, { receiptDelayMs: 0, receipts: 'none' });
  const { id } = await started(made, elsewhere(made, { on: 'not_delivered', afterHours: 1 }));
  await untilUnknown(made, id, 3);
  // All of the first run has left, and the iteration is still somebody's to pause.
  expect((await act(maker, id, 3)).data.activity).toMatchObject({ state: 3, pauseReason: 'ASKED' });
  await tendActivity(later(made, 61), id);
  expect(await fallbackOf(made, id)).toMatchObject({ waiting: 0, audience: 0 });
  expect((await put(checker, activities.speed.path, id, { perMinute: 1 })).data).toMatchObject({ perMinute: 1, state: 3 });
  expect((await act(maker, id, 2)).data.activity).toMatchObject({ state: 2, isCompleted: false });
  await tendActivity(later(made, 61), id);
  await waitFor(made, id, { audience: 3 });
  // One a minute at most leaves.
  expect((await fallbackOf(made, id)).remaining).toBeGreaterThanOrEqual(2);
  const { remaining } = await fallbackOf(made, id);
  expect((await act(maker, id, 4, 'Enough')).data).toMatchObject({ unsent: remaining, activity: { state: 4 } });
  expect(await fallbackOf(made, id)).toMatchObject({ audience: 3, skipped: remaining, remaining: 0, isOver: true });
  expect(sumOf(await received(other.channelId, 3))).toBe(3 - remaining);
  expect((await act(maker, id, 3)).code).toBe('activity.state_invalid');
});

test('CAMP-061 CAMP-062 screens 3.2 a fallback is whole or absent at the submission, and a part of what is approved', async () => {
  const made = await scene(2);
  const same = elsewhere(made, { channelId: made.channelId });
  const { id } = await scenes.makeActivity(made.maker, (await makeCampaign(made.maker, planOf(made, { fallback: emptyFallback() }))).id);
  const fields = async () =>
    (await act(made.maker, id, 'Submitted')).data.errors.map(({ field, code }: { field: string; code: string }) => [field, code]);
  expect(await fields()).toEqual([
    ['fallback.channelId', 'field.mandatory'],
    ['fallback.message.template', 'field.mandatory'],
  ]);
  const update = async (change: PlanChange) => {
    const { version, name } = await get(made.maker, id);
    return put(made.maker, activities.update.path, id, { version, name, plan: planOf(made, change) });
  };
  // The template is another channel's.
  expect((await update(same)).data.errors).toMatchObject([{ field: 'fallback.message.template', code: 'campaign.unknown' }]);
  expect((await update(elsewhere(made))).data.plan.fallback.message.template.templateId).toBe(made.other.template.name);
  const { seal } = (await act(made.maker, id, 'Submitted')).data.activity;
  await scenes.approve(made.checker, id, seal);
  // Its vendor has paused the template of the fallback: what was approved is not there any more.
  await made.ctx.transaction((tx) =>
    tx
      .updateTable('templates')
      .set({ components: JSON.stringify([body('Other words')]) })
      .where('templateId', '=', made.other.template.templateId)
      .execute(),
  );
  expect(await scenes.start(made.checker, id)).toMatchObject({ http: 409, data: { parts: ['content'] } });
  expect((await update({})).data.entries.at(-1)).toMatchObject({ kind: 'edited', parts: ['content'] });
  // The seal says nothing of a fallback if there is none, as before there were any.
  const plain = (await submitted(made)).seal;
  expect(plain).toMatch(/^[0-9a-f]{64}$/);
  const file = (await read(made.maker, campaigns.export.path, (await makeCampaign(made.maker, planOf(made, elsewhere(made)))).id)).data;
  const far = await scenes.scene();
  const { lost, campaign } = (await post(far.maker, campaigns.import.path, '', { file })).data;
  expect([campaign.plan.fallback, lost]).toEqual([null, expect.arrayContaining(['fallback.channelId', 'fallback.message.template'])]);
});

test('a key starts a list only where it was made for both channels', async () => {
  const made = await scene(1);
  const audience = { ...planOf(made).audience, groupIds: [], given: { most: 3, columns: [] } };
  const { id, seal } = await submitted(made, { ...elsewhere(made), audience });
  await scenes.approve(made.checker, id, seal);
  const startBy = async (...channelIds: string[]) => {
    const key = { name: channelIds.join(' '), scopes: ['send'], channelIds };
    const { secret } = (await app.as(made.admin).post(endpoints.apiKeys.add.path, key)).json().data;
    const list = { requestKey: 'a', people: [{ number: numberAt(1) }] };
    const headers = { authorization: `Bearer ${secret}` };
    return (await app.stranger().post(activities.startFor.path.replace(':activityId', id), list, { headers })).statusCode;
  };
  const { channelId, other } = made;
  expect([await startBy(other.channelId), await startBy(channelId), await startBy(channelId, other.channelId)]).toEqual([404, 403, 200]);
});

test('screens 3.2 3.4 the fallback costs apart, at most so much, and both runs are paid to the millionth', async () => {
  const still = await startApp({
    config: { simulator: vendors.address, features: ['all', 'billing'], roles: ['http'], requestsPerMinute: 1_000_000 },
  });
  onTestFinished(() => still.stop());
  const own = createCampaigns(still, vendors);
  const ownVendors = createVendorScenes(still, vendors);
  const made = await own.scene({ people: 5 });
  const { checker, channelId, admin, ctx } = made;
  const other = await ownVendors.makeWhatsApp(admin);
  const template = await ownVendors.makeTemplate(admin, other.channelId, [body('Once more')], { category: 'UTILITY' });
  const { enterpriseId } = admin;
  await ctx.transaction(async (tx) => {
    await tx.updateTable('channels').set({ environment: 'production' }).where('enterpriseId', '=', enterpriseId).execute();
    const rate = (category: string, price: number) => ({
      enterpriseId,
      rateId: crypto.randomUUID(),
      channelType: 4,
      category,
      price,
      validFrom: new Date(0),
    });
    await tx
      .insertInto('billingRates')
      .values([rate('MARKETING', 300_003), rate('UTILITY', 700_001)])
      .execute();
    await recharge(ctx, tx, 2_000_000);
  });
  const waiting = await own.submitted(made, elsewhere({ other: { ...other, template } }));
  expect(waiting.estimate).toMatchObject({ units: 5, amount: 1_500_015, fallback: { units: 5, amount: 3_500_005 } });
  const { id, campaignId } = waiting;
  await own.approve(checker, id, waiting.seal);
  expect((await own.start(checker, id)).http).toBe(200);
  const { carry, receive } = createWalletScenes(still, ownVendors);
  const by = (channel: typeof channelId) => ({ user: admin, ctx, channelId: channel, template });
  const settled = async () => {
    expect(await ctx.read((tx) => reconcile(tx, enterpriseId))).toEqual([]);
    return (await still.as(admin).post(endpoints.billing.call.path, { requestType: 'get_enterprise_account_status' })).json().data;
  };
  await freezeRun(ctx, id);
  // Four are refused at once, and give their money back; one is accepted.
  await carry(by(channelId), 4, 'FAILED');
  await receive(by(channelId), await carry(by(channelId), 1), 'delivered');
  expect((await settled()).walletBalance).toBe(2_000_000 - 300_003);
  await ctx.transaction((tx) => endRun(ctx, tx, id));
  await tendActivity(ctx, id);
  const fallback = async () => (await own.progress(checker, id)).fallback;
  expect(await fallback()).toMatchObject({ waiting: 4, audience: 0 });
  const { fallbackRunId } = await ctx.read((tx) =>
    tx.selectFrom('activities').select('fallbackRunId').where('activityId', '=', id).executeTakeFirstOrThrow(),
  );
  await freezeRun(ctx, fallbackRunId ?? '');
  // The money does for two: the iteration waits, and goes on with the recharge.
  expect(await own.get(checker, id)).toMatchObject({ state: 3, pauseReason: 'NO_BALANCE' });
  expect(await fallback()).toMatchObject({ waiting: 2, audience: 2 });
  await tendActivity(ctx, id);
  expect((await own.get(checker, id)).entries.at(-1)).toMatchObject({ kind: 'paused', values: { pauseReason: 'NO_BALANCE' } });
  await ctx.transaction((tx) => recharge(ctx, tx, 2_000_000));
  await resumeUnpaid(ctx);
  await freezeRun(ctx, fallbackRunId ?? '');
  expect(await fallback()).toMatchObject({ waiting: 0, audience: 4, remaining: 4 });
  expect(await settled()).toMatchObject({ walletBalance: 4_000_000 - 300_003, reserved: 2_800_004 });
  await receive(by(other.channelId), await carry(by(other.channelId)), 'delivered');
  await tendActivity(ctx, id);
  await ctx.transaction((tx) => endRun(ctx, tx, fallbackRunId ?? ''));
  expect((await own.get(checker, id)).isCompleted).toBe(true);
  const { total } = (await own.read(checker, campaigns.stats.path, campaignId)).data;
  expect([total.actual, total.estimated, total.fallback]).toEqual([
    300_003,
    1_500_015,
    { sent: 4, delivered: 4, actual: 2_800_004, unknownCost: 0 },
  ]);
  const { runs } = (await own.read(checker, campaigns.fallbackStats.path, campaignId)).data;
  expect(runs).toMatchObject([{ actual: 2_800_004, estimate: { amount: 3_500_005 }, counts: { audience: 4, delivered: 4 } }]);
  expect(await settled()).toMatchObject({ walletBalance: 4_000_000 - 300_003 - 2_800_004, reserved: 0 });
  // Both of its runs are booked under its name, for users who may see the campaign.
  const movements = async () => (await still.as(admin).get(`${endpoints.billing.movements.path}?perPage=200`)).json().data.movements;
  const paid = async () =>
    new Map((await movements()).flatMap(({ reference, paysFor }: Movement) => (paysFor ? [[reference, paysFor]] : [])));
  const shown = { kind: 'activity', id, name: `${waiting.campaignName} #1` };
  expect(await paid()).toEqual(new Map([fallbackRunId, id].map((runId) => [runId, shown])));
});
