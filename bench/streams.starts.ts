import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { beginWaiting } from '../apps/server/src/domains/journey/start/instance.starts.ts';
import type { Figure } from './table.ts';
import type { World } from './world.ts';

const batch = 100;
/** Tables that a start writes, then the conditions that select a journey's rows; tables that refer to others stand behind them. */
const written = ['chats', 'journey_live', 'journey_instances', 'journey_inputs'];
const instances = 'select instance_id from journey_instances where journey_id = $2';
const rowsOf: Record<string, string> = {
  chats: 'chat_id in (select chat_id from journey_instances where journey_id = $2)',
  journey_live: 'journey_id = $2',
  journey_instances: 'journey_id = $2',
  journey_inputs: `instance_id in (${instances})`,
};

/** People whom a website knows, all of whom a rule of the calendar begins a stream for now. */
async function keepPeople(owner: pg.Client, { enterpriseId, channel }: World, journeyId: string, people: number): Promise<void> {
  const entryId = randomUUIDv7();
  await owner.query(
    `insert into journey_entries (enterprise_id, entry_id, journey_id, version, channel_id, kind, word, created_at)
     values ($1, $2, $3, 1, $4, 'schedule', 'bench', now())`,
    [enterpriseId, entryId, journeyId, channel.id],
  );
  await owner.query(
    `with made as (
       insert into customers (enterprise_id, customer_id, name, number)
       select $1, gen_random_uuid(), 'Person ' || i, '' from generate_series(1, $4::integer) i returning customer_id),
     known as (
       insert into customer_addresses (enterprise_id, channel_id, address, customer_id) select $1, $3, customer_id::text, customer_id from made)
     insert into journey_starts (enterprise_id, entry_id, customer_id, due_at, at) select $1, $2, customer_id, now(), now() from made order by customer_id`,
    [enterpriseId, entryId, channel.id, people],
  );
}

/** A time of the calendar that begins a stream for a whole group, until all are in it. Against a loop that writes the same rows, a hundred people a transaction. */
export async function measureStarts(world: World, owner: pg.Client, journeyId: string, people: number): Promise<Figure> {
  const { enterpriseId, ctx } = world;
  await keepPeople(owner, world, journeyId, people);
  const from = performance.now();
  while ((await beginWaiting(ctx)) > 0);
  const ours = people / ((performance.now() - from) / 1000);

  const own = [enterpriseId, journeyId];
  const { rows } = await owner.query<{ begun: number }>(
    `select count(*)::integer as begun from journey_instances where enterprise_id = $1 and journey_id = $2`,
    own,
  );
  if (rows[0]?.begun !== people) throw new Error(`${rows[0]?.begun} of ${people} have begun`);
  for (const table of written) {
    await owner.query(
      `create temp table bench_${table} as select t.*, (row_number() over () - 1) / ${batch} as part
       from ${table} t where enterprise_id = $1 and ${rowsOf[table]}`,
      own,
    );
    await owner.query(`create index on bench_${table} (part)`);
    await owner.query(`analyze bench_${table}`);
  }
  for (const table of ['journey_inputs', 'journey_live'])
    await owner.query(`delete from ${table} where enterprise_id = $1 and ${rowsOf[table]}`, own);
  await owner.query('delete from journey_instances where enterprise_id = $1 and journey_id = $2', own);
  await owner.query('delete from chats where chat_id in (select chat_id from bench_chats)');
  const since = performance.now();
  for (let part = 0; part * batch < people; part += 1) {
    await owner.query('begin');
    for (const table of written)
      await owner.query(
        `insert into ${table} overriding system value select r.* from bench_${table} b cross join lateral jsonb_populate_record(null::${table}, to_jsonb(b) - 'part') r where b.part = $1`,
        [part],
      );
    await owner.query('commit');
  }
  const bare = people / ((performance.now() - since) / 1000);
  const ratio = ours / bare;
  return {
    name: `a time of the calendar begins a stream for ${people.toLocaleString('en')} people`,
    ours: `${Math.round(ours)}/s`,
    reference: `${Math.round(bare)}/s, a loop that writes the same rows, a hundred people a transaction`,
    ratio,
    goal: 'at least 0.3',
    isMet: ratio >= 0.3,
  };
}
