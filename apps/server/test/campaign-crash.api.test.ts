import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { mostTaken } from '../src/domains/messaging/door.inside.ts';
import { startApp } from './app.ts';
import { createCampaigns } from './campaigns.ts';
import { cloneDatabase } from './database.ts';
import { createEncapScenes } from './encaps.ts';
import { end, makeStream } from './journeys.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { body, createVendorScenes, startVendors } from './vendors.ts';

/** Several batches of the audience, so that a worker can be killed between them. */
const people = Number(process.env.CRASH_RECIPIENTS ?? 6000);
const vendors = await startVendors();

test('CAMP-061 kill -9 of the worker that makes the rows of an iteration, and of the one that sends them: everybody has one row and one page, nobody gets two', {
  timeout: 240_000 + people * 5,
}, async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  // This process takes calls and callbacks; rows are made and sent by another one, which can be killed.
  const app = await startApp({
    config: { databaseUrl: database.url, roles: ['http'], simulator: vendors.address, requestsPerMinute: 1_000_000 },
  });
  const scenes = createCampaigns(app, vendors);
  // Each message leads to a page of its own, which is made with it.
  const before = await scenes.scene({ people });
  const { id: encapId } = await createEncapScenes(app).makePublished(before.admin, 'Order', makeStream({ end00001: end('done') }));
  const toPage = [body('Go on at {{1}}', { '1': 'https://shop.example' })];
  const template = await createVendorScenes(app, vendors).makeTemplate(before.admin, before.channelId, toPage);
  const made = { ...before, template };
  await vendors.control.behave(made.channelId, { isLight: true, delayMs: 60, receipts: 'none' });
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: app.deps.config.dataDir,
    SECRETS_KEY: app.deps.config.secretsKey ?? '',
    SIMULATOR_URL: vendors.address.url,
    SIMULATOR_CONTROL_URL: vendors.address.controlUrl,
    SIMULATOR_SECRET: vendors.address.secret,
    PUBLIC_URL: app.url,
    WORKER_SILENCE_SECONDS: '10',
  };
  const startWorker = () => startProcess(environment, ['--roles=worker']);
  let worker: ServerProcess = await startWorker();
  onTestFinished(() => worker.kill('SIGKILL'));
  const { id } = await scenes.approved(
    { ...made, maker: made.admin },
    {
      page: { encapId, number: 0 },
      columnMapping: [{ type: 'messageTags', card: null, variables: [{ variable: 'body.1', type: 'column', value: 'url', mappings: [] }] }],
    },
  );
  expect((await Promise.all([scenes.start(made.checker, id), scenes.start(made.maker, id)])).map(({ http }) => http)).toEqual([200, 200]);

  // Each look checks that skipped, failed, sent and waiting ones make the audience.
  const until = (isReached: (progress: Awaited<ReturnType<typeof scenes.progress>>) => boolean, interval: number) =>
    vi.waitFor(
      async () => {
        const progress = await scenes.progress(made.checker, id);
        if (!isReached(progress)) throw new Error(JSON.stringify(progress));
        return progress;
      },
      { timeout: 240_000 + people * 2, interval },
    );
  // The rows of all are made in a moment; a look counts them, so that it is seldom taken where there is time.
  const killed = await until(({ audience }) => audience > 0, 2);
  await worker.kill('SIGKILL');
  expect(killed.isFreezing).toBe(true);
  worker = await startWorker();
  await until(({ sent }) => sent > people / 2, 50);
  await worker.kill('SIGKILL');
  worker = await startWorker();
  const last = await until(({ remaining, isFreezing, audience }) => audience > 0 && !isFreezing && remaining === 0, 100);
  expect(last).toMatchObject({ audience: people, skipped: 0, failed: 0, sent: people });
  const { accepted, duplicates } = await vendors.control.stats(made.channelId);
  const unknown = last.byReason.reduce((sum, { status, count }) => (status === 'UNKNOWN' ? sum + count : sum), 0);
  expect(duplicates).toBe(0);
  expect(unknown).toBeLessThanOrEqual(2 * mostTaken);
  expect(accepted).toBeGreaterThanOrEqual(people - unknown);
  expect(accepted).toBeLessThanOrEqual(people);
  const rows = await made.ctx.read((tx) =>
    tx
      .selectFrom('messages')
      .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.count<number>('address').distinct().as('addresses')])
      .where('resourceId', '=', id)
      .executeTakeFirstOrThrow(),
  );
  expect(rows).toEqual({ rows: people, addresses: people });
  const links = await made.ctx.read((tx) =>
    tx
      .selectFrom('encapLinks as l')
      .innerJoin('messages as m', (join) => join.onRef('m.enterpriseId', '=', 'l.enterpriseId').onRef('m.messageId', '=', 'l.linkId'))
      .select((eb) => [eb.fn.countAll<number>().as('links'), eb.fn.count<number>('l.code').distinct().as('codes')])
      .where('l.launchId', '=', id)
      .whereRef('l.phone', '=', 'm.address')
      .executeTakeFirstOrThrow(),
  );
  expect(links).toEqual({ links: people, codes: people });
  await worker.kill('SIGTERM');
  await app.stop();
});
