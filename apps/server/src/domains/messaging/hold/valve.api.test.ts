import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { body, createVendorScenes, startVendors, waitForRun } from '../../../../test/vendors.ts';
import { recordAttempts } from '../queue/attempts.repository.ts';
import type { TakenRow } from '../queue/queue.repository.ts';
import { waitAgain } from '../queue/waiting.repository.ts';
import { changeSpeed, pauseRun, releaseMore, resumeRun } from './valve.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { broadcasts } = endpoints;
const numberAt = (index: number) => `+9198765${String(index).padStart(5, '0')}`;

type Pace = { perMinute?: number; releaseLeft?: number; startsAt: Date | (() => Date) };

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
  await ctx.transaction((tx) =>
    tx
      .updateTable('sendRuns')
      .set({ ...pace, startsAt: typeof pace.startsAt === 'function' ? pace.startsAt() : pace.startsAt })
      .where('enterpriseId', '=', enterpriseId)
      .execute(),
  );
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
  const waitForRead = (...numbers: number[]) => vi.waitFor(async () => expect(await numbersOf('READ')).toEqual(numbers), { interval: 50 });
  const waitForEnd = () => waitForRun({ enterpriseId, ctx }, runId, ['QUEUED', 'SENT', 'DELIVERED']);
  const received = async () => {
    const phones = await Promise.all(Array.from({ length: 10 }, (_, index) => vendors.control.phone(channelId, numberAt(index + 1))));
    return phones.map(({ messages }) => messages.length);
  };
  return { ctx, runId, user, numbersOf, waitForRead, waitForEnd, received };
}
const patient = { interval: 50 };
const once = Array.from({ length: 10 }, () => 1);

