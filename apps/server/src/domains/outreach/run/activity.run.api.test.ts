import { type CampaignEvent, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt } from '../../../../test/campaigns.ts';
import { listenTo } from '../../../../test/own-systems.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { resumeUnpaid } from '../../messaging/door.inside.ts';
import { pauseRun } from '../../messaging/door.run.ts';
import { tendActivity } from './activity.schedule.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, requestsPerMinute: 1_000_000 } });
const scenes = createCampaigns(app, vendors);
const { scene, post, put, read, act, get, approved, start, started, until, kindsOf, hasEntry, received, noticesOf, progress } = scenes;
const { activities } = endpoints;

type Scene = Awaited<ReturnType<typeof scene>>;
const wave = (change: object = {}) => ({
  firstWave: { percent: 30, waitMinutes: 15, failedPercent: null, optedOutPercent: null, blockedPercent: null, ...change },
});
const later = (made: Scene, minutes: number) => ({ ...made.ctx, now: () => new Date(Date.now() + minutes * 60_000) });
/** Waits until the progress of the run matches. */
const waitFor = (made: Scene, id: string, wanted: object) =>
  vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject(wanted), { interval: 50 });
const once = (count: number) => Array.from({ length: count }, () => 1);
/** Counts the people who have got it; asserts that nobody got it twice. */
async function receivedOf({ channelId }: Scene, people: number): Promise<number> {
  const counts = await received(channelId, people);
  expect(Math.max(...counts)).toBeLessThanOrEqual(1);
  return counts.reduce((sum, count) => sum + count, 0);
}

test('CAMP-066 CAMP-067 paused, resumed and stopped: exactly so many leave, and nobody gets two', async () => {
  const made = await scene({ people: 10 });
  const { checker, maker, admin, channelId } = made;
  const told = await listenTo<CampaignEvent>(app, admin, 'campaign.state');
  const { id } = await started(made, wave());
  await waitFor(made, id, { audience: 10, read: 3, remaining: 7, wave: { size: 3, left: 0, result: '' } });
  expect((await act(maker, id, 3, 'Lunch')).data.activity).toMatchObject({ state: 3, pauseReason: 'ASKED' });
  expect((await act(maker, id, 3)).code).toBe('activity.state_invalid');
  expect((await start(maker, id)).http).toBe(200);
  expect((await progress(maker, id)).state).toBe(3);
  expect((await act(checker, id, 2)).data.activity).toMatchObject({ state: 2, pauseReason: '' });
  // The first part is as long as it was.
  await tendActivity(later(made, 0), id);
  expect(await progress(checker, id)).toMatchObject({ sent: 3, remaining: 7 });
  const stopped = await act(checker, id, 4, 'Enough');
  expect(stopped.data).toMatchObject({ unsent: 7, activity: { state: 4, isCompleted: false } });
  expect(stopped.data.activity.entries.at(-1)).toMatchObject({ kind: 'stopped', text: 'Enough', values: { unsent: 7 } });
  expect(await progress(checker, id)).toMatchObject({ audience: 10, skipped: 7, remaining: 0, read: 3 });
  expect(await receivedOf(made, 10)).toBe(3);
  expect((await act(checker, id, 2)).code).toBe('activity.state_invalid');
  expect((await start(checker, id)).code).toBe('activity.state_invalid');
  // Own systems hear of each state once, in order, and of no refused move.
  const events = await told();
  expect(events.map(({ from, to, pauseReason }) => [from.approval, from.state, to.approval, to.state, pauseReason])).toEqual([
    ['New', 'created', 'Submitted', 'created', ''],
    ['Submitted', 'created', 'Approved', 'created', ''],
    ['Approved', 'created', 'Approved', 'started', ''],
    ['Approved', 'started', 'Approved', 'paused', 'ASKED'],
    ['Approved', 'paused', 'Approved', 'started', ''],
    ['Approved', 'started', 'Approved', 'stopped', ''],
  ]);
  for (const event of events) expect(event).toMatchObject({ activityId: id, number: 1, channelId });
  // A campaign that goes into the bin takes its iterations along, and brings them back.
  const { campaignId } = events[0] as CampaignEvent;
  expect((await app.as(maker).delete(endpoints.campaigns.remove.path.replace(':campaignId', campaignId))).statusCode).toBe(200);
  const [entry] = (await app.as(admin).get(endpoints.bin.list.path)).json().data.entries;
  expect((await app.as(admin).post(endpoints.bin.restore.path.replace(':entryId', entry.id), {})).statusCode).toBe(200);
  expect((await told()).slice(-2).map(({ from, to }) => [from.state, to.state])).toEqual([
    ['stopped', 'deleted'],
    ['deleted', 'stopped'],
  ]);
});

