import { endpoints } from '@parley/contract';
import { startProcess } from '../apps/server/test/processes.ts';
import { measureLoad } from './load.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const { users, apiKeys, enterprise, attributes } = endpoints;
const rounds = 7;
const calls = 6000;
const lines = 8;
const stops = 20;
const networksGoal = 0.97;
const stopGoalMs = 1000;

/**
 * Measures the cost of programs and networks: calls with a list of networks, and how soon a stopped key is stopped everywhere.
 */
export async function benchPrograms(): Promise<Figure[]> {
  const world = await startWorld();
  const { token, userId } = await world.makeAgent([1]);
  // The sessions look freshly signed in: making webhooks and keys asks for that.
  const { ctx, enterpriseId } = world;
  const proved = { provedAt: new Date() };
  await ctx.transaction((tx) =>
    tx.updateTable('sessions').set(proved).where('enterpriseId', '=', enterpriseId).where('userId', '=', userId).execute(),
  );
  const figures = [await benchNetworks(world, token), await benchKeyStop(world, token)];
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
