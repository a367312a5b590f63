import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@parley/contract';
import type { Instance } from '@parley/journey';
import { sql } from 'kysely';
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { startApp } from './app.ts';
import { cloneDatabase } from './database.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { upload } from './upload.ts';
import { createVendorScenes, startVendors } from './vendors.ts';

const phones = Number(process.env.CRASH_PHONES ?? 24);
/** A worker that began, and one that took over what a killed one had left, are enough. `CRASH_PHONES=200 CRASH_KILLS=20` for longer. */
const kills = Number(process.env.CRASH_KILLS ?? 2);
const vendors = await startVendors();
const en = (text: string) => ({ en: text });
const asked = ['name', 'city', 'wish'];

/** A service that takes its time, so that workers die before, while and after they ask; and how often each person was asked for. */
const calls = new Map<string, number>();
const service = createServer((request, reply) => {
  const who = request.url ?? '';
  calls.set(who, (calls.get(who) ?? 0) + 1);
  setTimeout(() => reply.writeHead(200).end('{}'), 200);
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
const house = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

/** Three questions, one behind the other, and a call behind the first, which may not be made twice. */
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
    { id: 'call0001', type: 'data.http', config: { method: 'POST', address: `${house}/{{ name }}` } },
    { id: 'thanks01', type: 'message.text', config: { text: en('Thanks.') } },
    { id: 'end00001', type: 'mark.end', config: {} },
  ],
  edges: [
    ['name0001', 'ok', 'call0001'],
    ...['ok', 'unknown'].map((exit) => ['call0001', exit, 'city0001']),
    ['city0001', 'ok', 'wish0001'],
    ['wish0001', 'ok', 'thanks01'],
    ['thanks01', 'next', 'end00001'],
  ].map(([from, exit, to]) => ({ from, exit, to })),
};

test('journeys 8 kill -9 of the worker while phones talk with a stream and it calls: no answer is lost, nothing is said or asked twice, and the figures add up', {
  timeout: 240_000 + phones * 1000,
}, async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const app = await startApp({
    config: { databaseUrl: database.url, roles: ['http'], simulator: vendors.address, requestsPerMinute: 1_000_000 },
  });
  const user = await app.makeUser();
  const { as } = app;
  const ctx = app.contextOf(user);
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
    PRIVATE_HOSTS: '127.0.0.1',
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
  /**
   * Counts the messages that have left for each: one that was on the wire when its sender died may have arrived or not, and is never sent
   * again.
   */
  const left = async () => {
    const { rows } = await ctx.read((tx) =>
      sql<{ address: string; count: number }>`
        select address, count(*)::int as count from messages
        where enterprise_id = ${user.enterpriseId} and direction = 'out' and status in ('SENT', 'UNKNOWN') group by 1`.execute(tx),
    );
    return new Map(rows.map(({ address, count }) => [address, count]));
  };
  /** Everybody answers the question that they have got, seen or not. @returns how much has left for all of them */
  const answer = async () => {
    const counts = await left();
    for (const number of numbers) {
      const count = said.get(number) ?? 0;
      if (count >= asked.length || (counts.get(number) ?? 0) <= count) continue;
      said.set(number, count + 1);
      await say(number, `${asked[count]} of ${number}`);
    }
    return [...counts.values()].reduce((sum, count) => sum + count, 0);
  };
  for (const number of numbers) await say(number, 'go');
  for (let killed = 0; killed < kills; killed += 1) {
    const before = await answer();
    await vi.waitFor(async () => expect(await answer()).toBeGreaterThan(Math.min(before + phones / 3, phones * (asked.length + 1) - 1)), {
      interval: 50,
    });
    await worker.kill('SIGKILL');
    // Expires the dead worker's claim on its calls.
    await ctx.transaction((tx) =>
      tx
        .updateTable('journeyCalls')
        .set({ takenUntil: new Date(0) })
        .where('enterpriseId', '=', user.enterpriseId)
        .where('takenUntil', 'is not', null)
        .execute(),
    );
    worker = await startWorker();
  }
  const walks = () =>
    ctx.read((tx) =>
      sql<{ address: string; state: string; instance: Instance }>`
        select address, state, instance from journey_instances where enterprise_id = ${user.enterpriseId} order by address`.execute(tx),
    );
  await vi.waitFor(
    async () => {
      await answer();
      const { rows } = await walks();
      expect([rows.length, rows.filter(({ state }) => state === 'COMPLETED').length]).toEqual([phones, phones]);
    },
    { interval: 100 },
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
  // Each was asked for once at the most: what left and was not answered is unknown, and not asked again.
  const { rows: called } = await ctx.read((tx) =>
    sql<{ state: string; count: number }>`
      select state, count(*)::int as count from journey_calls where enterprise_id = ${user.enterpriseId} group by 1 order by 1`.execute(tx),
  );
  expect([...new Set(calls.values())]).toEqual([1]);
  expect(called.every(({ state }) => state === 'DONE' || state === 'UNKNOWN')).toBe(true);
  expect(called.reduce((sum, { count }) => sum + count, 0)).toBe(phones);
  expect(calls.size).toBeGreaterThanOrEqual(called.find(({ state }) => state === 'DONE')?.count ?? 0);
  const { rows: circles } = await ctx.read((tx) =>
    sql<{ deadlocks: number }>`select deadlocks::int from pg_stat_database where datname = current_database()`.execute(tx),
  );
  expect(circles[0]?.deadlocks).toBeLessThanOrEqual(2);
  await worker.kill('SIGTERM');
  await app.stop();
});
