import { endpoints } from '@parley/contract';
import type { Instance } from '@parley/journey';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startApp } from './app.ts';
import { cloneDatabase } from './database.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { upload } from './upload.ts';
import { createVendorScenes, startVendors } from './vendors.ts';

/** `CRASH_PHONES=200` for longer. */
const phones = Number(process.env.CRASH_PHONES ?? 24);
const kills = Number(process.env.CRASH_KILLS ?? 3);
const vendors = await startVendors();
const en = (text: string) => ({ en: text });
const asked = ['name', 'city', 'wish'];

/** Three questions, one behind the other. */
const document = {
  format: 'parley.journey',
  formatVersion: 1,
  kind: 'journey',
  id: 'x',
  name: 'Three questions',
  languages: ['en'],
  start: 'name0001',
  variables: asked.map((name) => ({ name, type: 'Text' })),
  nodes: [
    ...asked.map((name) => ({ id: `${name}0001`, type: 'input.text', config: { text: en(`${name}?`), asking: { variable: name } } })),
    { id: 'thanks01', type: 'message.text', config: { text: en('Thanks.') } },
    { id: 'end00001', type: 'mark.end', config: {} },
  ],
  edges: [...asked.map((name) => `${name}0001`), 'thanks01'].map((from, place, all) => ({
    from,
    exit: from === 'thanks01' ? 'next' : 'ok',
    to: all[place + 1] ?? 'end00001',
  })),
};

test('kill -9 of the worker while phones talk with a stream: no answer is lost, nothing is said twice, and the figures add up', {
  timeout: 120_000 + phones * 1000,
}, async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const app = await startApp({
    config: { databaseUrl: database.url, roles: ['http'], simulator: vendors.address, requestsPerMinute: 1_000_000 },
  });
  const user = await app.makeUser();
  const { as } = app;
  const { channelId } = await createVendorScenes(app, vendors).makeWhatsApp(user);
  await vendors.control.behave(channelId, { receipts: 'none', delayMs: 20 });
  const { journeyId } = (await as(user).post(endpoints.journeys.import.path, ...upload('stream.json', JSON.stringify(document)))).json()
    .data;
  const at = (path: string) => path.replace(':journeyId', journeyId);
  expect((await as(user).post(at(endpoints.journeys.publish.path), { revision: 1 })).statusCode).toBe(200);
  expect((await as(user).post(endpoints.publishing.attach.path, { journeyId, channelId, kind: 'keyword', word: 'go' })).statusCode).toBe(
    200,
  );
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

  const numbers = Array.from({ length: phones }, (_, place) => `+9198765${String(20_000 + place)}`);
  const said = new Map(numbers.map((number) => [number, 0]));
  const shown = async (number: string) =>
    (await vendors.control.phone(channelId, number)).messages.filter(({ isFromCustomer }) => !isFromCustomer).map(({ text }) => text);
  const say = (number: string, text: string) => vendors.control.act(channelId, number, { kind: 'text', text }, 'Asha');
  /** Everybody answers the question that they see. A question whose sender died with it on the wire is never sent again: it is answered unseen. */
  const answer = async (isPatient: boolean) => {
    let answered = 0;
    for (const number of numbers) {
      const count = said.get(number) ?? 0;
      const seen = (await shown(number)).length;
      if (count >= asked.length || (seen <= count && isPatient)) continue;
      said.set(number, count + 1);
      await say(number, `${asked[count]} of ${number}`);
      answered += 1;
    }
    return answered;
  };
  const total = async () => (await Promise.all(numbers.map(shown))).reduce((sum, texts) => sum + texts.length, 0);
  for (const number of numbers) await say(number, 'go');
  for (let killed = 0; killed < kills; killed += 1) {
    const before = await total();
    await vi.waitFor(
      async () => {
        await answer(true);
        expect(await total()).toBeGreaterThan(before + phones / 3);
      },
      { timeout: 60_000, interval: 20 },
    );
    await worker.kill('SIGKILL');
    worker = await startWorker();
  }
  const ctx = app.contextOf(user);
  const walks = () =>
    ctx.read((tx) =>
      sql<{ address: string; state: string; instance: Instance }>`
        select address, state, instance from journey_instances where enterprise_id = ${user.enterpriseId} order by address`.execute(tx),
    );
  let quiet = 0;
  let last = -1;
  await vi.waitFor(
    async () => {
      const { rows } = await walks();
      const now = await total();
      quiet = now === last ? quiet + 1 : 0;
      last = now;
      await answer(quiet < 100);
      expect([rows.length, rows.filter(({ state }) => state === 'COMPLETED').length]).toEqual([phones, phones]);
    },
    { timeout: 90_000, interval: 50 },
  );
  const { rows } = await walks();
  expect(rows.map(({ address, instance }) => [address, instance.frames[0]?.variables])).toEqual(
    numbers.map((number) => [number, Object.fromEntries(asked.map((name) => [name, `${name} of ${number}`]))]),
  );
  for (const number of numbers) {
    const texts = await shown(number);
    expect([number, new Set(texts).size]).toEqual([number, texts.length]);
    expect(texts).toEqual([...asked.map((name) => `${name}?`), 'Thanks.'].filter((text) => texts.includes(text)));
  }
  const { rows: figures } = await ctx.read((tx) =>
    sql<{ what: string; exit: string; count: number }>`
      select what, exit, sum(count)::int as count from (
        select what, exit, count from journey_counts where enterprise_id = ${user.enterpriseId} union all
        select what, exit, count from journey_count_changes where enterprise_id = ${user.enterpriseId}) c
      where what in ('started', 'ended') group by 1, 2 order by 1`.execute(tx),
  );
  expect(figures).toEqual([
    { what: 'ended', exit: 'COMPLETED', count: phones },
    { what: 'started', exit: '', count: phones },
  ]);
  const unread = await ctx.read((tx) =>
    tx.selectFrom('journeyInputs').select('input').where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  expect(unread).toEqual([]);
  await worker.kill('SIGTERM');
  await app.stop();
});
