import { type CalendarRow, defaultSendingSettings, endpoints, type HoursCalendar } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns } from '../../../../test/campaigns.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { startVendors, waitForRun } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, requestsPerMinute: 1_000_000 } });
const { as } = app;
const { scene, planOf, put, makeActivity, approved, started, act, get, progress, received, noticesOf } = createCampaigns(app, vendors);
const { activities, blacklist, broadcasts, calendars } = endpoints;
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

const calendarAt = (path: string, id: string) => path.replace(':calendarId', id);
const everyDay = (from: string, to: string) => Array.from({ length: 7 }, () => [{ from, to }]);
/** Opens in an hour, for an hour. */
const closedNow = () => everyDay(clockIn('UTC', 1), clockIn('UTC', 2));

async function makeCalendar({ admin }: Scene): Promise<HoursCalendar> {
  const body = { name: 'Office', timeZone: 'UTC', days: closedNow(), exceptions: [] };
  return (await as(admin).post(calendars.create.path, body)).json().data;
}
async function saveDays({ admin }: Scene, id: string, days: object): Promise<void> {
  const { id: _, ...now } = (await as(admin).get(calendarAt(calendars.get.path, id))).json().data as HoursCalendar;
  expect((await as(admin).put(calendarAt(calendars.update.path, id), { ...now, days })).json()).toMatchObject({ status: true });
}
const usesOf = async ({ admin }: Scene) =>
  ((await as(admin).get(calendars.list.path)).json().data.calendars as CalendarRow[]).flatMap(({ uses }) => uses);
const remove = async ({ admin }: Scene, id: string) => (await as(admin).delete(calendarAt(calendars.remove.path, id))).json().code;
const inAnHour = (time: string) => {
  const waitMs = Date.parse(time) - Date.now();
  return waitMs > 58 * 60_000 && waitMs <= 60 * 60_000;
};

test('a broadcast waits for the opening of its calendar, whatever it sends; its check says so, and a saved calendar lets it go on', async () => {
  const made = await scene({ people: 4, category: 'UTILITY' });
  const { channelId, admin, template, groupId, ctx } = made;
  const { id: calendarId } = await makeCalendar(made);
  const message = { template: { templateId: template.name, templateUId: template.templateId, cards: [] } };
  const asked = { channelId, phoneNumber: [], groupIds: [groupId], message, country: 'IN', calendarId };
  const checked = (await as(admin).post(broadcasts.validate.path, asked)).json().data;
  expect(inAnHour(checked.opensOn)).toBe(true);
  const { id } = (await as(admin).post(broadcasts.send.path, asked)).json().data;
  const read = async () => (await as(admin).get(broadcasts.get.path.replace(':broadcastId', id))).json().data.data;
  await vi.waitFor(
    async () => expect(await read()).toMatchObject({ isFreezing: false, quiet: { count: 4 }, calendarName: 'Office' }),
    patient,
  );
  expect(inAnHour((await read()).quiet.until)).toBe(true);
  expect(await received(channelId, 4)).toEqual(each(4, 0));
  expect(await usesOf(made)).toEqual([`broadcast ${(await read()).name}`]);
  const [entry] = await createTrail(app).details(admin, `recordId=${id}`);
  expect(entry && changed(entry)).toMatchObject({ calendar: [null, 'Office'] });
  expect(await remove(made, calendarId)).toBe('calendar.in_use');
  await saveDays(made, calendarId, everyDay('00:00', '24:00'));
  await waitForRun({ enterpriseId: admin.enterpriseId, ctx }, id, ['QUEUED', 'SENT', 'DELIVERED']);
  expect(await received(channelId, 4)).toEqual(each(4, 1));
  await vi.waitFor(async () => expect(await usesOf(made)).toEqual([]), patient);
  expect(await remove(made, calendarId)).toBe('100');
  expect((await as(admin).post(broadcasts.send.path, asked)).json()).toMatchObject({
    code: 'request.invalid',
    data: { issues: [{ field: 'calendarId' }] },
  });
});

test('an iteration waits for the opening; a calendar that opens no more holds it and tells why, and one that opens again lets it go on', async () => {
  const made = await scene({ people: 4 });
  const { id: calendarId } = await makeCalendar(made);
  const { id } = await started(made, { calendarId });
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ isFreezing: false, quiet: { count: 4 } }), patient);
  const shown = await get(made.checker, id);
  expect([inAnHour(shown.quietUntil), shown.names[calendarId]]).toEqual([true, 'Office']);
  expect(await usesOf(made)).toEqual([`campaign ${shown.campaignName} #1`]);
  expect(await remove(made, calendarId)).toBe('calendar.in_use');
  await saveDays(
    made,
    calendarId,
    Array.from({ length: 7 }, () => []),
  );
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ pauseReason: 'CLOSED', remaining: 4 }), patient);
  for (const user of [made.maker, made.checker])
    expect((await noticesOf(user)).map(({ text }) => text)).toContainEqual(expect.stringContaining('opens no more'));
  await saveDays(made, calendarId, everyDay('00:00', '24:00'));
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ read: 4, isCompleted: true }), patient);
  expect(await received(made.channelId, 4)).toEqual(each(4, 1));
  expect((await noticesOf(made.maker)).map(({ code }) => code)).toContain('activity.opens_again');
});