test('screens 3.4 the first part leaves, waits for its receipts, and lets the rest follow', async () => {
  const made = await scene({ people: 10 });
  const { id } = await started(made, wave({ failedPercent: 5, optedOutPercent: 0, blockedPercent: 0 }));
  const waits = await until(made.checker, id, (one) => hasEntry('wave_waits')(one) && one.nextActionOn !== '');
  const entry = waits.entries.find(({ kind }) => kind === 'wave_waits');
  expect(entry).toMatchObject({ by: { id: '' }, values: { left: 3, until: waits.nextActionOn } });
  const waitMs = Date.parse(waits.nextActionOn) - Date.parse(entry?.at ?? '');
  expect([waitMs > 899_000, waitMs <= 900_000]).toEqual([true, true]);
  await tendActivity(later(made, 14), id);
  expect(await progress(made.checker, id)).toMatchObject({ sent: 3, remaining: 7 });
  await tendActivity(later(made, 16), id);
  await tendActivity(later(made, 17), id);
  const done = await until(made.checker, id, ({ isCompleted }) => isCompleted);
  // Each once; the look of a quarter of an hour later stands behind what came of it.
  expect(kindsOf(done).sort()).toEqual(['approved', 'completed', 'created', 'started', 'submitted', 'wave_passed', 'wave_waits']);
  expect(await received(made.channelId, 10)).toEqual(once(10));
});

test('screens 3.4 a first part above its limits pauses the run; maker and checker are told, and going on needs a reason', async () => {
  const made = await scene({ people: 10 });
  const { maker, checker } = made;
  await vendors.control.behave(made.channelId, { failNext: { count: 1, code: '131026' }, receiptDelayMs: 0 });
  const { id } = await started(made, wave({ failedPercent: 30 }));
  await until(checker, id, hasEntry('wave_waits'));
  await tendActivity(later(made, 16), id);
  const braked = await get(checker, id);
  expect(braked).toMatchObject({ state: 3, pauseReason: 'LIMITS', isCompleted: false });
  expect(braked.entries.at(-1)).toMatchObject({
    kind: 'wave_stopped',
    values: { left: 3, failedPercent: 33.33, optedOutPercent: 0, blockedPercent: 0 },
  });
  expect(await progress(checker, id)).toMatchObject({ failed: 1, sent: 2, remaining: 7, wave: { result: 'stopped' } });
  for (const user of [maker, checker]) expect((await noticesOf(user)).map(({ kind }) => kind)).toContain('run_paused');
  const silent = await act(checker, id, 2, ' ');
  expect([silent.http, silent.data.errors]).toMatchObject([422, [{ field: 'reason', code: 'activity.resume_reason' }]]);
  expect((await act(checker, id, 2, 'One wrong number')).http).toBe(200);
  const done = await until(checker, id, ({ isCompleted }) => isCompleted);
  expect(done.entries.find(({ kind }) => kind === 'resumed')).toMatchObject({
    text: 'One wrong number',
    values: { pauseReason: 'LIMITS' },
  });
  expect(await receivedOf(made, 10)).toBe(9);
});

test('screens 3.4 people of the first part who refuse or are blocked are counted against their limits', async () => {
  for (const kind of ['opted_out', 'blocked'] as const) {
    const made = await scene({ people: 10 });
    const limit = kind === 'blocked' ? { blockedPercent: 0 } : { optedOutPercent: 0 };
    const { id } = await started(made, wave(limit));
    await waitFor(made, id, { sent: 3, remaining: 7, read: 3 });
    const { recipients } = (await read(made.admin, activities.recipients.path, id, '?status=READ')).data;
    await made.ctx.transaction((tx) =>
      tx
        .insertInto('blacklist')
        .values({
          enterpriseId: made.admin.enterpriseId,
          entryId: crypto.randomUUID(),
          address: recipients[0].to,
          kind,
          source: 'customer',
        })
        .execute(),
    );
    await until(made.checker, id, hasEntry('wave_waits'));
    await tendActivity(later(made, 16), id);
    const share = kind === 'blocked' ? { optedOutPercent: 0, blockedPercent: 33.33 } : { optedOutPercent: 33.33, blockedPercent: 0 };
    expect((await get(made.checker, id)).entries.at(-1)).toMatchObject({ kind: 'wave_stopped', values: { failedPercent: 0, ...share } });
  }
});

