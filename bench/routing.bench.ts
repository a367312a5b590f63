import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { runRound } from '../apps/server/src/domains/chat/router/round.ts';
import { openDesks, queueChats } from './routing.situation.ts';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const agents = 100;
const limit = 5;
const waiting = Number(process.env.BENCH_WAITING_CHATS ?? 10_000);
const loops = 3;
const batch = 100;
const goal = 0.5;
const fairGoal = 0.98;

/**
 * Rounds of three loops at once over many waiting chats. Each time that they have filled all desks, a bare loop writes the same rows in the same
 * batches, so that both meet the same machine.
 */
export async function benchRouting(): Promise<Figure[]> {
  // Rounds are run here alone, so that their time can be told.
  const world = await startWorld({ roles: 'http' });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  await prepare(world, owner);
  await watch(owner);
  const ours = await giveAllOut(world, owner);
  const check = await replay(owner, world.enterpriseId);
  await owner.end();
  await world.stop();
  const ratio = ours.perSecond / ours.barePerSecond;
  return [
    {
      name: `chats given out by rounds, ${waiting.toLocaleString('en')} waiting, ${agents} agents, ${loops} loops`,
      ours: `${Math.round(ours.perSecond)} offers/s, ${ours.roundMs.toFixed(0)} ms a round`,
      reference: `${Math.round(ours.barePerSecond)}/s, a bare loop of the same rows`,
      ratio,
      goal: `>= ${goal}`,
      isMet: ratio >= goal,
    },
    {
      name: 'the same, by every recorded change: loads above the limit, and chats given out behind one that waited longer',
      ours: `${check.above} and ${check.inversions}`,
      reference: `${check.changes.toLocaleString('en')} changes of loads, ${ours.decisions.toLocaleString('en')} decisions`,
      ratio: Number.NaN,
      goal: '0 and 0',
      isMet: check.above === 0 && check.inversions === 0,
    },
    {
      name: "the same, Jain's index of what the agents got",
      ours: check.fair.toFixed(3),
      reference: '1: each the same',
      ratio: check.fair,
      goal: `>= ${fairGoal}`,
      isMet: check.fair >= fairGoal,
    },
  ];
}

async function prepare(world: World, owner: pg.Client): Promise<void> {
  await openDesks(world, owner, agents, { maxOpenChats: limit, acceptWithinSeconds: 3600 });
  await queueChats(owner, world, waiting);
  await owner.query('analyze chats');
}

/** Copies every change of a load, with its transaction, for the check. Both loops pay for it. */
async function watch(owner: pg.Client): Promise<void> {
  await owner.query(`
    create table bench_loads (user_id uuid, load integer, xid xid8);
    create function note_bench_load() returns trigger language plpgsql security definer as $$
    begin insert into bench_loads values (new.user_id, new.load, pg_current_xact_id()); return null; end $$;
    create trigger bench_loads after update of load on agent_desks for each row execute function note_bench_load()`);
}

/** Fills all desks up, empties them, lets the bare loop write as much, and begins anew, until nobody waits. Emptying is not timed. */
async function giveAllOut(world: World, owner: pg.Client) {
  const { ctx, enterpriseId } = world;
  const rounds: number[] = [];
  let [ms, bareMs, decisions] = [0, 0, 0];
  while (decisions < waiting) {
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: loops }, async () => {
        let end = 'more';
        while (end === 'more') {
          const at = performance.now();
          end = await runRound(ctx);
          if (end === 'more') rounds.push(performance.now() - at);
        }
      }),
    );
    ms += performance.now() - begun;
    const { rows } = await owner.query<{ chatId: string }>(
      `with taken as (update chat_offers set state = 'accepted' where enterprise_id = $1 and state = 'waiting' returning chat_id)
       update chats c set state = 4 from taken t where c.enterprise_id = $1 and c.chat_id = t.chat_id returning c.chat_id as "chatId"`,
      [enterpriseId],
    );
    if (rows.length === 0) throw new Error(`Rounds have stopped at ${decisions} of ${waiting}.`);
    decisions += rows.length;
    bareMs += await writeBare(
      world,
      owner,
      rows.map(({ chatId }) => chatId),
    );
  }
  return { perSecond: (decisions / ms) * 1000, barePerSecond: (decisions / bareMs) * 1000, decisions, roundMs: median(rounds) };
}

/** Looks at what was recorded, by SQL that shares nothing with the router. */
async function replay(owner: pg.Client, enterpriseId: string) {
  const { rows } = await owner.query<{ above: number; changes: number; inversions: number; fair: number }>(
    `select (select count(*) from bench_loads where load > $2)::integer as above,
       (select count(*) from bench_loads)::integer as changes,
       (select count(*) from (
          select c.rank_at, max(c.rank_at) over (order by r.round_no range between unbounded preceding and 1 preceding) as before
          from route_decisions r join chats c on c.enterprise_id = r.enterprise_id and c.chat_id = r.chat_id
          where r.enterprise_id = $1 and r.round_no > 0) o
        where o.rank_at < o.before)::integer as inversions,
       (select power(sum(n), 2) / (count(*) * sum(n * n)) from (
          select count(*)::float8 as n from route_decisions where enterprise_id = $1 and round_no > 0 group by user_id) g)::float8 as fair`,
    [enterpriseId, limit * 100],
  );
  return rows[0] as { above: number; changes: number; inversions: number; fair: number };
}

/**
 * The reference: offers, loads by the same triggers, events and reasons, without looking at anything. Its decisions are those of round 0.
 * @returns milliseconds
 */
async function writeBare({ enterpriseId, running }: World, owner: pg.Client, chats: readonly string[]): Promise<number> {
  const { rows: desks } = await owner.query<{ user_id: string }>(
    'select user_id from agent_desks where enterprise_id = $1 and status = 1',
    [enterpriseId],
  );
  const { pool } = running.deps;
  let ms = 0;
  for (let from = 0; from < chats.length; from += batch) {
    const chatIds = chats.slice(from, from + batch);
    const userIds = chatIds.map((_id, index) => desks[index % desks.length]?.user_id);
    const offerIds = chatIds.map(() => randomUUIDv7());
    const begun = performance.now();
    const client = await pool.connect();
    await client.query('begin');
    await client.query("select set_config('app.enterprise_id', $1, true)", [enterpriseId]);
    await client.query(
      `insert into chat_offers (enterprise_id, offer_id, chat_id, kind, to_user_id, note, created_at, expires_at)
       select $1, o, c, 'assign', u, '', now(), now() + interval '1 hour' from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as r(o, c, u)`,
      [enterpriseId, offerIds, chatIds, userIds],
    );
    await client.query(
      `insert into outbox (enterprise_id, name, data) select $1, 'bench', jsonb_build_object('chatId', c, 'by', '', 'note', '') from unnest($2::uuid[]) c`,
      [enterpriseId, chatIds],
    );
    await client.query(
      `insert into route_decisions (enterprise_id, chat_id, round_no, user_id, kind, reasons)
       select $1, c, 0, u, 'offer', '{"ground": "leastBusy"}' from unnest($2::uuid[], $3::uuid[]) as r(c, u)`,
      [enterpriseId, chatIds, userIds],
    );
    await client.query('update agent_desks set turn = turn + 1 where enterprise_id = $1 and user_id = any($2::uuid[])', [
      enterpriseId,
      userIds,
    ]);
    await client.query('commit');
    client.release();
    ms += performance.now() - begun;
    await owner.query("update chat_offers set state = 'withdrawn' where enterprise_id = $1 and state = 'waiting'", [enterpriseId]);
    await owner.query("delete from outbox where name = 'bench'");
  }
  return ms;
}