test('a run whose calendar is open within the quiet hours of some recipients alone skips these, and is not held', async () => {
  const made = await scene({ people: 4 });
  const { ctx, admin } = made;
  await ctx.transaction(async (tx) => {
    // The calendar is never open and awake in the zone of the enterprise either.
    await tx.updateTable('enterprises').set({ timeZone: 'Asia/Kolkata' }).where('enterpriseId', '=', admin.enterpriseId).execute();
    const profile = JSON.stringify({ timeZone: 'America/New_York' });
    const of = tx.updateTable('customers').set({ profile }).where('enterpriseId', '=', admin.enterpriseId);
    await of.where('number', '=', '+919876500002').execute();
  });
  const { id: calendarId } = await makeCalendar(made);
  await saveDays(made, calendarId, everyDay(clockIn('UTC', -1), clockIn('UTC', 1)));
  const hours = { calendarId, quietHours: { from: clockIn('Asia/Kolkata', -2), to: clockIn('Asia/Kolkata', 2) } };
  const outcomes = async (id: string) => {
    await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ isCompleted: true }), patient);
    const rows = await ctx.read((tx) =>
      tx.selectFrom('messages').select(['status', 'reason']).where('resourceId', '=', id).orderBy('address').execute(),
    );
    return rows.map(({ status, reason }) => (status === 'SKIPPED' ? reason : 'SENT'));
  };
  const expected = ['NEVER_OPEN', 'SENT', 'NEVER_OPEN', 'NEVER_OPEN'];
  expect(await outcomes((await started(made, hours)).id)).toEqual(expected);
  // Hours that come behind the freeze are found at the hand-over.
  await block(made, true);
  const { id } = await started(made);
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ audience: 4, isFreezing: false }), patient);
  await ctx.transaction((tx) =>
    tx
      .updateTable('sendRuns')
      .set({ calendarId, quietHours: JSON.stringify(hours.quietHours) })
      .where('runId', '=', id)
      .execute(),
  );
  await block(made, false);
  expect(await outcomes(id)).toEqual(expected);
});

test('a calendar that opens no more, or within the quiet hours alone, is a fault before anything is sent or submitted', async () => {
  const made = await scene({ people: 1 });
  const { admin, maker, channelId, template, groupId } = made;
  const { id: calendarId } = await makeCalendar(made);
  const message = { template: { templateId: template.name, templateUId: template.templateId, cards: [] } };
  const asked = { channelId, phoneNumber: [], groupIds: [groupId], message, country: 'IN', calendarId };
  const { campaignId } = await approved(made);
  const again = await makeActivity(maker, campaignId);
  const changedTo = { version: again.version, name: again.name, plan: planOf(made, { calendarId }) };
  expect(await put(maker, activities.update.path, again.id, changedTo)).toMatchObject({ status: true });
  const faultsOf = async () => {
    const answers = [broadcasts.validate, broadcasts.send].map(async ({ path }) => (await as(admin).post(path, asked)).json().data?.issues);
    const submitted = await act(maker, again.id, 'Submitted');
    return [...(await Promise.all(answers)), submitted.data.errors].map(([first]) => [first?.field, first?.code]);
  };
  const fault = ['calendarId', 'campaign.never_open'];
  await saveDays(
    made,
    calendarId,
    Array.from({ length: 7 }, () => []),
  );
  expect(await faultsOf()).toEqual([fault, fault, fault]);
  await setQuiet(made, true);
  await saveDays(made, calendarId, everyDay(clockIn('UTC', -0.5), clockIn('UTC', 0.5)));
  expect(await faultsOf()).toEqual([fault, fault, fault]);
});

test('an approval covers the open hours: the checker sees the calendar as a change of the plan', async () => {
  const made = await scene();
  const { id: calendarId } = await makeCalendar(made);
  const { campaignId } = await approved(made);
  const again = await makeActivity(made.maker, campaignId);
  const next = { version: again.version, name: again.name, plan: planOf(made, { calendarId }) };
  expect(await put(made.maker, activities.update.path, again.id, next)).toMatchObject({ status: true });
  expect(await act(made.maker, again.id, 'Submitted')).toMatchObject({ status: true });
  expect((await get(made.checker, again.id)).compared?.changes).toEqual([
    { part: 'speed', field: 'calendar', before: null, after: 'Office' },
  ]);
});