test('screens 0.2 a channel that is down, or a template that the vendor pauses, in the middle keeps the rows waiting, and it goes on by itself', async () => {
  const made = await scene({ people: 10 });
  const { id } = await started(made, wave());
  await until(made.checker, id, hasEntry('wave_waits'));
  const set = (table: 'channels', state: 'ACTIVE' | 'PAUSED') =>
    made.ctx.transaction((tx) => tx.updateTable(table).set({ state }).where('enterpriseId', '=', made.admin.enterpriseId).execute());
  await set('channels', 'PAUSED');
  await tendActivity(later(made, 16), id);
  expect(kindsOf(await get(made.checker, id)).at(-1)).toBe('wave_passed');
  expect(await progress(made.checker, id)).toMatchObject({ channelState: 'PAUSED', sent: 3, remaining: 7, state: 2 });
  await made.ctx.transaction((tx) =>
    tx.updateTable('templates').set({ status: 'PAUSED' }).where('enterpriseId', '=', made.admin.enterpriseId).execute(),
  );
  await set('channels', 'ACTIVE');
  const held = await until(made.checker, id, ({ pauseReason }) => pauseReason === 'TEMPLATE');
  // The look of a quarter of an hour later stands behind it.
  const paused = held.entries.find(({ kind }) => kind === 'paused');
  expect([held.state, paused]).toMatchObject([3, { by: { id: '' }, values: { pauseReason: 'TEMPLATE' } }]);
  expect(await progress(made.checker, id)).toMatchObject({ skipped: 0, failed: 0, remaining: 7, templateStatus: 'PAUSED' });
  for (const user of [made.maker, made.checker])
    expect((await noticesOf(user)).map(({ text }) => text)).toContainEqual(expect.stringContaining('Nobody is left out'));
  await made.ctx.transaction((tx) =>
    tx.updateTable('templates').set({ status: 'APPROVED' }).where('enterpriseId', '=', made.admin.enterpriseId).execute(),
  );
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  expect(await receivedOf(made, 10)).toBe(10);
});

test('a vendor that refuses a message for its paused template uses up nobody: the run is held before its news come', async () => {
  const made = await scene({ people: 10 });
  await vendors.control.behave(made.channelId, { failNext: { count: 2, code: '132015' }, receiptDelayMs: 0 });
  const { id } = await started(made);
  const held = await until(made.checker, id, ({ pauseReason }) => pauseReason === 'TEMPLATE');
  expect(held).toMatchObject({ state: 3, templateStatus: 'PAUSED' });
  expect(await progress(made.checker, id)).toMatchObject({ skipped: 0, failed: 0 });
  await made.ctx.transaction((tx) =>
    tx.updateTable('templates').set({ status: 'APPROVED' }).where('enterpriseId', '=', made.admin.enterpriseId).execute(),
  );
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  expect(await received(made.channelId, 10)).toEqual(once(10));
});

test('CAMP-067 a run goes slower without being asked, and not faster', async () => {
  const made = await scene({ people: 10 });
  const { checker } = made;
  const { id } = await started(made, { ...wave(), perMinute: 600 });
  const speed = async (perMinute: number) => put(checker, activities.speed.path, id, { perMinute });
  expect((await speed(601)).data.errors).toMatchObject([{ field: 'perMinute', code: 'activity.speed_up', values: { maximum: 600 } }]);
  expect((await speed(60)).data).toMatchObject({ perMinute: 60, state: 2 });
  expect((await speed(61)).data.errors).toMatchObject([{ values: { maximum: 60 } }]);
  const { entries } = await get(checker, id);
  expect(entries.at(-1)).toMatchObject({ kind: 'speed', values: { perMinute: 60, before: 600 } });
  const run = await made.ctx.read((tx) => tx.selectFrom('sendRuns').select('perMinute').where('runId', '=', id).executeTakeFirstOrThrow());
  expect(run.perMinute).toBe(60);
});

test('screens 3.1 the rest is stopped at the end of a run, and the log says how many', async () => {
  const made = await scene({ people: 10 });
  const ends = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const { id } = await started(made, { ...wave({ waitMinutes: 600 }), schedule: { endsAt: ends, timeZone: 'UTC' } });
  await until(made.checker, id, hasEntry('wave_waits'));
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ read: 3 }));
  await tendActivity(later(made, 61), id);
  const ended = await get(made.checker, id);
  expect([ended.state, ended.entries.at(-1)]).toMatchObject([4, { kind: 'ended', values: { unsent: 7 }, by: { id: '' } }]);
  expect(await progress(made.checker, id)).toMatchObject({ skipped: 7, read: 3 });
});

