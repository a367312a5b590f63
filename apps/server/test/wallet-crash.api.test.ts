import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { reconcile, settle } from '../src/domains/billing/door.ts';
import { newId } from '../src/platform/ids.ts';
import { startApp } from './app.ts';
import { cloneDatabase } from './database.ts';
import { startProcess } from './processes.ts';
import { body, createVendorScenes, startVendors } from './vendors.ts';
import { recharge } from './wallet.ts';

const batch = 1000;
/** A worker that began, and one that took over what a killed one had left, are enough. `CRASH_KILLS=20` for longer. */
const kills = Number(process.env.CRASH_KILLS ?? 2);
/** Each worker is killed behind at least two batches. */
const recipients = (kills + 1) * 3 * batch;
const price = 863_100;
const vendors = await startVendors();

test('kill -9 of a freezing worker, again and again: every recipient has one row, and the wallet adds up at every look', {
  timeout: 240_000 + recipients * 10,
}, async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const features = ['all', 'billing'];
  const app = await startApp({
    config: { databaseUrl: database.url, roles: ['http'], simulator: vendors.address, broadcastLimit: recipients, features },
  });
  const user = await app.makeUser();
  const { enterpriseId } = user;
  const ctx = app.contextOf(user);
  const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
  // Frozen and not sent: what is looked at is the freezing.
  const { channelId } = await makeWhatsApp(user, { speed: 0.001 });
  const template = await makeTemplate(user, channelId, [body('Hello')], { category: 'UTILITY' });
  const groupId = newId();
  // Pays for all but the last 10.
  const money = (recipients - 10) * price + 1;
  await ctx.transaction(async (tx) => {
    await tx.updateTable('channels').set({ environment: 'production' }).where('enterpriseId', '=', enterpriseId).execute();
    await tx
      .insertInto('channelSpeeds')
      .values({ enterpriseId, channelId, tokens: 0, filledAt: new Date(), blockedUntil: new Date(0) })
      .execute();
    await tx
      .insertInto('billingRates')
      .values({ enterpriseId, rateId: newId(), channelType: 4, price, validFrom: new Date(0) })
      .execute();
    await recharge(ctx, tx, money);
    await tx.insertInto('customerSets').values({ enterpriseId, setId: groupId, kind: 'group', name: 'All' }).execute();
    await sql`with made as (
        insert into customers (enterprise_id, customer_id, name, number, search_text)
        select ${enterpriseId}, gen_random_uuid(), 'Customer ' || n, '+9198' || (30000000 + n), ' customer' from generate_series(1, ${recipients}::integer) n
        returning customer_id)
      insert into customer_set_members (enterprise_id, set_id, customer_id) select ${enterpriseId}, ${groupId}, customer_id from made`.execute(
      tx,
    );
  });
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
  let worker = await startWorker();
  onTestFinished(() => worker.kill('SIGKILL'));
  const request = {
    channelId,
    groupIds: [groupId],
    message: { template: { templateId: template.name, templateUId: template.templateId } },
  };
  const { id } = (await app.as(user).post(endpoints.broadcasts.send.path, request)).json().data;

  const addsUp = async () => expect(await ctx.read((tx) => reconcile(tx, enterpriseId))).toEqual([]);
  const frozen = async () => {
    const { frozenUpTo } = await ctx.read((tx) =>
      tx
        .selectFrom('sendRuns')
        .select('frozenUpTo')
        .where('enterpriseId', '=', enterpriseId)
        .where('runId', '=', id)
        .executeTakeFirstOrThrow(),
    );
    return frozenUpTo;
  };
  const untilFrozen = (count: number) =>
    vi.waitFor(
      async () => {
        await addsUp();
        const upTo = await frozen();
        if (upTo < count) throw new Error(`${upTo} of ${count} frozen`);
      },
      { interval: 5 },
    );
  for (let kill = 1; kill <= kills; kill += 1) {
    await untilFrozen(kill * 2 * batch);
    await worker.kill('SIGKILL');
    await addsUp();
    // Work that a killed worker held is free when its lease ends.
    await ctx.transaction((tx) => sql`update leases set held_until = now() where enterprise_id = ${enterpriseId}`.execute(tx));
    worker = await startWorker();
  }
  await untilFrozen(recipients);
  const rows = await ctx.read((tx) =>
    sql<{ status: string; reason: string; count: number; addresses: number; cost: number }>`
      select status, reason, count(*)::integer as count, count(distinct address)::integer as addresses, sum(cost) as cost from messages
      where enterprise_id = ${enterpriseId} and resource_id = ${id} group by 1, 2 order by 1`.execute(tx),
  );
  expect(rows.rows).toEqual([
    { status: 'QUEUED', reason: '', count: recipients - 10, addresses: recipients - 10, cost: (recipients - 10) * price },
    { status: 'SKIPPED', reason: 'NO_BALANCE', count: 10, addresses: 10, cost: 0 },
  ]);
  await worker.kill('SIGTERM');
  expect(await settle(ctx)).toEqual({ charge: 0, refund: 0, release: 0 });
  await addsUp();
  await app.stop();
});
