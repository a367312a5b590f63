import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns } from '../../../../test/campaigns.ts';
import { startVendors, waitForRun } from '../../../../test/vendors.ts';
import { holdAfterOutage } from '../../messaging/door.inside.ts';
import { tendActivity } from '../run/activity.schedule.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, requestsPerMinute: 1_000_000 } });
const { as } = app;
const { scene, approved, started, act, until, hasEntry, progress, received, noticesOf } = createCampaigns(app, vendors);
const { broadcasts } = endpoints;
type Scene = Awaited<ReturnType<typeof scene>>;

const patient = { interval: 50 };
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const each = (people: number, count: number) => Array.from({ length: people }, () => count);

/** A broadcast whose planned time was so many hours ago when somebody looks at it first. */
async function planned({ admin, channelId, template, groupId, ctx }: Scene, hours: number): Promise<string> {
  const message = { template: { templateId: template.name, templateUId: template.templateId, cards: [] } };
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const asked = { channelId, phoneNumber: [], groupIds: [groupId], message, country: 'IN', sendAt };
  const { id } = (await as(admin).post(broadcasts.send.path, asked)).json().data;
  await ctx.transaction((tx) =>
    tx
      .updateTable('sendRuns')
      .set({ startsAt: hoursAgo(hours) })
      .where('runId', '=', id)
      .execute(),
  );
  return id;
}
const read = async ({ admin }: Scene, id: string) =>
  (await as(admin).get(broadcasts.get.path.replace(':broadcastId', id))).json().data.data;
const call = async ({ admin }: Scene, path: string, id: string) => (await as(admin).post(path.replace(':broadcastId', id), {})).json();

test('a broadcast whose time is long over is held until somebody sends or cancels it; one that is a little late leaves by itself', async () => {
  const made = await scene({ people: 3 });
  const { channelId, ctx, admin } = made;
  const late = await planned(made, 10);
  await vi.waitFor(async () => expect(await read(made, late)).toMatchObject({ pauseReason: 'LATE', counts: { audience: 0 } }), patient);
  expect((await noticesOf(admin)).map(({ text }) => text)).toContainEqual(expect.stringContaining('Its time is long over'));
  const unwanted = await planned(made, 3);
  await vi.waitFor(async () => expect((await read(made, unwanted)).pauseReason).toBe('LATE'), patient);
  expect(await received(channelId, 3)).toEqual(each(3, 0));
  await call(made, broadcasts.cancel.path, unwanted);
  expect(await read(made, unwanted)).toMatchObject({ status: 'CANCELLED', pauseReason: '' });
  expect((await call(made, broadcasts.resume.path, late)).data).toEqual({ isResumed: true });
  await waitForRun({ enterpriseId: admin.enterpriseId, ctx }, late, ['QUEUED', 'SENT', 'DELIVERED']);
  expect(await received(channelId, 3)).toEqual(each(3, 1));
  const soon = await planned(made, 1);
  await waitForRun({ enterpriseId: admin.enterpriseId, ctx }, soon, ['QUEUED', 'SENT', 'DELIVERED']);
  expect(await received(channelId, 3)).toEqual(each(3, 2));
});

test('an iteration that could not start at its time asks before it leaves', async () => {
  const made = await scene({ people: 3 });
  const startsAt = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const { id } = await approved(made, { schedule: { startsAt, timeZone: 'UTC' } });
  expect((await act(made.checker, id, 1)).data.activity.state).toBe(1);
  await made.ctx.transaction((tx) =>
    tx
      .updateTable('activities')
      .set({ startsAt: hoursAgo(10), dueAt: hoursAgo(10) })
      .where('activityId', '=', id)
      .execute(),
  );
  const held = await until(made.checker, id, ({ pauseReason }) => pauseReason === 'LATE');
  expect(held.state).toBe(3);
  for (const user of [made.maker, made.checker])
    expect((await noticesOf(user)).map(({ text }) => text)).toContainEqual(expect.stringContaining('Its time is long over'));
  expect(await received(made.channelId, 3)).toEqual(each(3, 0));
  expect((await act(made.checker, id, 2)).data.activity.pauseReason).toBe('');
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  expect(await received(made.channelId, 3)).toEqual(each(3, 1));
});

test('messages behind a first part do not leave long after their time', async () => {
  const made = await scene({ people: 10 });
  const firstWave = { percent: 30, waitMinutes: 15, failedPercent: null, optedOutPercent: null, blockedPercent: null };
  const { id } = await started(made, { firstWave });
  await until(made.checker, id, hasEntry('wave_waits'));
  await tendActivity({ ...made.ctx, now: () => new Date(Date.now() + 10 * 3_600_000) }, id);
  await until(made.checker, id, ({ pauseReason }) => pauseReason === 'LATE');
  expect(await progress(made.checker, id)).toMatchObject({ remaining: 7, sent: 3 });
  await act(made.checker, id, 2);
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  expect((await received(made.channelId, 10)).toSorted()).toEqual(each(10, 1));
});

test('a run that waits asks after a long outage, and does not leave at whatever hour the program comes back', async () => {
  const made = await scene({ people: 4 });
  const { ctx, admin, channelId } = made;
  const blocked = { enterpriseId: admin.enterpriseId, channelId, tokens: 0, filledAt: new Date(), blockedUntil: hoursAgo(-1) };
  await ctx.transaction((tx) => tx.insertInto('channelSpeeds').values(blocked).execute());
  const { id } = await started(made);
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ audience: 4, isFreezing: false }), patient);
  const comeBackAfter = async (hours: number) => {
    await app
      .contextOf({ enterpriseId: '00000000-0000-0000-0000-000000000000' })
      .transaction((tx) => sql`update leases set held_until = ${hoursAgo(hours)} where work = 'pulse'`.execute(tx));
    await holdAfterOutage(app.deps);
  };
  // An hour is no outage that anybody is asked for.
  await comeBackAfter(1);
  expect((await progress(made.checker, id)).pauseReason).toBe('');
  // The program's own pulse may come in between.
  await vi.waitFor(async () => {
    await comeBackAfter(10);
    expect(await progress(made.checker, id)).toMatchObject({ pauseReason: 'LATE', remaining: 4 });
  }, patient);
  await ctx.transaction((tx) =>
    tx
      .updateTable('channelSpeeds')
      .set({ blockedUntil: new Date(0) })
      .where('channelId', '=', channelId)
      .execute(),
  );
  await act(made.checker, id, 2);
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  expect(await received(channelId, 4)).toEqual(each(4, 1));
});
