import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startApp } from './app.ts';
import { cloneDatabase } from './database.ts';
import { startImap } from './imap.ts';
import { createMailScenes, mail, mailboxPath, mailConfig } from './mails.ts';
import { lapseLease, type ServerProcess, startProcess } from './processes.ts';

/** Batches have fifty: some are left behind each kill. */
const mails = 220;

test('kill -9 of the worker that reads a mailbox, in the middle of a batch: each mail is a message once, in its order', async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  // This process takes the calls; the reading is another one's, which can be killed.
  const app = await startApp({ config: { ...mailConfig, databaseUrl: database.url, roles: ['http'] } });
  const { makeChannel } = createMailScenes(app);
  const admin = await app.makeUser();
  const ctx = app.contextOf(admin);
  const channelId = await makeChannel(admin);
  const imap = await startImap();
  onTestFinished(() => imap.stop());
  const form = { host: '127.0.0.1', port: imap.port, security: 'none', username: 'help@shop.example', password: 'secret-of-a-test' };
  expect((await app.as(admin).put(mailboxPath(channelId), { ...form, version: 0 })).json()).toMatchObject({ status: true });
  for (let index = 0; index < mails; index += 1)
    imap.deliver(mail({ 'Message-ID': `<crash-${index}@mail.example>`, Subject: '' }, `Mail ${index}`));

  const startWorker = () =>
    startProcess(
      {
        DATABASE_URL: database.url,
        DATA_DIR: app.deps.config.dataDir,
        SECRETS_KEY: app.deps.config.secretsKey ?? '',
        VENDOR_URLS: Object.entries(mailConfig.vendorUrls)
          .map(([name, url]) => `${name}=${url}`)
          .join(),
      },
      ['--roles=worker'],
    );
  let worker: ServerProcess | undefined;
  onTestFinished(() => worker?.kill('SIGKILL'));
  const taken = () =>
    ctx.read(async (tx) => {
      const { rows } = await sql<{ lastUid: number; events: number; keys: number }>`
        select (select last_uid::integer from mailboxes where enterprise_id = ${admin.enterpriseId}) as last_uid,
          (select count(*)::integer from raw_events where enterprise_id = ${admin.enterpriseId}) as events,
          (select count(*)::integer from mailbox_mails where enterprise_id = ${admin.enterpriseId}) as keys`.execute(tx);
      return rows[0] as { lastUid: number; events: number; keys: number };
    });
  const fetches = () => imap.commands.filter((name) => name === 'UID FETCH').length;
  // A mailbox of which nothing is read, and one that goes on behind what a killed one has read.
  for (const part of [0, 0.3]) {
    worker = await startWorker();
    await vi.waitFor(async () => expect((await taken()).lastUid).toBeGreaterThanOrEqual(mails * part), { interval: 5, timeout: 60_000 });
    // Whole mails are on their way, or are being read, and none of theirs is stored.
    const go = imap.hold();
    const before = fetches();
    await vi.waitFor(() => expect(fetches()).toBeGreaterThan(before), { interval: 5, timeout: 60_000 });
    await worker.kill('SIGKILL');
    go();
    const { lastUid, events, keys } = await taken();
    expect([events, keys]).toEqual([lastUid, lastUid]);
    expect(lastUid).toBeLessThan(mails);
    await lapseLease(ctx, 'mailbox');
  }
  worker = await startWorker();
  const said = () =>
    ctx.read((tx) =>
      tx
        .selectFrom('chatActions')
        .select('message')
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('actionType', '=', 1)
        .orderBy('chatId')
        .orderBy('number')
        .execute(),
    );
  await vi.waitFor(async () => expect((await said()).length).toBeGreaterThanOrEqual(mails), { interval: 100, timeout: 120_000 });
  expect((await said()).map(({ message }) => message)).toEqual(Array.from({ length: mails }, (_, index) => `Mail ${index}`));
  expect(await taken()).toEqual({ lastUid: mails, events: mails, keys: mails });
  await app.stop();
});
