import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { endpoints } from '@parley/contract';
import pg from 'pg';
import { Agent, request } from 'undici';
import { startProcess } from '../apps/server/test/processes.ts';
import { measureLoad } from './load.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const { users, apiKeys, enterprise, webhooks, attributes } = endpoints;
const rounds = 7;
const calls = 6000;
const lines = 8;
const events = 5000;
const stops = 20;
const networksGoal = 0.97;
const webhooksGoal = 0.5;
const stopGoalMs = 1000;

/**
 * Measures the cost of programs and networks: calls with a list of networks, deliveries of webhooks, and how soon a stopped key is stopped
 * everywhere.
 */
export async function benchPrograms(): Promise<Figure[]> {
  const world = await startWorld({ environment: { PRIVATE_HOSTS: '127.0.0.1' } });
  const { token, userId } = await world.makeAgent([1]);
  // The sessions look freshly signed in: making webhooks and keys asks for that.
  const { ctx, enterpriseId } = world;
  const proved = { provedAt: new Date() };
  await ctx.transaction((tx) =>
    tx.updateTable('sessions').set(proved).where('enterpriseId', '=', enterpriseId).where('userId', '=', userId).execute(),
  );
  const figures = [await benchNetworks(world, token), await benchWebhooks(world, token), await benchKeyStop(world, token)];
  await world.stop();
  return figures;
}

async function call<T>({ running }: World, token: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${running.url}${path}`, {
    method,
    headers: { 'authentication-token': token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const envelope = (await answer.json()) as { status: boolean; data: T };
  if (!envelope.status) throw new Error(`${method} ${path}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}

/** The same call with no list and with twenty networks, in turns; the last of them is the caller's. */
async function benchNetworks(world: World, token: string): Promise<Figure> {
  const others = Array.from({ length: 19 }, (_, index) => `203.0.${index}.0/24`);
  const setNetworks = async (networks: string[]) => {
    const { security, version } = await call<{ security: object; version: number }>(world, token, 'GET', enterprise.security.path);
    await call(world, token, 'POST', enterprise.saveSecurity.path, { security: { ...security, networks }, version, confirm: true });
  };
  const measure = () =>
    measureLoad(`${world.running.url}${users.me.path}`, { headers: { 'authentication-token': token }, requests: calls, atOnce: lines });
  await measure();
  const [on, off]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await setNetworks([]);
    off.push(await measure());
    await setNetworks([...others, '127.0.0.0/8']);
    on.push(await measure());
  }
  await setNetworks([]);
  const ratio = median(on.map((value, index) => value / (off[index] ?? Number.NaN)));
  return {
    name: 'a call with twenty networks listed',
    ours: `${median(on).toFixed(0)}/s`,
    reference: `without a list ${median(off).toFixed(0)}/s`,
    ratio,
    goal: `>= ${networksGoal}`,
    isMet: ratio >= networksGoal,
  };
}

/** Events of as many chats as there are, from their commit to the last answer; beside it the same bodies by a loop that does nothing else. */
async function benchWebhooks(world: World, token: string): Promise<Figure> {
  const receiver = new Worker(new URL('./receiver.ts', import.meta.url));
  const [port] = (await once(receiver, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/`;
  const hook = { name: 'Bench', url, events: ['chat.closed'], channelIds: [], deptIds: [], headers: [] };
  await call(world, token, 'POST', webhooks.create.path, hook);
  const told = Array.from({ length: events }, (_, index) => ({
    type: 'chat.closed' as const,
    orderKey: `chat-${index}`,
    channelId: world.channel.id,
    data: { chat: `chat-${index}`, note: 'x'.repeat(300) },
  }));
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    receiver.postMessage(events);
    const all = once(receiver, 'message');
    const began = performance.now();
    await work();
    await all;
    return events / ((performance.now() - began) / 1000);
  };
  const ours: number[] = [];
  const bare: number[] = [];
  const publish = () => world.ctx.transaction((tx) => world.ctx.webhooks.publish(tx, ...told));
  // The first ones warm up; the planner knows a table that has been in use.
  await timed(publish);
  const owner = new pg.Client(world.connection);
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
  for (let round = 0; round < 3; round += 1) {
    ours.push(await timed(publish));
    bare.push(await timed(() => postAll(url, told)));
  }
  await receiver.terminate();
  const ratio = median(ours.map((value, index) => value / (bare[index] ?? Number.NaN)));
  return {
    name: `${events} webhook deliveries, written and sent`,
    ours: `${median(ours).toFixed(0)}/s`,
    reference: `a bare loop of POSTs, ${lines} at once, ${median(bare).toFixed(0)}/s`,
    ratio,
    goal: `>= ${webhooksGoal}`,
    isMet: ratio >= webhooksGoal,
  };
}

async function postAll(url: string, bodies: readonly object[]): Promise<void> {
  const dispatcher = new Agent({ connections: lines });
  let next = 0;
  await Promise.all(
    Array.from({ length: lines }, async () => {
      while (next < bodies.length) {
        const body = JSON.stringify(bodies[next++]);
        const answer = await request(url, { dispatcher, method: 'POST', headers: { 'content-type': 'application/json' }, body });
        await answer.body.dump();
      }
    }),
  );
  await dispatcher.close();
}

/** A key that another process knows, from the answer of its deletion here to the first refusal there. */
async function benchKeyStop(world: World, token: string): Promise<Figure> {
  const other = await startProcess({ DATA_DIR: world.folder, DATABASE_URL: world.databaseUrl }, ['--roles=http']);
  const times: number[] = [];
  for (let turn = 0; turn < stops; turn += 1) {
    const made = await call<{ id: string; secret: string }>(world, token, 'POST', apiKeys.add.path, {
      name: `Bench ${turn}`,
      scopes: ['customers'],
    });
    const ask = async () =>
      (await fetch(`${other.url}${attributes.list.path}`, { headers: { authorization: `Bearer ${made.secret}` } })).status;
    if ((await ask()) !== 200) throw new Error('The key does not work.');
    await call(world, token, 'DELETE', apiKeys.remove.path.replace(':keyId', made.id));
    const began = performance.now();
    while ((await ask()) === 200);
    times.push(performance.now() - began);
  }
  await other.kill('SIGTERM');
  const worst = percentile(times, 1);
  return {
    name: `a stopped key is refused by another process, longest of ${stops}`,
    ours: `${worst.toFixed(0)} ms`,
    reference: `${stopGoalMs} ms`,
    ratio: worst / stopGoalMs,
    goal: '<= 1',
    isMet: worst <= stopGoalMs,
  };
}
