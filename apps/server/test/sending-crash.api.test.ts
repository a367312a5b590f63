import { randomUUIDv7 } from 'node:crypto';
import { type Broadcast, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { mostTaken } from '../src/domains/messaging/door.ts';
import { startApp } from './app.ts';
import { at } from './bots.ts';
import { cloneDatabase } from './database.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { body, createVendorScenes, startVendors } from './vendors.ts';

/** Several ranges of the queue; `CRASH_RECIPIENTS=100000` makes it a campaign of many. */
const recipients = Number(process.env.CRASH_RECIPIENTS ?? 4000);
const vendors = await startVendors();

test('kill -9 of the worker in the middle of a broadcast: nobody twice, what was on the wire is marked, and the sum holds at every look', {
  timeout: 60_000 + recipients * 5,
}, async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  // This process takes calls and callbacks; the sending is another one's, which can be killed.
  const app = await startApp({
    config: {
      databaseUrl: database.url,
      roles: ['http'],
      simulator: vendors.address,
      broadcastLimit: recipients,
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
    WORKER_SILENCE_SECONDS: '2',
  };
  const startWorker = () => startProcess(environment, ['--roles=worker']);
  let worker: ServerProcess = await startWorker();
  onTestFinished(() => worker.kill('SIGKILL'));

  const groupId = randomUUIDv7();
  await ctx.transaction(async (tx) => {
    const { enterpriseId } = user;
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
      { timeout: 50_000 + recipients * 2, interval: 5 },
    );
  for (const share of [0.2, 0.5]) {
    await untilSent(share);
    await worker.kill('SIGKILL');
    worker = await startWorker();
  }
  const statuses = await vi.waitFor(
    async () => {
      const counts = await count();
      expect(counts.byReason.filter((row) => row.status === 'QUEUED')).toEqual([]);
      expect(counts.audience).toBe(recipients);
      return Object.fromEntries(counts.byReason.map((row) => [row.status, row.count]));
    },
    { timeout: 60_000 + recipients * 2, interval: 50 },
  );
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
  await worker.kill('SIGTERM');
  await app.stop();
});
