import { type Broadcast, endpoints, type SourceCount, type UnknownPreview } from '@parley/contract';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { reconcile } from '../src/domains/billing/door.ts';
import { freezeRun, mostTaken } from '../src/domains/messaging/door.inside.ts';
import { newId } from '../src/platform/ids.ts';
import { startApp } from './app.ts';
import { at } from './bots.ts';
import { cloneDatabase } from './database.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { body, createVendorScenes, startVendors } from './vendors.ts';
import { recharge } from './wallet.ts';

/** Several ranges of the queue; `CRASH_RECIPIENTS=100000` makes it a campaign of many. */
const recipients = Number(process.env.CRASH_RECIPIENTS ?? 4000);
const price = 863_101;
const features = ['all', 'billing'];
const vendors = await startVendors();

test('kill -9 of the worker in the middle of a broadcast: nobody twice, what was on the wire is marked and costs apart, and goes again when a person says so', {
  timeout: 240_000 + recipients * 5,
}, async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  // This process takes calls and callbacks; the sending is another one's, which can be killed.
  const app = await startApp({
    config: {
      databaseUrl: database.url,
      roles: ['http'],
      simulator: vendors.address,
      broadcastLimit: recipients,
      features,
      requestsPerMinute: 1_000_000,
    },
  });
  const user = await app.makeUser();
  const ctx = app.contextOf(user);
  const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
  const { channelId } = await makeWhatsApp(user);
  const template = await makeTemplate(user, channelId, [body('Hello')]);
  // Light: only what is accepted is counted, and by our id what comes twice.
  await vendors.control.behave(channelId, { isLight: true, delayMs: 60, receipts: 'none' });
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: app.deps.config.dataDir,
    SECRETS_KEY: app.deps.config.secretsKey ?? '',
    SIMULATOR_URL: vendors.address.url,
    SIMULATOR_CONTROL_URL: vendors.address.controlUrl,
    SIMULATOR_SECRET: vendors.address.secret,
    PUBLIC_URL: app.url,
    FEATURES: features.join(),
    WORKER_SILENCE_SECONDS: '10',
  };
  const startWorker = () => startProcess(environment, ['--roles=worker']);

  const groupId = newId();
  await ctx.transaction(async (tx) => {
    const { enterpriseId } = user;
    await tx
      .insertInto('billingRates')
      .values({ enterpriseId, rateId: newId(), channelType: 4, price, validFrom: new Date(0) })
      .execute();
    await recharge(ctx, tx, recipients * price);
    await tx.insertInto('customerSets').values({ enterpriseId, setId: groupId, kind: 'group', name: 'All' }).execute();
    await sql`with made as (
        insert into customers (enterprise_id, customer_id, name, number, search_text)
        select ${enterpriseId}, gen_random_uuid(), 'Customer ' || n, '+9198' || (30000000 + n), ' customer' from generate_series(1, ${recipients}::integer) n
        returning customer_id)
      insert into customer_set_members (enterprise_id, set_id, customer_id) select ${enterpriseId}, ${groupId}, customer_id from made`.execute(
      tx,
    );
  });
  const request = {
    channelId,
    groupIds: [groupId],
    message: { template: { templateId: template.name, templateUId: template.templateId } },
  };
  const { id } = (await app.as(user).post(endpoints.broadcasts.send.path, request)).json().data;
  // Frozen at its price, as for a vendor who is paid, and sent to the simulator, which costs nothing.
  const moveTo = (environment: 'production' | 'sandbox') =>
    ctx.transaction((tx) => tx.updateTable('channels').set({ environment }).where('channelId', '=', channelId).execute());
  await moveTo('production');
  await freezeRun(ctx, id);
  await moveTo('sandbox');
  let worker: ServerProcess = await startWorker();
  onTestFinished(() => worker.kill('SIGKILL'));

  const count = async () => {
    const answer = await app.as(user).get(at(endpoints.broadcasts.get.path, { broadcastId: id }));
    return (answer.json().data.data as Broadcast).counts;
  };
  const untilSent = (share: number) =>
    vi.waitFor(
      async () => {
        const counts = await count();
        expect(counts.skipped + counts.failed + counts.inFlight + counts.delivered).toBe(counts.audience);
        const sent = counts.byReason.reduce((sum, row) => (row.status === 'SENT' ? sum + row.count : sum), 0);
        if (sent < recipients * share) throw new Error(`${sent} of ${recipients} sent`);
      },
      { timeout: 240_000 + recipients * 2, interval: 25 },
    );
  for (const share of [0.2, 0.5]) {
    await untilSent(share);
    await worker.kill('SIGKILL');
    worker = await startWorker();
  }
  const ended = () =>
    vi.waitFor(
      async () => {
        const counts = await count();
        expect(counts.byReason.filter((row) => row.status === 'QUEUED')).toEqual([]);
        expect(counts.audience).toBe(recipients);
        return Object.fromEntries(counts.byReason.map((row) => [row.status, row.count]));
      },
      { timeout: 240_000 + recipients * 2, interval: 50 },
    );
  const statuses = await ended();
  const { accepted, duplicates } = await vendors.control.stats(channelId);
  const unknown = statuses.UNKNOWN ?? 0;
  expect(duplicates).toBe(0); // nobody has two
  expect(unknown).toBeLessThanOrEqual(2 * mostTaken);
  expect((statuses.SENT ?? 0) + unknown).toBe(recipients);
  expect(accepted).toBeGreaterThanOrEqual(statuses.SENT ?? 0);
  expect(accepted).toBeLessThanOrEqual(recipients);
  const left = await ctx.read((tx) =>
    Promise.all((['sendQueue', 'sendWire'] as const).map((table) => tx.selectFrom(table).select('place').execute())),
  );
  expect(left).toEqual([[], []]);
  // The report and consumption say the same to the millionth, and what nobody knows stands apart in both.
  const since = `?fromDate=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`;
  const unknownCost = { count: unknown, cost: unknown * price };
  const { sumAllTotalAmount, unknown: line } = (await app.as(user).get(`${endpoints.billing.consumption.path}${since}`)).json().data;
  const { counts } = (await app.as(user).get(`${endpoints.reports.messageSource.path}${since}`)).json().data;
  const reported = (counts as SourceCount[]).map(({ status, count: of, cost }) => [status, { count: of, cost }]);
  expect(Object.fromEntries(reported)).toEqual({
    SENT: { count: recipients - unknown, cost: sumAllTotalAmount },
    ...(unknown > 0 ? { UNKNOWN: unknownCost } : {}),
  });
  expect(sumAllTotalAmount).toBe((recipients - unknown) * price);
  expect([line.messages, line.amount, (await count()).unknown]).toEqual([unknown, unknown * price, unknown]);
  expect(await ctx.read((tx) => reconcile(tx, user.enterpriseId))).toEqual([]);
  // None of them has gone again by itself; a person who has read the risk sends them, and some may arrive twice.
  const preview = (await app.as(user).get(at(endpoints.broadcasts.unknown.path, { broadcastId: id }))).json().data as UnknownPreview;
  expect(preview).toMatchObject({ count: unknown, sendable: unknown, reserved: unknown * price });
  const decision = { asOf: preview.asOf, acceptsRisk: true };
  const again = await app.as(user).post(at(endpoints.broadcasts.sendUnknownAgain.path, { broadcastId: id }), decision);
  expect(again.json().data).toEqual({ sentAgain: unknown, refused: 0 });
  expect(await ended()).toEqual({ SENT: recipients });
  expect((await vendors.control.stats(channelId)).duplicates).toBeLessThanOrEqual(unknown);
  await worker.kill('SIGTERM');
  await app.stop();
});
