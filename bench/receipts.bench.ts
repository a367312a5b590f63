import { createHmac, randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Agent, request } from 'undici';
import { startProcess } from '../apps/server/test/processes.ts';
import type { Figure } from './table.ts';
import { startWorld } from './world.ts';

const receiptCount = Number(process.env.BENCH_RECEIPTS ?? 1_000_000);
const inOnePost = 100;
const postsAtOnce = 8;
const contactId = '919800000001';
const appSecret = 'bench-secret';
const hookSecret = 'hook-secret-of-the-bench';

function shuffle<T>(items: T[]): T[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [items[index], items[other]] = [items[other] as T, items[index] as T];
  }
  return items;
}

/** Delivered and read of each message in shuffled order, from the vendor's signed callback to the rows, against raw updates of the same rows. */
export async function benchReceipts(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http' });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const { enterpriseId } = world;
  const [channelId, runId, templateId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  const messageCount = receiptCount / 2;
  await owner.query(
    `insert into channels (enterprise_id, channel_id, type, name, vendor, widget_key, contact_id, environment, sealed_config, sealed_hook_secret, data)
     values ($1, $2, 4, 'Bench', 'twixormcmi', $3, $4, 'production', $5, $6, '{"entry":"queue"}')`,
    [
      enterpriseId,
      channelId,
      randomUUIDv7(),
      contactId,
      world.running.deps.secrets.encrypt(JSON.stringify({ clientSecret: appSecret })),
      world.running.deps.secrets.encrypt(hookSecret),
    ],
  );
  await owner.query(
    `insert into messages (enterprise_id, message_id, created_at, channel_id, direction, source, resource_id, number, status, status_at, address, template_id, content, attempts)
     select $1, gen_random_uuid(), date_trunc('milliseconds', now()), $2, 'out', 'BROADCAST', $3, n, 'SENT', now(), '+9170' || lpad(n::text, 8, '0'), $4, '{}', 1
     from generate_series(1, $5::integer) n`,
    [enterpriseId, channelId, runId, templateId, messageCount],
  );
  await owner.query(
    `insert into message_handovers (enterprise_id, message_id, at, created_at, channel_id, vendor_message_id, attempt)
     select enterprise_id, message_id, now(), created_at, channel_id, 'wamid.' || number, 1 from messages where resource_id = $1`,
    [runId],
  );
  await owner.query('vacuum analyze messages, message_handovers');
  const count = async () => {
    const { rows } = await owner.query<{ status: string; count: string }>(
      `select status, sum(count) as count from (
         select status, count from message_counts where run_id = $1 union all select status, count from message_count_changes where run_id = $1) c
       group by status having sum(count) <> 0`,
      [runId],
    );
    return Object.fromEntries(rows.map((row) => [row.status, Number(row.count)]));
  };
  const worker = await startProcess(
    { DATABASE_URL: world.databaseUrl, DATA_DIR: world.folder, PUBLIC_URL: world.running.url, LOG_LEVEL: 'error' },
    ['--roles=worker'],
  );
  const receipts = shuffle(
    Array.from({ length: receiptCount }, (_, index) => ({
      id: `wamid.${(index % messageCount) + 1}`,
      status: index < messageCount ? 'delivered' : 'read',
    })),
  );
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bodies = Array.from({ length: Math.ceil(receiptCount / inOnePost) }, (_, post) =>
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '70001',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: contactId, phone_number_id: contactId },
                statuses: receipts
                  .slice(post * inOnePost, (post + 1) * inOnePost)
                  .map(({ id, status }) => ({ id, status, timestamp, recipient_id: '917000000000' })),
              },
            },
          ],
        },
      ],
    }),
  );
  const dispatcher = new Agent({ connections: postsAtOnce });
  const url = `${world.running.url}/hooks/twixormcmi/${channelId}/${hookSecret}`;
  let next = 0;
  let samples = 0;
  const started = performance.now();
  const posting = Promise.all(
    Array.from({ length: postsAtOnce }, async () => {
      for (let body = bodies[next]; body !== undefined; body = bodies[next]) {
        next += 1;
        const signature = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
        const answer = await request(url, {
          dispatcher,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
          body,
        });
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`);
      }
    }),
  );
  for (let read = 0; read < messageCount; ) {
    await sleep(200);
    const counts = await count();
    const sum = Object.values(counts).reduce((total, one) => total + one, 0);
    if (sum !== messageCount) throw new Error(`The ledger's sum is ${sum} of ${messageCount}`);
    samples += 1;
    read = counts.READ ?? 0;
  }
  await posting;
  const ms = performance.now() - started;
  await worker.kill('SIGTERM');
  await dispatcher.close();

  // The same rows, the same two changes each, by statements of a hundred rows on one raw connection, without triggers.
  await owner.query('set session_replication_role = replica');
  await owner.query(`update messages set status = 'SENT' where resource_id = $1`, [runId]);
  await owner.query('vacuum analyze messages');
  const rawStarted = performance.now();
  for (let from = 0; from < receiptCount; from += inOnePost) {
    const part = receipts.slice(from, from + inOnePost);
    await owner.query({
      name: 'raw',
      text: `update messages m set status = g.status, status_at = now() from unnest($2::text[], $3::text[]) as g(id, status)
               join message_handovers h on h.enterprise_id = $1 and h.vendor_message_id = g.id and h.vendor_message_id <> ''
             where m.enterprise_id = $1 and m.message_id = h.message_id and m.created_at = h.created_at`,
      values: [enterpriseId, part.map((receipt) => receipt.id), part.map((receipt) => receipt.status.toUpperCase())],
    });
  }
  const rawMs = performance.now() - rawStarted;
  await owner.end();
  await world.stop();
  const [rate, rawRate] = [receiptCount / (ms / 1000), receiptCount / (rawMs / 1000)];
  return [
    {
      name: `${receiptCount.toLocaleString('en')} receipts in shuffled order, ${inOnePost} in a callback, signed, kept raw, applied and noted; the sum held at ${samples} looks`,
      ours: `${Math.round(rate).toLocaleString('en')} receipts/s (${(ms / 1000).toFixed(1)} s)`,
      reference: `${Math.round(rawRate).toLocaleString('en')}/s, raw updates of the same rows, ${inOnePost} in a statement`,
      ratio: rate / rawRate,
      goal: 'at least 0.4',
      isMet: rate / rawRate >= 0.4,
    },
  ];
}
