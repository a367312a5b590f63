import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../apps/server/test/ports.ts';
import { checkTrail } from './routing.check.ts';
import { seatAgents } from './routing.crowd.ts';
import { openDesks, queueChats } from './routing.situation.ts';
import { keepTrail, readTrail } from './routing.trail.ts';
import { type Figure, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const agents = 100;
const limit = 5;
const processes = 3;
const killEverySeconds = 20;
const total = Number(process.env.BENCH_WAITING_CHATS ?? 10_000);
const holdSeconds = [12, 30] as const;
/** Chats come in waves, so that there are times at which they wait, and times at which agents do; two cores are not full at either. */
const wave = { seconds: 40, batchMs: 250, high: 6, low: 2 };
const main = path.join(import.meta.dirname, '../apps/server/src/main.ts');
const empties = 250;

/**
 * A day of a hundred agents in minutes: three processes give chats out, one of which is killed every 20 s, while agents come, go, decline, pick
 * up by hand and close. Everything that was committed is played once more, by rules that share nothing with the router.
 */
export async function benchRoutingKills(): Promise<Figure[]> {
  const redis = await startRedis();
  const environment = { REDIS_URL: redis.url };
  const world = await startWorld({
    roles: 'http,realtime',
    environment,
    settings: { track_commit_timestamp: 'on', max_connections: '200' },
  });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const seats = await openDesks(world, owner, agents, {
    ...{
      maxOpenChats: limit,
      acceptMode: 'offer',
      acceptWithinSeconds: 5,
      pickupWhileRouted: true,
      rampPerMinute: 60,
      missedAfterSeconds: 86_400,
    },
  });
  await keepTrail(owner);
  const routers = await Promise.all(Array.from({ length: processes }, () => startRouter(world, environment)));
  const crowd = await seatAgents(world.running.url, seats, holdSeconds);
  let kills = 0;
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      await sleep(killEverySeconds * 1000);
      if (isOver) return;
      const place = kills % processes;
      await routers[place]?.kill();
      kills += 1;
      routers[place] = await startRouter(world, environment);
    }
  })();
  await sendWaves(world, owner);
  await waitForEmptyQueue(owner, world.enterpriseId);
  isOver = true;
  await crowd.leave();
  await killing;
  for (const router of routers) await router.kill();
  const found = checkTrail(await readTrail(owner), limit * 100);
  await owner.end();
  await world.stop();
  redis.stop();
  const refused = [...crowd.refusals].map(([code, count]) => `${code} ${count}`).join(', ');
  console.error(`refused: ${refused || 'nothing'}`);
  const of = `${found.decisions.toLocaleString('en')} decisions of ${found.rounds.toLocaleString('en')} rounds, ${found.commits.toLocaleString('en')} commits, ${kills} kills`;
  return [
    {
      name: `chats given out by ${processes} processes with kills: loads above the limit, chats of two agents, chats behind whom others were served, loads that were miscounted`,
      ours: `${found.above}, ${found.twice}, ${found.inversions} and ${found.strayed}`,
      reference: of,
      ratio: Number.NaN,
      goal: '0, 0, 0 and 0',
      isMet: found.above + found.twice + found.inversions + found.strayed === 0,
    },
    {
      name: `the same, places that stood empty for over ${empties} ms while a fitting chat waited`,
      ours: `${found.overdue}, p50 ${percentile(found.empty, 0.5).toFixed(0)} ms, p99 ${percentile(found.empty, 0.99).toFixed(0)} ms, most ${Math.max(...found.empty).toFixed(0)} ms`,
      reference: `${found.empty.length.toLocaleString('en')} places`,
      ratio: Number.NaN,
      goal: '0',
      isMet: found.overdue === 0,
    },
    {
      name: "the same, Jain's index of the agents' loads while they were there",
      ours: found.fairness.toFixed(3),
      reference: '1: each the same',
      ratio: found.fairness,
      goal: '>= 0.98',
      isMet: found.fairness >= 0.98,
    },
  ];
}

async function sendWaves(world: World, owner: pg.Client): Promise<void> {
  const begun = performance.now();
  for (let sent = 0, batch = 0; sent < total; batch += 1) {
    const isHigh = Math.floor((batch * wave.batchMs) / (wave.seconds * 1000)) % 2 === 0;
    const count = Math.min(total - sent, isHigh ? wave.high : wave.low);
    await queueChats(owner, world, count);
    sent += count;
    await sleep(Math.max(0, begun + (batch + 1) * wave.batchMs - performance.now()));
  }
}

async function waitForEmptyQueue(owner: pg.Client, enterpriseId: string): Promise<void> {
  const until = performance.now() + 300_000;
  for (;;) {
    const { rows } = await owner.query<{ waiting: number }>(
      "select count(*)::integer as waiting from chats where enterprise_id = $1 and handled_by = 'queue' and state = 0",
      [enterpriseId],
    );
    if (rows[0]?.waiting === 0) return;
    if (performance.now() > until) throw new Error(`${rows[0]?.waiting} chats wait still.`);
    await sleep(500);
  }
}

type Killable = { kill: () => Promise<void> };

/** A process that gives chats out, ready to. */
async function startRouter({ databaseUrl, folder }: World, environment: Record<string, string>): Promise<Killable> {
  const port = await freePort();
  const child = spawn(process.execPath, [main, '--roles=worker'], {
    env: {
      ...{ PATH: process.env.PATH ?? '', NODE_ENV: 'test', LOG_LEVEL: 'error', CAPTCHA: 'off', DEMO: 'false', DEMO_HISTORY: 'off' },
      ...environment,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`A router ended with ${child.exitCode}.`);
    if (
      await fetch(`http://127.0.0.1:${port}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { kill: () => end(child) };
    await sleep(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Processes hear of each other by Redis: REDIS_URL, or a server of the bench's own. */
async function startRedis(): Promise<{ url: string; stop: () => void }> {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: () => {} };
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  await once(child, 'spawn').catch(() => {
    throw new Error('This bench needs redis-server, or REDIS_URL.');
  });
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') };
}