test('screens 3.4 a run that billing pauses is told once, and goes on after the recharge', async () => {
  const made = await scene({ people: 10 });
  const { maker, checker } = made;
  const told = await listenTo<CampaignEvent>(app, made.admin, 'campaign.state');
  const { id } = await started(made, wave({ waitMinutes: 600 }));
  await until(checker, id, hasEntry('wave_waits'));
  await made.ctx.transaction((tx) => pauseRun(made.ctx, tx, id, 'NO_BALANCE'));
  const paused = await until(checker, id, ({ entries }) => entries.at(-1)?.kind === 'paused');
  expect(paused).toMatchObject({ state: 3, pauseReason: 'NO_BALANCE' });
  await tendActivity(made.ctx, id);
  expect(kindsOf(await get(checker, id)).filter((kind) => kind === 'paused')).toEqual(['paused']);
  for (const user of [maker, checker]) expect((await noticesOf(user)).map(({ kind }) => kind)).toContain('run_paused');
  // The recharge asks nobody, and the first part is still judged by itself.
  await resumeUnpaid(made.ctx);
  expect((await get(checker, id)).state).toBe(2);
  expect((await get(checker, id)).entries.at(-1)).toMatchObject({ kind: 'resumed', values: { pauseReason: 'NO_BALANCE' } });
  expect((await told()).slice(-2)).toMatchObject([
    { from: { state: 'started' }, to: { state: 'paused' }, pauseReason: 'NO_BALANCE' },
    { from: { state: 'paused' }, to: { state: 'started' }, pauseReason: '' },
  ]);
  const { dueAt } = await made.ctx.read((tx) =>
    tx.selectFrom('activities').select('dueAt').where('activityId', '=', id).executeTakeFirstOrThrow(),
  );
  expect(dueAt).not.toBeNull();
  // The next lack of money is told anew; a recharge that comes before it is tells both.
  for (const isTold of [true, false]) {
    await made.ctx.transaction((tx) => pauseRun(made.ctx, tx, id, 'NO_BALANCE'));
    if (isTold) await tendActivity(made.ctx, id);
    await resumeUnpaid(made.ctx);
  }
  const states = (await told()).slice(-4).map(({ from, to, pauseReason }) => [from.state, to.state, pauseReason]);
  const [paused2, resumed] = [
    ['started', 'paused', 'NO_BALANCE'],
    ['paused', 'started', ''],
  ];
  expect(states).toEqual([paused2, resumed, paused2, resumed]);
});

test('CAMP-060 CAMP-062 a started one is nobody’s to edit, nor one that waits for its time or was stopped; a clone of it is', async () => {
  const made = await scene();
  const activity = await approved(made);
  const { version } = activity;
  expect((await start(made.checker, activity.id)).http).toBe(200);
  const edit = { version: version + 1, name: 'Late', plan: activity.plan };
  const late = await put(made.maker, activities.update.path, activity.id, edit);
  expect([late.http, ['activity.state_invalid', 'record.changed'].includes(late.code)]).toEqual([409, true]);
  const done = await until(made.maker, activity.id, ({ isCompleted }) => isCompleted);
  expect((await put(made.maker, activities.update.path, activity.id, { ...edit, version: done.version })).code).toBe(
    'activity.state_invalid',
  );
  expect(await received(made.channelId, 3)).toEqual(once(3));
  expect(numberAt(1)).toBe('+919876500001');

  const soon = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const waiting = await approved(made, { schedule: { startsAt: soon, timeZone: 'UTC' } });
  expect((await act(made.checker, waiting.id, 1)).data.activity).toMatchObject({ state: 1 });
  const change = async () => {
    const { version: newest } = await get(made.maker, waiting.id);
    return put(made.maker, activities.update.path, waiting.id, { version: newest, name: 'Changed', plan: waiting.plan });
  };
  expect(await change()).toMatchObject({ http: 409, code: 'activity.state_invalid' });
  expect((await act(made.maker, waiting.id, 4)).data.activity).toMatchObject({ state: 4 });
  expect((await change()).code).toBe('activity.state_invalid');
  const { id, version: first } = (await post(made.maker, activities.clone.path, waiting.id)).data;
  expect(await put(made.maker, activities.update.path, id, { version: first, name: 'Changed', plan: waiting.plan })).toMatchObject({
    http: 200,
    data: { name: 'Changed', approval: 'New' },
  });
});
