import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints, TemplateExtra } from '@parley/contract';
import { createSimulatorControl } from '@parley/vendors/simulator';
import pg from 'pg';
import { Agent, request } from 'undici';
import { startProcess } from '../apps/server/test/processes.ts';
import { cpuOf, cpuOfDatabase } from './cpu.ts';
import type { Figure } from './table.ts';
import { startWorld, type World } from './world.ts';

const { broadcasts } = endpoints;
const sizes = (process.env.BENCH_SEND ?? '100000,1000000').split(',').map(Number);
const concurrency = 256;
const contactId = '919800000001';
const secrets = { authToken: 'bench-token', clientSecret: 'bench-secret', wabaId: '70001', WebhookVerificationToken: 'x' };

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

const addressAt = (index: number) => `9170${String(index).padStart(8, '0')}`;

/** Posts the bodies that the program posts, with its concurrency and its client. @param next the place to post, or undefined at the end */
async function postAll(
  base: string,
  name: string,
  next: () => number | undefined | Promise<number | undefined>,
  done: (place: number, id: string) => void,
) {
  const dispatcher = new Agent({ connections: concurrency });
  const url = `${base}/${contactId}/messages`;
  const bodyOf = (index: number) =>
    JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: addressAt(index),
      type: 'template',
      template: {
        name,
        language: { code: 'en' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: `Customer ${index}` }] }],
      },
    });
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let place = await next(); place !== undefined; place = await next()) {
        const answer = await request(url, {
          dispatcher,
          method: 'POST',
          headers: { authorization: `Bearer ${secrets.authToken}`, 'content-type': 'application/json' },
          body: bodyOf(place),
        });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) throw new Error(text);
        done(place, text);
      }
    }),
  );
  await dispatcher.close();
}

/** A bare loop: nothing is kept. @returns milliseconds */
async function postBare(base: string, name: string, count: number): Promise<number> {
  const places = Array.from({ length: count }, (_, index) => index + 1).values();
  const started = performance.now();
  await postAll(
    base,
    name,
    () => places.next().value,
    () => {},
  );
  return performance.now() - started;
}

/**
 * A durable loop: what any sender must do that loses nothing. Ledger and queue rows are written in batches of 1,000 before they are posted,
 * outcomes and the rows that leave the queue in batches of 500, in tables with our indexes. @returns milliseconds
 */
