import { randomUUIDv7 } from 'node:crypto';
import { endpoints } from '@parley/contract';
import pg from 'pg';
import { type Figure, median } from './table.ts';
import { startWorld } from './world.ts';

const { reports } = endpoints;
const sizes = (process.env.BENCH_LEDGER ?? '100000,10000000').split(',').map(Number);
const own = 50_000;
const rounds = 30;

/** The same page and counts of one enterprise's delivery report, with few and with many rows of others in the ledger. */
export async function benchReport(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http' });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const { enterpriseId } = world;
  const [channelId, runId] = [randomUUIDv7(), randomUUIDv7()];
  await owner.query(
    `insert into channels (enterprise_id, channel_id, type, name, vendor, widget_key, contact_id, data) values ($1, $2, 4, 'Bench', 'twixormcmi', $3, '919800000001', '{}')`,
    [enterpriseId, channelId, randomUUIDv7()],
  );
  // Ids whose order is their time, as the program's own are; spread over a week.
  const fill = (enterprise: string, count: number) =>
    owner.query(
      `insert into messages (enterprise_id, message_id, created_at, channel_id, direction, source, resource_id, number, status, reason, status_at, address, content, attempts)
       select $1::uuid, (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid, to_timestamp(ms / 1000.0), $2, 'out', 'BROADCAST', $3, n,
         (array['READ', 'DELIVERED', 'SENT', 'FAILED', 'SKIPPED'])[1 + n % 5], '', to_timestamp(ms / 1000.0), '+9170' || lpad((n % 99999999)::text, 8, '0'), '{}', 1
       from (select n, (extract(epoch from now()) * 1000)::bigint - (n::bigint * 604800000 / $4::integer) as ms from generate_series(1, $4::integer) n) rows`,
      [enterprise, channelId, runId, count],
    );
  const { token } = await world.makeAgent([1]);
  const from = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
  const to = new Date().toISOString().slice(0, 10);
  const ask = async (path: string) => {
    const started = performance.now();
    const answer = await fetch(`${world.running.url}${path}`, { headers: { 'authentication-token': token } });
    const body = (await answer.json()) as { status: boolean };
    if (!body.status) throw new Error(JSON.stringify(body));
    return performance.now() - started;
  };
  const measure = async (path: string) => {
    for (let round = 0; round < 5; round += 1) await ask(path);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await ask(path));
    return median(times);
  };
  const asked = {
    'a page of 25': `${reports.messageStatus.path}?fromDate=${from}&toDate=${to}&perPage=25`,
    'a page of 25 failed ones of a channel': `${reports.messageStatus.path}?fromDate=${from}&toDate=${to}&perPage=25&status=FAILED&channelId=${channelId}`,
    'the counts': `${reports.messageSource.path}?fromDate=${from}&toDate=${to}`,
  };
  await fill(enterpriseId, own);
  let total = own;
  const results: Record<string, number>[] = [];
  for (const size of sizes) {
    while (total < size) {
      const part = Math.min(500_000, size - total);
      await fill(randomUUIDv7(), part);
      total += part;
    }
    await owner.query('vacuum analyze messages');
    await owner.query('select fold_message_counts()');
    await owner.query('vacuum analyze message_counts, message_count_changes');
    const row: Record<string, number> = {};
    for (const [name, path] of Object.entries(asked)) row[name] = await measure(path);
    results.push(row);
  }
  await owner.end();
  await world.stop();
  const [few, many] = results;
  return Object.keys(asked).map((name) => {
    const [before, after] = [few?.[name] ?? 0, many?.[name] ?? 0];
    return {
      name: `${name} of the delivery report, ${own.toLocaleString('en')} of the rows one's own, at ${sizes[1]?.toLocaleString('en')} rows of the ledger`,
      ours: `${after.toFixed(1)} ms`,
      reference: `${before.toFixed(1)} ms at ${sizes[0]?.toLocaleString('en')} rows`,
      ratio: after / before,
      goal: 'at most 2',
      isMet: after / before <= 2,
    };
  });
}
