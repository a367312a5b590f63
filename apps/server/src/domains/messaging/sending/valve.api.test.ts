import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { body, createVendorScenes, startVendors, waitForRun } from '../../../../test/vendors.ts';
import { changeSpeed, pauseRun, releaseMore, resumeRun } from './valve.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { broadcasts } = endpoints;
const numberAt = (index: number) => `+9198765${String(index).padStart(5, '0')}`;

type Pace = { perMinute?: number; releaseLeft?: number; startsAt: Date };

/** Ten numbers, and one among them that is none: what is skipped takes nobody's place. The run starts with `pace`. */
async function startHeld(pace: Pace) {
  const user = await makeUser();
  const { channelId } = await makeWhatsApp(user);
  const template = await makeTemplate(user, channelId, [body('Hello')]);
  const ctx = contextOf(user);
  const { enterpriseId } = user;
  const { data } = (
    await as(user).post(broadcasts.send.path, {
      channelId,
      phoneNumber: [numberAt(1), 'not a number', ...Array.from({ length: 9 }, (_, index) => numberAt(index + 2))],
      message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
      country: 'IN',
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
  ).json();
  const runId: string = data.id;
  await ctx.transaction((tx) => tx.updateTable('sendRuns').set(pace).where('enterpriseId', '=', enterpriseId).execute());
  const read = () =>
    ctx.read((tx) =>
      tx
        .selectFrom('messages')
        .select(['number', 'status'])
        .where('enterpriseId', '=', enterpriseId)
        .where('resourceId', '=', runId)
        .orderBy('number')
        .execute(),
    );
  const numbersOf = async (...statuses: string[]) =>
    (await read()).flatMap(({ number, status }) => (statuses.includes(status) ? number : []));
  const waitForRead = (...numbers: number[]) =>
    vi.waitFor(async () => expect(await numbersOf('READ')).toEqual(numbers), { timeout: 20_000, interval: 50 });
  const waitForEnd = () => waitForRun({ enterpriseId, ctx }, runId, ['QUEUED', 'SENT', 'DELIVERED']);
  const received = async () => {
    const phones = await Promise.all(Array.from({ length: 10 }, (_, index) => vendors.control.phone(channelId, numberAt(index + 1))));
    return phones.map(({ messages }) => messages.length);
  };
  return { ctx, runId, user, numbersOf, waitForRead, waitForEnd, received };
}
const once = Array.from({ length: 10 }, () => 1);

test('of a first part exactly so many leave; the others wait until the run goes on, and nobody gets two', async () => {
  const { ctx, runId, numbersOf, waitForRead, waitForEnd, received } = await startHeld({ releaseLeft: 3, startsAt: new Date() });
  await waitForRead(1, 3, 4);
  expect(await numbersOf('QUEUED')).toEqual([5, 6, 7, 8, 9, 10, 11]);
  expect(await ctx.transaction((tx) => pauseRun(ctx, tx, runId, 'FIRST_WAVE'))).toBe(true);
  expect(await ctx.transaction((tx) => pauseRun(ctx, tx, runId, 'ASKED'))).toBe(false);
  expect(await ctx.transaction((tx) => resumeRun(ctx, tx, runId, { releaseLeft: 2 }))).toBe(true);
  await waitForRead(1, 3, 4, 5, 6);
  expect(await ctx.transaction((tx) => releaseMore(ctx, tx, runId, null))).toBe(true);
  expect((await waitForEnd()).map(({ status }) => status)).toEqual(['READ', 'SKIPPED', ...Array.from({ length: 9 }, () => 'READ')]);
  expect(await received()).toEqual(once);
});

test('a run of three a minute lets three leave in its first; without the limit all follow', async () => {
  const { ctx, runId, numbersOf, waitForRead, waitForEnd, received } = await startHeld({
    perMinute: 3,
    startsAt: new Date(Date.now() - 60_000),
  });
  await waitForRead(1, 3, 4);
  expect(await numbersOf('QUEUED')).toEqual([5, 6, 7, 8, 9, 10, 11]);
  await ctx.transaction((tx) => changeSpeed(ctx, tx, runId, null));
  await waitForEnd();
  expect(await received()).toEqual(once);
});

test('what is paused makes no further rows, is cancelled like any other, and tries nothing again meanwhile', async () => {
  const { ctx, runId, user, numbersOf, waitForRead } = await startHeld({ releaseLeft: 1, startsAt: new Date() });
  await waitForRead(1);
  await ctx.transaction((tx) => pauseRun(ctx, tx, runId, 'ASKED'));
  // A message that was on the wire at the pause and is to be tried again comes back unheld.
  await ctx.transaction((tx) => tx.updateTable('sendQueue').set({ isHeld: false }).where('enterpriseId', '=', user.enterpriseId).execute());
  await vi.waitFor(async () => {
    const of = <T extends 'sendQueue' | 'sendWire'>(table: T) =>
      ctx.read((tx) =>
        tx
          .selectFrom(table as 'sendQueue')
          .selectAll()
          .where('enterpriseId', '=', user.enterpriseId)
          .execute(),
      );
    expect((await of('sendQueue')).every(({ isHeld }) => isHeld)).toBe(true);
    expect(await of('sendWire')).toEqual([]);
  }, 10_000);
  const left = await numbersOf('QUEUED');
  const cancelled = (await as(user).post(broadcasts.cancel.path.replace(':broadcastId', runId), {})).json().data.cancelled;
  expect([cancelled, await numbersOf('QUEUED')]).toEqual([left.length, []]);
});

test('a pause takes back what was let go and has not left, and the first part is as large as before', async () => {
  const { ctx, runId, user } = await startHeld({ releaseLeft: 3, startsAt: new Date(Date.now() + 3_600_000) });
  const { enterpriseId } = user;
  await ctx.transaction(async (tx) => {
    const { channelId } = await tx
      .updateTable('channels')
      .set({ speedPerSecond: 0.001 })
      .where('enterpriseId', '=', enterpriseId)
      .returning('channelId')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('channelSpeeds')
      .values({ enterpriseId, channelId, tokens: 0, filledAt: new Date(), blockedUntil: new Date(0) })
      .execute();
    await tx.updateTable('sendRuns').set({ startsAt: new Date() }).where('enterpriseId', '=', enterpriseId).execute();
  });
  const leftOf = () =>
    ctx.read(
      async (tx) =>
        (await tx.selectFrom('sendRuns').select('releaseLeft').where('runId', '=', runId).executeTakeFirstOrThrow()).releaseLeft,
    );
  await vi.waitFor(async () => expect(await leftOf()).toBe(0), { timeout: 20_000, interval: 50 });
  await ctx.transaction((tx) => pauseRun(ctx, tx, runId, 'ASKED'));
  expect(await leftOf()).toBe(3);
});