async function postDurably(connection: pg.ClientConfig, base: string, name: string, count: number, enterpriseId: string): Promise<number> {
  const [writer, recorder] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([writer.connect(), recorder.connect()]);
  await writer.query(
    'create table if not exists durable_ledger (like messages including all); create table if not exists durable_queue (like send_queue including all)',
  );
  await writer.query('truncate durable_ledger, durable_queue');
  const ids: string[] = [];
  const waiting: ((place: number | undefined) => void)[] = [];
  let posted = 0;
  let finished: { id: string; answer: string }[] = [];
  let recording: Promise<unknown> = Promise.resolve();
  const at = new Date();
  const started = performance.now();
  const takePlace = () => {
    if (posted >= ids.length) return undefined;
    posted += 1;
    return posted;
  };
  const release = () => {
    while (waiting.length > 0 && (posted < ids.length || posted >= count)) waiting.shift()?.(takePlace());
  };
  const write = async () => {
    for (let from = 0; from < count; from += 1000) {
      const made = Array.from({ length: Math.min(1000, count - from) }, () => randomUUIDv7());
      await writer.query(
        `with given as (select * from unnest($2::uuid[], $3::text[], $4::int[]) as g(id, address, number)),
         queued as (insert into durable_queue (enterprise_id, channel_id, message_id, created_at, priority, due_at) select $1, $1, id, $5, 9, $5 from given)
         insert into durable_ledger (enterprise_id, message_id, created_at, channel_id, direction, source, resource_id, number, status, status_at, address, content)
         select $1, id, $5, $1, 'out', 'BROADCAST', $1, number, 'QUEUED', $5, address, '{"messageTags/body.1":"Customer"}' from given`,
        [enterpriseId, made, made.map((_, index) => addressAt(from + index)), made.map((_, index) => from + index), at],
      );
      ids.push(...made);
      release();
    }
  };
  const record = (some: typeof finished) =>
    recorder.query(
      `with given as (select * from unnest($2::uuid[], $3::text[]) as g(id, answer)),
       gone as (delete from durable_queue q using given g where q.enterprise_id = $1 and q.message_id = any($2::uuid[]) and q.message_id = g.id)
       update durable_ledger m set status = 'SENT', status_at = now(), attempts = 1, vendor_message_id = g.answer
       from given g where m.enterprise_id = $1 and m.message_id = any($2::uuid[]) and m.message_id = g.id and m.created_at = $4`,
      [enterpriseId, some.map(({ id }) => id), some.map(({ answer }) => answer.slice(-60)), at],
    );
  const flush = () => {
    const some = finished;
    finished = [];
    if (some.length > 0) recording = recording.then(() => record(some));
  };
  await Promise.all([
    write(),
    postAll(
      base,
      name,
      () => takePlace() ?? (posted >= count ? undefined : new Promise((resolve) => waiting.push(resolve))),
      (place, answer) => {
        finished.push({ id: ids[place - 1] as string, answer });
        if (finished.length >= 500) flush();
        if (posted >= count) release();
      },
    ),
  ]);
  flush();
  await recording;
  const ms = performance.now() - started;
  await Promise.all([writer.end(), recorder.end()]);
  return ms;
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

/** From the API call to the last message accepted by the simulator and written down, against a bare loop that posts the same bodies. */
export async function benchSend(): Promise<Figure[]> {
  const simulator = await startSimulatorProcess();
  const control = createSimulatorControl(simulator);
  const world = await startWorld({ roles: 'http', environment: { ...simulator.environment, BROADCAST_LIMIT: '2000000' } });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const { channelId, templateId, components } = await makeChannel(world, owner, world.running.deps.secrets.encrypt);
  const register = () =>
    control.register(channelId, {
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
  await register();
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
  const figures: Figure[] = [];
  const rates: number[] = [];
  const peaks: number[] = [];
  for (const count of sizes) {
    const groupId = randomUUIDv7();
    await makeGroup(owner, world.enterpriseId, groupId, count);
    const base = `${simulator.url}/meta/${channelId}`;
    const looped = Math.min(count, 100_000);
    const bareMs = await postBare(base, 'bench', looped);
    const durableMs = await postDurably(world.connection, base, 'bench', looped, world.enterpriseId);
    const cpu = async () => ({
      worker: cpuOf(worker.child.pid as number),
      database: await cpuOfDatabase(owner),
      simulator: cpuOf(simulator.pid).all,
    });
    const before = await cpu();
    const started = performance.now();
    const { id } = await call('POST', broadcasts.send.path, {
      channelId,
      groupIds: [groupId],
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
    const ms = performance.now() - started;
    const after = await cpu();
    const each = (used: number) => Math.round(used / count);
    const shares = [
      `worker ${each(after.worker.main - before.worker.main)} and ${each(after.worker.all - after.worker.main - before.worker.all + before.worker.main)} in other threads`,
      `PostgreSQL ${each(after.database - before.database)}`,
      `simulator ${each(after.simulator - before.simulator)}`,
    ].join(', ');
    const rate = count / (ms / 1000);
    rates.push(rate);
    peaks.push(memoryMb(worker.child.pid as number, 'VmHWM'));
    const name = `${count.toLocaleString('en')} recipients from the API call to accepted by the simulator, gate and ledger included`;
    const ours = `${Math.round(rate).toLocaleString('en')} messages/s (${(ms / 1000).toFixed(1)} s; us of CPU a message: ${shares})`;
    for (const [loopMs, what, goal] of [
      [durableMs, 'a durable loop: the same bodies, ledger and queue in batches, our indexes', 0.6],
      [bareMs, 'a bare loop that posts the same bodies with the same concurrency', 0.4],
    ] as const) {
      const loopRate = looped / (loopMs / 1000);
      figures.push({
        name,
        ours,
        reference: `${Math.round(loopRate).toLocaleString('en')}/s, ${what}`,
        ratio: rate / loopRate,
        goal: `at least ${goal}`,
        isMet: rate / loopRate >= goal,
      });
    }
  }
  if (rates.length > 1) {
    const [first = 1, last = 1] = rates;
    figures.push({
      name: `the rate at ${sizes[1]?.toLocaleString('en')} recipients against that at ${sizes[0]?.toLocaleString('en')}`,
      ours: `${Math.round(last)}/s; the worker's peak of memory ${peaks[1]} MB`,
      reference: `${Math.round(first)}/s; ${peaks[0]} MB`,
      ratio: last / first,
      goal: 'within 10 %',
      isMet: last / first >= 0.9,
    });
  }
  await worker.kill('SIGTERM');
  simulator.stop();
  await owner.end();
  await world.stop();
  return figures;
}
