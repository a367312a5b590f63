import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints, TemplateExtra } from '@parley/contract';
import { createSimulatorControl } from '@parley/vendors/simulator';
import pg from 'pg';
import { startProcess } from '../apps/server/test/processes.ts';
import { cpuOf, cpuOfDatabase } from './cpu.ts';
import { authToken, contactId, postBare, postDurably } from './send.loops.ts';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const { broadcasts } = endpoints;
const sizes = (process.env.BENCH_SEND ?? '100000,1000000').split(',').map(Number);
const rounds = Number(process.env.BENCH_ROUNDS ?? '1');
const slowSpeed = 2000;
const secrets = { authToken, clientSecret: 'bench-secret', wabaId: '70001', WebhookVerificationToken: 'x' };

async function startSimulatorProcess() {
  const port = 4100 + Math.floor(Math.random() * 800);
  const secret = 'secret-of-the-bench';
  const places = [String(port), '127.0.0.1', String(port + 1)];
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../apps/server/src/simulator.ts'), ...places], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SIMULATOR_SECRET: secret },
  });
  await once(child.stdout, 'data');
  const [url, controlUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`];
  const environment = { SIMULATOR_URL: url, SIMULATOR_CONTROL_URL: controlUrl, SIMULATOR_SECRET: secret };
  return { pid: child.pid as number, url, controlUrl, secret, environment, stop: () => child.kill('SIGKILL') };
}

const memoryMb = (pid: number, key: 'VmHWM' | 'VmRSS') =>
  Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024);

/** A group of so many customers, written by COPY's cousin: making them is not what is measured. */
async function makeGroup(owner: pg.Client, enterpriseId: string, groupId: string, count: number): Promise<void> {
  await owner.query(`insert into customer_sets (enterprise_id, set_id, kind, name) values ($1, $2, 'group', $3)`, [
    enterpriseId,
    groupId,
    `Group ${count}`,
  ]);
  await owner.query(
    `with made as (
       insert into customers (enterprise_id, customer_id, name, number, search_text)
       select $1, gen_random_uuid(), 'Customer ' || n, '+9170' || lpad((n + $3::integer)::text, 8, '0'), ' customer' from generate_series(1, $2::integer) n returning customer_id)
     insert into customer_set_members (enterprise_id, set_id, customer_id) select $1, $4, customer_id from made`,
    [enterpriseId, count, count === sizes[0] ? 0 : 20_000_000, groupId],
  );
  await owner.query('analyze customers, customer_set_members');
}

async function makeChannel(world: World, owner: pg.Client, secretsOf: (text: string) => string) {
  const [channelId, templateId] = [randomUUIDv7(), randomUUIDv7()];
  const components = [{ type: 'BODY', text: 'Hello {{1}}', samples: { '1': 'Asha' } }] as const;
  await owner.query(
    `insert into channels (enterprise_id, channel_id, type, name, vendor, widget_key, contact_id, environment, sealed_config, hook_secret, speed_per_second, data)
     values ($1, $2, 4, 'Bench', 'twixormcmi', $3, $4, 'sandbox', $5, 'bench-secret', 1000000, '{"entry":"queue"}')`,
    [world.enterpriseId, channelId, randomUUIDv7(), contactId, secretsOf(JSON.stringify(secrets))],
  );
  await owner.query(
    `insert into templates (enterprise_id, template_id, channel_id, name, language, category, components, extra, status, vendor_template_id)
     values ($1, $2, $3, 'bench', 'en', 'UTILITY', $4, $5, 'APPROVED', 'bench')`,
    [world.enterpriseId, templateId, channelId, JSON.stringify(components), JSON.stringify(TemplateExtra.parse({}))],
  );
  return { channelId, templateId, components };
}

type Round = { rate: number; bare: number; durable: number; shares: string; peakMb: number };

/**
 * Measures from the API call until the simulator has accepted the last message and it is written down. Takes turns with loops that post the
 * same bodies.
 */
export async function benchSend(): Promise<Figure[]> {
  const simulator = await startSimulatorProcess();
  const control = createSimulatorControl(simulator);
  const world = await startWorld({ roles: 'http', environment: { ...simulator.environment, BROADCAST_LIMIT: '2000000' } });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const { channelId, templateId, components } = await makeChannel(world, owner, world.running.deps.secrets.encrypt);
  await control.register(channelId, {
    vendor: 'twixormcmi',
    type: 4,
    contactId,
    config: secrets,
    hookUrl: `${world.running.url}/hooks/twixormcmi/${channelId}/bench-secret`,
    templates: [
      {
        vendorTemplateId: 'bench',
        name: 'bench',
        language: 'en',
        category: 'UTILITY',
        status: 'APPROVED',
        reason: '',
        quality: '',
        components: [...components],
      },
    ],
  });
  await control.behave(channelId, { isLight: true, receipts: 'none' });
  const worker = await startProcess(
    {
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.folder,
      ...simulator.environment,
      PUBLIC_URL: world.running.url,
      NODE_ENV: 'production',
      CAPTCHA: 'on',
      LOG_LEVEL: 'warn',
    },
    ['--roles=worker'],
  );
  const workerPid = worker.child.pid as number;
  const { token } = await world.makeAgent([1]);
  const call = async (method: string, url: string, body?: unknown) => {
    const answer = await fetch(`${world.running.url}${url}`, {
      method,
      headers: { 'authentication-token': token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope = (await answer.json()) as { status: boolean; data: Record<string, never> };
    if (!envelope.status) throw new Error(JSON.stringify(envelope));
    return envelope.data;
  };
  const groups = new Map<number, string>();
  for (const count of [...new Set(sizes)]) {
    const groupId = randomUUIDv7();
    await makeGroup(owner, world.enterpriseId, groupId, count);
    groups.set(count, groupId);
  }

  /** @returns milliseconds from the call to the last message sent; every look on the way must add up */
  const sendTo = async (count: number): Promise<number> => {
    const started = performance.now();
    const { id } = await call('POST', broadcasts.send.path, {
      channelId,
      groupIds: [groups.get(count)],
      message: { template: { templateId: 'bench', templateUId: templateId } },
      columnMapping: [{ type: 'messageTags', card: null, variables: [{ variable: 'body.1', type: 'column', value: 'name' }] }],
    });
    let sent = 0;
    while (sent < count) {
      await sleep(250);
      const { data } = (await call('GET', broadcasts.get.path.replace(':broadcastId', id as unknown as string))) as unknown as {
        data: {
          counts: {
            audience: number;
            skipped: number;
            failed: number;
            inFlight: number;
            delivered: number;
            byReason: { status: string; count: number }[];
          };
        };
      };
      const { audience, skipped, failed, inFlight, delivered, byReason } = data.counts;
      if (audience !== skipped + failed + inFlight + delivered || failed + skipped > 0) throw new Error(JSON.stringify(data.counts));
      sent = byReason.find((row) => row.status === 'SENT')?.count ?? 0;
    }
    return performance.now() - started;
  };

  const measure = async (count: number): Promise<Round> => {
    const base = `${simulator.url}/meta/${channelId}`;
    const looped = Math.min(count, 100_000);
    const bareMs = await postBare(base, 'bench', looped);
    const durableMs = await postDurably(world.connection, base, 'bench', looped, world.enterpriseId);
    const cpu = async () => ({ worker: cpuOf(workerPid), database: await cpuOfDatabase(owner), simulator: cpuOf(simulator.pid).all });
    const before = await cpu();
    const ms = await sendTo(count);
    const after = await cpu();
    const each = (used: number) => Math.round(used / count);
    const shares = [
      `worker ${each(after.worker.main - before.worker.main)} and ${each(after.worker.all - after.worker.main - before.worker.all + before.worker.main)} in other threads`,
      `PostgreSQL ${each(after.database - before.database)}`,
      `simulator ${each(after.simulator - before.simulator)}`,
    ].join(', ');
    const per = (rows: number, spent: number) => rows / (spent / 1000);
    const round = { rate: per(count, ms), bare: per(looped, bareMs), durable: per(looped, durableMs), shares };
    console.error(`${count}: ${Math.round(round.rate)}/s, durable ${Math.round(round.durable)}, bare ${Math.round(round.bare)}, ${shares}`);
    return { ...round, peakMb: memoryMb(workerPid, 'VmHWM') };
  };

  const figures: Figure[] = [];
  const measured: Round[][] = [];
  for (const count of sizes) {
    const all: Round[] = [];
    for (let turn = 0; turn < rounds; turn += 1) all.push(await measure(count));
    measured.push(all);
    figures.push(...figuresOf(count, all));
  }
  const [first, last] = measured;
  if (first && last) figures.push(growthOf(first, last));
  figures.push(await measureSlowVendor());
  await worker.kill('SIGTERM');
  simulator.stop();
  await owner.end();
  await world.stop();
  return figures;

  /** A vendor that takes 100 ms for each message: the channel's own speed is reached, not the connection's. */
  async function measureSlowVendor(): Promise<Figure> {
    await control.behave(channelId, { isLight: true, receipts: 'none', delayMs: 100 });
    await owner.query('update channels set speed_per_second = $2 where channel_id = $1', [channelId, slowSpeed]);
    const count = sizes[0] as number;
    const rate = count / ((await sendTo(count)) / 1000);
    return {
      name: `${count.toLocaleString('en')} recipients by a vendor that takes 100 ms`,
      ours: `${Math.round(rate)} messages/s`,
      reference: `${slowSpeed}/s, the channel's speed`,
      ratio: rate / slowSpeed,
      goal: 'at least 0.95',
      isMet: rate / slowSpeed >= 0.95,
    };
  }
}

