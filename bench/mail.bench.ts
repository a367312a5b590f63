import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { startProcess } from '../apps/server/test/processes.ts';
import { cpuOf } from './cpu.ts';
import { familyOf, watchResident } from './memory.ts';
import type { Figure } from './table.ts';
import { startWorld } from './world.ts';

const mailCount = Number(process.env.BENCH_MAILS ?? 10_000);
const batch = 50;
const goal = 0.3;
/** Memory of the second half of the mails against that of the first: what grew with the mails would show. */
const mostGrowth = 1.2;

const mega = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const perSecond = (ms: number) => mailCount / (ms / 1000);
const rate = (ms: number) => `${Math.round(perSecond(ms)).toLocaleString('en')} mails/s (${(ms / 1000).toFixed(1)} s)`;
const highest = (looks: readonly number[]) => Math.max(0, ...looks);

async function measurePlain(port: number): Promise<{ ms: number; cpuMs: number; peak: number }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'mail.plain.ts'), String(port), String(batch)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const looks = watchResident(child.pid as number);
  await once(child, 'close');
  const { count, ms, cpuMs } = JSON.parse(said) as { count: number; ms: number; cpuMs: number };
  if (count !== mailCount) throw new Error(`The plain loop has read ${count} of ${mailCount} mails`);
  return { ms, cpuMs, peak: highest(looks()) };
}

/** A mailbox of many mails, from the first connection to the last raw event, and to the last message, against a loop that fetches and parses them. */
export async function benchMail(): Promise<Figure[]> {
  const server = new Worker(new URL('./mail.server.ts', import.meta.url), { workerData: { count: mailCount } });
  const [port] = (await once(server, 'message')) as [number];
  const before = await measurePlain(port);
  const world = await startWorld({ roles: 'http' });
  const { enterpriseId, running } = world;
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const channelId = randomUUIDv7();
  const { encrypt } = running.deps.secrets;
  await owner.query(
    `insert into channels (enterprise_id, channel_id, type, name, vendor, widget_key, contact_id, environment, sealed_config, sealed_hook_secret, data)
     values ($1, $2, 1, 'Bench', 'mailchimp', $3, 'help@shop.example', 'production', $4, $5, '{"entry":"queue"}')`,
    [
      enterpriseId,
      channelId,
      randomUUIDv7(),
      encrypt(JSON.stringify({ apiKey: 'k', fromEmail: 'help@shop.example', fromName: 'Shop' })),
      encrypt('hook-secret-of-the-bench'),
    ],
  );
  // Greetings of the chats leave meanwhile, to a vendor on this machine that takes all of them.
  const vendor = createServer((request, reply) => {
    request.resume().on('end', () => reply.writeHead(200, { 'content-type': 'application/json' }).end('[{"status":"sent","_id":"1"}]'));
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const worker = await startProcess(
    {
      DATABASE_URL: world.databaseUrl,
      DATA_DIR: world.folder,
      PUBLIC_URL: running.url,
      LOG_LEVEL: 'error',

      VENDOR_URLS: `imap=imap://127.0.0.1:143,mandrill=http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
    },
    ['--roles=worker'],
  );
  // A mailbox that was read before, up to the mail before the first one.
  await owner.query(
    `insert into mailboxes (enterprise_id, channel_id, host, port, security, login, username, sealed_secrets, authserv_id, state, uid_validity, last_uid, changed_at)
     values ($1, $2, '127.0.0.1', $3, 'none', 'password', 'help@shop.example', $4, 'mx.shop.example', 'CONNECTING', 1000, 0, now())`,
    [enterpriseId, channelId, port, encrypt(JSON.stringify({ password: 'secret-of-a-test' }))],
  );
  await once(server, 'message');
  const started = performance.now();
  const cpuBefore = cpuOf(worker.child.pid as number).all / 1000;
  const looks = watchResident(worker.child.pid as number);
  const count = async (text: string) => Number((await owner.query<{ count: string }>(text, [enterpriseId])).rows[0]?.count);
  const until = async (text: string) => {
    while ((await count(text)) < mailCount) await sleep(100);
    return performance.now() - started;
  };
  const takenMs = await until('select last_uid as count from mailboxes where enterprise_id = $1');
  const cpuMs = familyOf(worker.child.pid as number).reduce((sum, pid) => sum + cpuOf(pid).all, 0) / 1000 - cpuBefore;
  const ofTaking = looks();
  const messagesMs = await until(
    "select count(distinct detail->'mail'->>'messageId') from chat_actions where enterprise_id = $1 and detail->'mail' is not null",
  );
  if ((await count('select count(*) from raw_events where enterprise_id = $1')) !== mailCount)
    throw new Error('A mail was not taken once.');
  await worker.kill('SIGTERM');
  await owner.end();
  await world.stop();
  vendor.closeAllConnections();
  vendor.close();
  const after = await measurePlain(port);
  await server.terminate();
  const meanOf = (name: 'ms' | 'cpuMs' | 'peak') => (before[name] + after[name]) / 2;
  const plain = { ms: meanOf('ms'), cpuMs: meanOf('cpuMs'), peak: meanOf('peak') };
  const reference = `${rate(plain.ms)} by fetch and parse alone, the mean of a run before and one after; ${seconds(plain.cpuMs)} of a processor, ${mega(plain.peak)}`;
  const half = Math.floor(ofTaking.length / 2);
  const growth = highest(ofTaking.slice(half)) / highest(ofTaking.slice(0, half));
  const name = `${mailCount.toLocaleString('en')} mails of a mailbox`;
  return [
    {
      name: `${name}, fetched, read in a confined process and kept as raw events, ${batch} in a transaction`,
      ours: `${rate(takenMs)}; ${seconds(cpuMs)} of a processor, ${mega(highest(ofTaking))}: the worker with its confined process`,
      reference,
      ratio: plain.ms / takenMs,
      goal: `at least ${goal}`,
      isMet: plain.ms / takenMs >= goal,
    },
    {
      name: `${name}, the last one a message of a chat`,
      ours: rate(messagesMs),
      reference,
      ratio: plain.ms / messagesMs,
      goal: `at least ${goal}`,
      isMet: plain.ms / messagesMs >= goal,
    },
    {
      name: `${name}: highest memory while the second half is taken`,
      ours: mega(highest(ofTaking.slice(half))),
      reference: `${mega(highest(ofTaking.slice(0, half)))} while the first half is`,
      ratio: growth,
      goal: `at most ${mostGrowth}`,
      isMet: growth <= mostGrowth,
    },
  ];
}
