import { chatStates, endpoints, type ReportRow, type RunCounts } from '@parley/contract';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { readSettings, saveSettings } from '../src/domains/account/door.ts';
import { reconcile } from '../src/domains/billing/door.ts';
import { startApp } from '../test/app.ts';
import { at } from '../test/bots.ts';
import { createScenes } from '../test/scene.ts';
import { demoPassword, findDemo, seedDemo } from './demo.ts';
import { type HistoryMark, planHistory } from './demo-history.plan.ts';
import { openLife, startDemoLife } from './demo-life.ts';

const app = await startApp();
const { connect } = createScenes(app);
const deps = { ...app.deps, config: { ...app.deps.config, hasDemoHistory: true, hasDemoLife: true } };
await seedDemo(deps);
const ctx = app.contextOf({ enterpriseId: (await findDemo(deps)) as string });
const mark = (await ctx.read((tx) => readSettings(tx, ctx.enterpriseId, 'demo'))) as HistoryMark;
const life = await openLife(deps);
if (!life) throw new Error('The demo has no life.');

const tokenOf = async (email: string) => (await app.signIn(email, demoPassword)).json().data as { token: string };
const admin = app.as(await tokenOf('admin@demo.example'));
const read = async (path: string) => {
  const { data, response } = (await admin.get(path)).json();
  return data ?? response;
};
const owner = new pg.Client({ connectionString: app.deps.config.databaseUrl as string });
owner.on('error', () => {});
await owner.connect();
afterAll(() => owner.end());
const ask = async (query: string): Promise<string[]> =>
  (await owner.query({ text: query, rowMode: 'array' })).rows.map(([value]) => String(value));
const countAll = () =>
  ask(`select count(*) from chats union all select count(*) from journey_instances union all select count(*) from messages
    union all select count(*) from broadcasts`);
/** Beats until something is so: the vendor's callbacks and the workers run beside it. */
const beatUntil = (isSo: () => Promise<boolean>) =>
  vi.waitUntil(
    async () => {
      await life.beat();
      return isSo();
    },
    { timeout: 60_000, interval: 100 },
  );

test('nothing moves before the history is made, and nothing is watched while nobody has the console open', async () => {
  await life.beat();
  expect([await countAll(), life.playing(), life.isWatched()]).toEqual([['0', '0', '0', '0'], [], false]);
  const steps = planHistory(mark.seed, new Date(mark.beganAt)).length;
  await ctx.transaction((tx) => saveSettings(tx, ctx.enterpriseId, 'demo', { done: steps }));
  const other = await app.makeUser();
  await connect(other);
  expect(life.isWatched()).toBe(false);
  await connect(await tokenOf('viewer@demo.example'));
  expect(life.isWatched()).toBe(true);
});

test('chats, walks and broadcasts move in the sandbox alone, and what they leave adds up', async () => {
  const isDone = async (): Promise<boolean> => {
    const closed = await ask(`select count(*) from chats where state = ${chatStates.closed} and owner_id is not null`);
    const { broadcastList: sent } = await read(endpoints.broadcasts.list.path);
    const isSent = sent.some(({ status }: { status: string }) => status === 'COMPLETED' || status === 'PARTIALLY_FAILED');
    const walked = await ask('select count(*) from journey_instances');
    return isSent && [...closed, ...walked].every((value) => value !== '0');
  };
  await beatUntil(isDone);

  // Each message belongs to the sandbox's channel, where nothing is paid.
  const day = new Date().toISOString().slice(0, 10);
  const { message } = await read(`${endpoints.reports.messageStatus.path}?fromDate=${day}&toDate=${day}&perPage=200`);
  const rows = message as ReportRow[];
  expect([...new Set(rows.map(({ channelId, isSandbox, cost }) => `${channelId} ${isSandbox} ${cost}`))]).toEqual([
    `${mark.whatsApp} true 0`,
  ]);
  const { broadcastList } = await read(endpoints.broadcasts.list.path);
  const { id } = broadcastList.at(-1) as { id: string };
  const { counts } = (await read(at(endpoints.broadcasts.get.path, { broadcastId: id }))).data as { counts: RunCounts };
  expect([counts.audience, counts.skipped + counts.failed + counts.inFlight + counts.delivered]).toEqual([12, 12]);
  expect(rows.filter(({ resourceId }) => resourceId === id)).toHaveLength(12);
  // Wallet, ledger and movements agree, and the wallet is priced.
  expect(await ctx.read((tx) => reconcile(tx, ctx.enterpriseId))).toEqual([]);
  const { rates } = await read(endpoints.billing.rates.path);
  expect(rates.length).toBeGreaterThan(5);
});

test('the channel’s switch stops it at once, and the variable from the start', async () => {
  await admin.put(at(endpoints.channels.setState.path, { channelId: mark.whatsApp }), { state: 'PAUSED' });
  const playing = life.playing();
  // Somebody would begin a walk, or go on with one, within so many beats.
  for (let beat = 0; beat < 8; beat += 1) await life.beat();
  expect(life.playing()).toEqual(playing);
  await life.end();
  expect(life.playing()).toEqual([]);
  expect(startDemoLife({ ...deps, config: { ...deps.config, hasDemoLife: false } })).toBeUndefined();
});