const said = (rate: number) => Math.round(rate).toLocaleString('en');

function figuresOf(count: number, all: readonly Round[]): Figure[] {
  const rates = all.map(({ rate }) => rate);
  const middle = all.toSorted((a, b) => a.rate - b.rate)[Math.floor(all.length / 2)] as Round;
  const name = `${count.toLocaleString('en')} recipients from the API call to accepted by the simulator, gate and ledger included; median of ${all.length}`;
  const against = [
    ['durable', 'a durable loop: the same bodies, ledger and queue in batches, our indexes', 0.6],
    ['bare', 'a bare loop that posts the same bodies with the same concurrency', 0.4],
  ] as const;
  const figures = against.map(([loop, what, goal]) => {
    const ratio = median(all.map((round) => round.rate / round[loop]));
    return {
      name,
      ours: `${said(median(rates))} messages/s (us of CPU a message: ${middle.shares})`,
      reference: `${said(median(all.map((round) => round[loop])))}/s, ${what}`,
      ratio,
      goal: `at least ${goal}`,
      isMet: ratio >= goal,
    };
  });
  if (all.length < 2) return figures;
  const [worst, best] = [Math.min(...rates), Math.max(...rates)];
  return [
    ...figures,
    {
      name: `the worst of ${all.length} runs of ${count.toLocaleString('en')} in a fresh month`,
      ours: `${said(worst)} messages/s`,
      reference: `${said(best)}/s, the best of them`,
      ratio: worst / best,
      goal: 'at least 0.8',
      isMet: worst / best >= 0.8,
    },
  ];
}

function growthOf(first: readonly Round[], last: readonly Round[]): Figure {
  const [few, many] = [median(first.map(({ rate }) => rate)), median(last.map(({ rate }) => rate))];
  return {
    name: `the rate at ${sizes[1]?.toLocaleString('en')} recipients against that at ${sizes[0]?.toLocaleString('en')}`,
    ours: `${said(many)}/s; the worker's peak of memory ${last.at(-1)?.peakMb} MB`,
    reference: `${said(few)}/s; ${first.at(-1)?.peakMb} MB`,
    ratio: many / few,
    goal: 'at least 0.9',
    isMet: many / few >= 0.9,
  };
}
