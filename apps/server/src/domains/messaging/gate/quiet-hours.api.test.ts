import { defaultSendingSettings, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns } from '../../../../test/campaigns.ts';
import { startVendors, waitForRun } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, requestsPerMinute: 1_000_000 } });
const { as } = app;
const { scene, started, get, progress, received } = createCampaigns(app, vendors);
const { blacklist, broadcasts } = endpoints;
type Scene = Awaited<ReturnType<typeof scene>>;

const patient = { interval: 50 };
const clockIn = (timeZone: string, hours: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    Date.now() + hours * 3_600_000,
  );
/** Quiet hours that are now, in a zone. */
const nowIn = (timeZone: string) => ({ from: clockIn(timeZone, -1), to: clockIn(timeZone, 1) });

async function setQuiet({ admin, ctx }: Scene, isOn: boolean) {
  await ctx.transaction((tx) =>
    tx.updateTable('enterprises').set({ timeZone: 'Asia/Kolkata' }).where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  const { version } = (await as(admin).get(blacklist.getSettings.path)).json().data;
  const settings = { ...defaultSendingSettings, quietHours: { isOn, ...nowIn('Asia/Kolkata') } };
  expect((await as(admin).put(blacklist.saveSettings.path, { settings, version })).json()).toMatchObject({ status: true });
}

/** Blocks the channel by day, so that frozen messages wait for it. */
const block = ({ ctx, admin, channelId }: Scene, isBlocked: boolean) =>
  ctx.transaction((tx) => {
    const blockedUntil = new Date(isBlocked ? Date.now() + 3_600_000 : 0);
    return tx
      .insertInto('channelSpeeds')
      .values({ enterpriseId: admin.enterpriseId, channelId, tokens: 0, filledAt: new Date(), blockedUntil })
      .onConflict((conflict) => conflict.columns(['enterpriseId', 'channelId']).doUpdateSet({ blockedUntil }))
      .execute();
  });

/** The quiet hours are over. */
async function comeMorning(made: Scene) {
  const { ctx, admin } = made;
  await setQuiet(made, false);
  await ctx.transaction(async (tx) => {
    await tx.updateTable('sendRuns').set({ quietHours: null }).where('enterpriseId', '=', admin.enterpriseId).execute();
    await tx
      .updateTable('sendQueue')
      .set({ dueAt: new Date() })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('isQuiet', '=', true)
      .execute();
  });
}
const each = (people: number, count: number) => Array.from({ length: people }, () => count);

test('messages frozen by day are not handed over within quiet hours, are shown as such, and go on by themselves', async () => {
  const made = await scene({ people: 10 });
  const { channelId, admin, template, groupId } = made;
  await block(made, true);
  const message = { template: { templateId: template.name, templateUId: template.templateId, cards: [] } };
  const asked = { channelId, phoneNumber: [], groupIds: [groupId], message, country: 'IN' };
  const { id } = (await as(admin).post(broadcasts.send.path, asked)).json().data;
  const read = async () => (await as(admin).get(broadcasts.get.path.replace(':broadcastId', id))).json().data.data;
  await vi.waitFor(async () => expect(await read()).toMatchObject({ isFreezing: false, quiet: null, counts: { audience: 10 } }), patient);
  await setQuiet(made, true);
  await block(made, false);
  await vi.waitFor(async () => expect((await read()).quiet?.count).toBe(10), patient);
  expect(await received(channelId, 10)).toEqual(each(10, 0));
  const waitMs = Date.parse((await read()).quiet.until) - Date.now();
  expect([waitMs > 55 * 60_000, waitMs <= 60 * 60_000]).toEqual([true, true]);
  await comeMorning(made);
  await waitForRun({ enterpriseId: admin.enterpriseId, ctx: made.ctx }, id, ['QUEUED', 'SENT', 'DELIVERED']);
  expect(await received(channelId, 10)).toEqual(each(10, 1));
});

test('a first part that meets quiet hours is as large as it was meant to be when they are over', async () => {
  const made = await scene({ people: 10 });
  await block(made, true);
  const firstWave = { percent: 30, waitMinutes: 15, failedPercent: null, optedOutPercent: null, blockedPercent: null };
  const { id } = await started(made, { firstWave, perMinute: 6000 });
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ audience: 10, wave: { left: 0 } }), patient);
  await setQuiet(made, true);
  await block(made, false);
  await vi.waitFor(
    async () =>
      expect(await progress(made.checker, id)).toMatchObject({ remaining: 10, quiet: { count: 10 }, wave: { left: 3, waitsUntil: '' } }),
    patient,
  );
  // A user who could resume it sees until when nothing leaves.
  expect((await get(made.checker, id)).quietUntil).toBe((await progress(made.checker, id)).quiet?.until);
  await comeMorning(made);
  await vi.waitFor(
    async () => expect(await progress(made.checker, id)).toMatchObject({ read: 3, remaining: 7, wave: { left: 0 } }),
    patient,
  );
  expect((await received(made.channelId, 10)).reduce((sum, count) => sum + count)).toBe(3);
  expect((await get(made.checker, id)).quietUntil).toBe('');
});

test('hours of the plan are kept in the zone of each recipient, asked at the hand-over', async () => {
  const made = await scene({ people: 4 });
  const { ctx, admin, channelId } = made;
  await block(made, true);
  const { id } = await started(made);
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ audience: 4, isFreezing: false }), patient);
  await ctx.transaction(async (tx) => {
    const quietHours = JSON.stringify(nowIn('Asia/Kolkata'));
    await tx.updateTable('sendRuns').set({ quietHours }).where('runId', '=', id).execute();
    // The phone book knows better than the number.
    const profile = JSON.stringify({ timeZone: 'America/New_York' });
    await tx
      .updateTable('customers')
      .set({ profile })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('number', '=', '+919876500002')
      .execute();
  });
  await block(made, false);
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ read: 1, quiet: { count: 3 } }), patient);
  expect(await received(channelId, 4)).toEqual([0, 1, 0, 0]);
  await comeMorning(made);
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ read: 4, isCompleted: true }), patient);
  expect(await received(channelId, 4)).toEqual(each(4, 1));
});