test('exactly so many of a first part leave; the others wait until the run goes on, and nobody gets two', async () => {
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

test('a message that comes too fast for the vendor for the ninth time holds up nobody, and the channel finds its speed again', async () => {
  const { ctx, runId, user, numbersOf, waitForRead, waitForEnd, received } = await startHeld({ releaseLeft: 0, startsAt: new Date() });
  const { enterpriseId } = user;
  await vi.waitFor(async () => expect(await numbersOf('QUEUED')).toHaveLength(10), patient);
  const { channelId } = await ctx.transaction(async (tx) => {
    await tx.updateTable('messages').set({ attempts: 8 }).where('enterpriseId', '=', enterpriseId).where('number', '=', 1).execute();
    return tx.selectFrom('channels').select('channelId').where('enterpriseId', '=', enterpriseId).executeTakeFirstOrThrow();
  });
  const speed = () =>
    ctx.read((tx) => tx.selectFrom('channelSpeeds').selectAll().where('channelId', '=', channelId).executeTakeFirstOrThrow());
  await vendors.control.behave(channelId, { failNext: { count: 1, code: '130429' } });
  // The first alone, so that it is the one that is refused.
  await ctx.transaction((tx) => releaseMore(ctx, tx, runId, 1));
  await vi.waitFor(async () => expect((await speed()).found).not.toBeNull(), patient);
  const slowed = (await speed()).found ?? 0;
  expect((await speed()).blockedUntil.getTime()).toBeLessThan(Date.now());
  await ctx.transaction((tx) => releaseMore(ctx, tx, runId, null));
  // Nine others leave while it waits for its next try.
  await waitForRead(3, 4, 5, 6, 7, 8, 9, 10, 11);
  expect(await numbersOf('QUEUED')).toEqual([1]);
  expect((await speed()).found ?? Number.POSITIVE_INFINITY).toBeGreaterThan(slowed);
  await ctx.transaction((tx) => tx.updateTable('sendQueue').set({ dueAt: new Date() }).where('enterpriseId', '=', enterpriseId).execute());
  await waitForEnd();
  expect(await received()).toEqual(once);
});

test('a run of three a minute lets three leave in its first; without the limit all follow', async () => {
  const { ctx, runId, numbersOf, waitForRead, waitForEnd, received } = await startHeld({
    perMinute: 3,
    startsAt: () => new Date(Date.now() - 60_000),
  });
  await waitForRead(1, 3, 4);
  expect(await numbersOf('QUEUED')).toEqual([5, 6, 7, 8, 9, 10, 11]);
  await ctx.transaction((tx) => changeSpeed(ctx, tx, runId, null));
  await waitForEnd();
  expect(await received()).toEqual(once);
});

test('a paused run makes no further rows, is cancelled like any other, and tries nothing again meanwhile', async () => {
  const { ctx, runId, user, numbersOf, waitForRead } = await startHeld({ releaseLeft: 1, startsAt: new Date() });
  await waitForRead(1);
  await ctx.transaction((tx) => pauseRun(ctx, tx, runId, 'ASKED'));
  // Rows that came back in a transaction that had not seen the pause are found, and held, before they are due.
  const comesBack = { isHeld: false, dueAt: new Date(Date.now() + 60_000) };
  await ctx.transaction((tx) => tx.updateTable('sendQueue').set(comesBack).where('enterpriseId', '=', user.enterpriseId).execute());
  await vi.waitFor(async () => {
    const waiting = await ctx.read((tx) =>
      tx.selectFrom('sendQueue').select('isHeld').where('enterpriseId', '=', user.enterpriseId).execute(),
    );
    expect(waiting.map(({ isHeld }) => isHeld)).toEqual(waiting.map(() => true));
    expect(waiting.length).toBeGreaterThan(0);
  });
  const left = await numbersOf('QUEUED');
  const cancelled = (await as(user).post(broadcasts.cancel.path.replace(':broadcastId', runId), {})).json().data.cancelled;
  expect([cancelled, await numbersOf('QUEUED')]).toEqual([left.length, []]);
});

test.each([
  { reason: 'ASKED', isHeld: true },
  { reason: 'NO_BALANCE', isHeld: false },
] as const)(
  'a message that comes back from the wire while its run is paused ($reason): held is $isHeld, from the first moment on',
  async ({ reason, isHeld }) => {
    const { ctx, runId, user, waitForRead, waitForEnd, received } = await startHeld({ releaseLeft: 1, startsAt: new Date() });
    const { enterpriseId } = user;
    await waitForRead(1);
    const comesBack = await ctx.transaction(async (tx) => {
      await pauseRun(ctx, tx, runId, reason);
      // All that waits, as if it had been on the wire at the pause.
      const { channelId, createdAt, priority } = await tx
        .deleteFrom('sendQueue')
        .where('enterpriseId', '=', enterpriseId)
        .where('runId', '=', runId)
        .returningAll()
        .executeTakeFirstOrThrow();
      const messages = await tx
        .selectFrom('messages')
        .selectAll()
        .where('enterpriseId', '=', enterpriseId)
        .where('status', '=', 'QUEUED')
        .orderBy('number')
        .execute();
      const dueAt = new Date(Date.now() + 1000);
      const seat = { place: 0, priority, runId, lane: '' };
      const [refused, ...others] = messages.map(
        (row) => ({ ...row, createdAt, piece: { wireId: row.messageId, seat }, runId }) as never as TakenRow,
      );
      const again = { dueAt, seat };
      const { messageId } = refused as TakenRow;
      recordAttempts(tx, enterpriseId, channelId, [
        {
          messageId,
          createdAt,
          status: 'QUEUED',
          reason: 'TRANSIENT',
          vendorMessageId: '',
          attempt: 1,
          at: new Date(),
          again,
          detail: null,
        },
      ]);
      waitAgain(tx, enterpriseId, channelId, others, { isQuiet: false, until: new Map(others.map((row) => [row, dueAt])) });
      const waiting = () =>
        tx.selectFrom('sendQueue').select(['size', 'isHeld']).where('enterpriseId', '=', enterpriseId).orderBy('place').execute();
      await waiting();
      return waiting();
    });
    expect(comesBack.map((place) => place.isHeld)).toEqual(Array.from({ length: 9 }, () => isHeld));
    await ctx.transaction((tx) => resumeRun(ctx, tx, runId, { releaseLeft: null }));
    await waitForEnd();
    expect(await received()).toEqual(once);
  },
);

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
  await vi.waitFor(async () => expect(await leftOf()).toBe(0), { interval: 50 });
  await ctx.transaction((tx) => pauseRun(ctx, tx, runId, 'ASKED'));
  expect(await leftOf()).toBe(3);
});
