import { defaultSendingSettings, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { freezeRun } from '../freeze/freeze.ts';
import { ChannelPump, makeWorkerId } from '../pump/pump.ts';

const vendors = await startVendors();
const clock = { aheadMs: 0 };
// No worker: what is frozen and what leaves at once is the test's to say.
const app = await startApp({
  config: { simulator: vendors.address, roles: ['http'] },
  now: () => new Date(Date.now() + clock.aheadMs),
});
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);

/** An enterprise whose people may get one marketing message in seven days. */
async function makeCapped() {
  const user = await app.makeUser();
  const { enterpriseId } = user;
  const ctx = app.contextOf(user);
  const settings = JSON.stringify({ ...defaultSendingSettings, frequencyCap: { isOn: true, count: 1, days: 7 } });
  await ctx.transaction((tx) => tx.insertInto('sendingSettings').values({ enterpriseId, settings, version: 1 }).execute());
  const makeLine = async () => {
    const { channelId } = await makeWhatsApp(user);
    return { channelId, template: await makeTemplate(user, channelId, [body('Hello')]) };
  };
  /** A broadcast, not frozen yet. */
  const makeRun = async (
    { channelId, template }: Awaited<ReturnType<typeof makeLine>>,
    phoneNumber: readonly string[],
  ): Promise<string> => {
    const message = { template: { templateId: template.name, templateUId: template.templateId } };
    return (await app.as(user).post(endpoints.broadcasts.send.path, { channelId, phoneNumber, message })).json().data.id;
  };
  const carry = ({ channelId }: { channelId: string }) => new ChannelPump(app.deps, enterpriseId, channelId, makeWorkerId()).run();
  const statesOf = async (...runIds: string[]) => {
    const rows = await ctx.read((tx) =>
      tx
        .selectFrom('messages')
        .select(['status', 'reason'])
        .where('enterpriseId', '=', enterpriseId)
        .where('resourceId', 'in', runIds)
        .execute(),
    );
    return Object.fromEntries(
      [...Map.groupBy(rows, ({ status, reason }) => `${status} ${reason}`.trim())].map(([of, all]) => [of, all.length]),
    );
  };
  const sentTo = async (...runIds: string[]) => {
    const rows = await ctx.read((tx) =>
      tx
        .selectFrom('messages')
        .select('address')
        .where('resourceId', 'in', runIds)
        .where('status', '=', 'SENT')
        .orderBy('address')
        .execute(),
    );
    return rows.map(({ address }) => address);
  };
  const hold = (runId: string, isHeld: boolean) =>
    ctx.transaction((tx) =>
      tx.updateTable('sendQueue').set({ isHeld }).where('enterpriseId', '=', enterpriseId).where('runId', '=', runId).execute(),
    );
  return { user, ctx, makeLine, makeRun, carry, statesOf, sentTo, hold };
}

const numbersFrom = (start: number) => Array.from({ length: 40 }, (_, index) => `+9198765${String(start + index).padStart(5, '0')}`);

/** Freezes runs at once: none of them commits rows before all have looked for those of the others. */
async function freezeTogether(ctx: EnterpriseContext, runIds: readonly string[]): Promise<void> {
  const all = Promise.withResolvers<void>();
  const waiting = new Set<string>();
  const pausing = (runId: string): EnterpriseContext => ({
    ...ctx,
    transaction: (work) =>
      ctx.transaction(async (tx) => {
        const done = await work(tx);
        const rows = await tx.selectFrom('messages').select('messageId').where('resourceId', '=', runId).limit(1).execute();
        if (rows.length > 0) waiting.add(runId);
        if (waiting.size === runIds.length) all.resolve();
        if (rows.length > 0) await all.promise;
        return done;
      }),
  });
  await Promise.all(runIds.map((runId) => freezeRun(pausing(runId), runId)));
}

test('two runs that are frozen at once and leave at once by two channels: nobody gets more than the cap, and who gets nothing is counted', async () => {
  const { ctx, makeLine, makeRun, carry, statesOf, sentTo } = await makeCapped();
  const lines = [await makeLine(), await makeLine()];
  const numbers = numbersFrom(1);
  const runIds = await Promise.all(lines.map((line) => makeRun(line, numbers)));
  await freezeTogether(ctx, runIds);
  expect(await statesOf(...runIds)).toEqual({ QUEUED: 80 });
  await Promise.all(lines.map(carry));
  expect(await statesOf(...runIds)).toEqual({ SENT: 40, 'SKIPPED CAPPED': 40 });
  expect(await sentTo(...runIds)).toEqual(numbers);
});

test('two runs by one channel, and one that was held until its days were over: each message counts when it leaves', async () => {
  const { ctx, makeLine, makeRun, carry, statesOf, hold } = await makeCapped();
  const line = await makeLine();
  const numbers = numbersFrom(101);
  const [first, second, held] = [await makeRun(line, numbers), await makeRun(line, numbers), await makeRun(line, numbers)];
  await freezeTogether(ctx, [first, second, held]);
  await hold(held, true);
  await carry(line);
  expect(await statesOf(first, second)).toEqual({ SENT: 40, 'SKIPPED CAPPED': 40 });
  clock.aheadMs = 8 * 24 * 3_600_000;
  const later = await makeRun(line, numbers.slice(0, 10));
  await freezeRun(ctx, later);
  await carry(line);
  expect(await statesOf(later)).toEqual({ SENT: 10 });
  await hold(held, false);
  await carry(line);
  expect(await statesOf(held)).toEqual({ SENT: 30, 'SKIPPED CAPPED': 10 });
});

test('a run sends in the open hours of its calendar by the clock of the hand-over, whenever it was frozen', async () => {
  clock.aheadMs = 0;
  const { user, ctx, makeLine, makeRun, carry, statesOf } = await makeCapped();
  const line = await makeLine();
  const runId = await makeRun(line, numbersFrom(301));
  await freezeRun(ctx, runId);
  const minuteMs = 60_000;
  const [opensAt, now] = [Math.ceil(Date.now() / minuteMs) * minuteMs + 60 * minuteMs, Date.now()];
  const clockAt = (at: number) => new Date(at).toISOString().slice(11, 16);
  const days = Array.from({ length: 7 }, () => [{ from: clockAt(opensAt), to: clockAt(opensAt + 30 * minuteMs) }]);
  const body = { name: 'Office', timeZone: 'UTC', days, exceptions: [] };
  const calendar = (await app.as(user).post(endpoints.calendars.create.path, body)).json().data;
  await ctx.transaction((tx) => tx.updateTable('sendRuns').set({ calendarId: calendar.id }).where('runId', '=', runId).execute());
  await carry(line);
  expect(await statesOf(runId)).toEqual({ QUEUED: 40 });
  clock.aheadMs = opensAt - now - 1000;
  await carry(line);
  expect(await statesOf(runId)).toEqual({ QUEUED: 40 });
  clock.aheadMs = opensAt - now;
  await carry(line);
  expect(await statesOf(runId)).toEqual({ SENT: 40 });
});
