import { setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { startInstances } from '../apps/server/src/domains/journey/instance/instance.worker.ts';
import { copyWalks } from './streams.world.ts';
import { type Figure, median } from './table.ts';
import type { World } from './world.ts';

const mb = (bytes: number) => Math.round(bytes / 2 ** 20);
const sampleMs = 50;

const isWaiting = `from journey_waits w join bench_walks b on b.instance_id = w.instance_id where w.due_at <= now()`;

/** Claims and updates rows as a worker's queue would, a hundred a transaction: what waits is the same, and nothing is decided. */
async function claimAll(world: World, owner: pg.Client): Promise<number> {
  const { ctx, enterpriseId } = world;
  const { rows } = await owner.query(`select count(*)::integer as rows ${isWaiting}`);
  const from = performance.now();
  const line = async () => {
    for (;;) {
      const claimed = await ctx.transaction(async (tx) => {
        const found = await sql<{ instanceId: string }>`
          select instance_id from journey_waits where enterprise_id = ${enterpriseId} and due_at <= now() limit 100 for update skip locked`.execute(
          tx,
        );
        const ids = found.rows.map(({ instanceId }) => instanceId);
        if (ids.length === 0) return 0;
        await sql`update journey_instances set turn = turn + 1, instance = instance || '{"turn": 2}', changed_at = now()
          where enterprise_id = ${enterpriseId} and instance_id = any(${ids}::uuid[])`.execute(tx);
        await sql`update journey_waits set due_at = now() + interval '10 days' where enterprise_id = ${enterpriseId} and instance_id = any(${ids}::uuid[])`.execute(
          tx,
        );
        await sql`insert into journey_turns (enterprise_id, instance_id, turn, at, input, visits)
          select ${enterpriseId}, id, 2, now(), '{"kind":"timer"}', '[]' from unnest(${ids}::uuid[]) as id`.execute(tx);
        return ids.length;
      });
      if (claimed === 0) return;
    }
  };
  await Promise.all([line(), line()]);
  return rows[0].rows / ((performance.now() - from) / 1000);
}

/** Waits that are due at once, each of which leads to another wait; a timer of another enterprise falls due in the middle. */
export async function measureWaits(world: World, owner: pg.Client, model: string, alone: string, walks: number): Promise<Figure[]> {
  const { enterpriseId } = world;
  const soon = () => new Date(Date.now() - 1000);
  await copyWalks(owner, enterpriseId, model, walks, soon());
  const bare = await claimAll(world, owner);
  await copyWalks(owner, enterpriseId, model, walks, soon());

  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, sampleMs);
  const from = performance.now();
  const stop = await startInstances(world.running.deps);
  const dueAt = Date.now() + 2000;
  await owner.query(`update journey_instances set instance = jsonb_set(instance, '{wait,dueAt}', $2::text::jsonb) where instance_id = $1`, [
    alone,
    String(dueAt),
  ]);
  await owner.query('update journey_waits set due_at = $2 where instance_id = $1', [alone, new Date(dueAt)]);
  let lateMs = Number.NaN;
  for (let left = walks; left > 0; ) {
    await sleep(200);
    if (Number.isNaN(lateMs)) {
      const { rows } = await owner.query('select at from journey_turns where instance_id = $1 and turn = 2', [alone]);
      if (rows[0]) lateMs = rows[0].at.getTime() - dueAt;
    }
    left = (await owner.query(`select count(*)::integer as rows ${isWaiting}`)).rows[0].rows;
  }
  const ours = walks / ((performance.now() - from) / 1000);
  await stop();
  clearInterval(sampling);
  return [
    {
      name: `${walks.toLocaleString('en')} waits due at once, each stepped to its next wait`,
      ours: `${Math.round(ours)} walks/s; ${mb(peak - before)} MiB more than before`,
      reference: `${Math.round(bare)}/s, two lines that claim and update such rows`,
      ratio: ours / bare,
      goal: 'at least 0.5',
      isMet: ours / bare >= 0.5,
    },
    {
      name: "another enterprise's timer meanwhile",
      ours: `${Math.round(lateMs)} ms late`,
      reference: '2,000 ms',
      ratio: lateMs / 2000,
      goal: 'at most 1',
      isMet: lateMs <= 2000,
    },
  ];
}

/** The look for what is due, with few and with many that wait, and what a waiting walk takes on the disk beside its state. */
export async function measureLook(world: World, owner: pg.Client, few: number, many: number): Promise<Figure[]> {
  const { enterpriseId, running } = world;
  const look = async () => {
    const times: number[] = [];
    for (let count = 0; count < 50; count += 1) {
      const from = performance.now();
      await sql`select * from due_journey_waits(${Array.from({ length: 64 }, (_, shard) => shard)}::smallint[], ${new Date()}, 500)`.execute(
        running.deps.db,
      );
      times.push(performance.now() - from);
    }
    return median(times);
  };
  // Ids rise as those of walks do, which begin with their time.
  const fill = async (count: number) => {
    await owner.query('truncate journey_waits');
    await owner.query(
      `insert into journey_waits (enterprise_id, instance_id, journey_id, channel_id, node_no, kind, due_at, shard)
       select $1, ('01990000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, $1, $1, 1, 'timer', now() + i * interval '1 second', i % 64 from generate_series(600, 599 + $2::integer) as i`,
      [enterpriseId, count],
    );
    // A hundred of them are due.
    await owner.query(`update journey_waits set due_at = now() - interval '1 second' where due_at < now() + interval '700 seconds'`);
    await owner.query('vacuum analyze journey_waits');
    return look();
  };
  const small = await fill(few);
  const large = await fill(many);
  const { rows } = await owner.query(`select pg_total_relation_size('journey_waits') / count(*) as bytes from journey_waits`);
  return [
    {
      name: `look for what is due among ${many.toLocaleString('en')} that wait`,
      ours: `${large.toFixed(2)} ms; ${rows[0].bytes} bytes a wait`,
      reference: `${small.toFixed(2)} ms among ${few.toLocaleString('en')}`,
      ratio: large / small,
      goal: 'at most 2',
      isMet: large / small <= 2,
    },
  ];
}
