import type { AnalyticsExplanation, AnalyticsReport } from '@parley/contract';
import pg from 'pg';
import { makePlace, type Place } from './inbox.rows.ts';
import { type Figure, median, percentile } from './table.ts';
import { startWorld, type World } from './world.ts';

const rounds = 40;
const sizes = { few: 100_000, many: Number(process.env.BENCH_CHATS ?? 1_000_000) };
const days = 400;
const reportMs = 300;
const rowsMs = 100;
const goal = 2;
const first = '2026-01-01';
/** A week in the middle, and the one before it. */
const week = { fromDate: '2026-07-06', toDate: '2026-07-12' };
const base = '/e/enterprise/chat/analytics';

/** Chats spread evenly over the days, of five departments, six agents and three channels. Each tenth was missed, each third is rated. */
async function addFacts(owner: pg.Client, { enterpriseId }: Place, count: number): Promise<void> {
  await owner.query("set session_replication_role = 'replica'");
  await owner.query(
    `insert into chat_facts (enterprise_id, chat_id, created_at, local_day, local_hour, channel_id, dept_id, is_sandbox, outcome, is_attended, was_missed,
      missed_reason, ended_by, ended_at, first_agent_id, last_agent_id, wait_ms, first_reply_ms, handling_ms, suspended_ms, transfers, asks_rating, rating)
    select $1::uuid, gen_random_uuid(), t.at, t.at::date, extract(hour from t.at), $1::uuid, md5('department' || i % 5)::uuid, false,
      case when i % 10 = 0 then 'missed' else 'closed' end, i % 10 <> 0, i % 10 = 0, case when i % 10 = 0 then 1 end,
      case when i % 10 <> 0 then 'agent' end, t.at + interval '20 minutes', md5('agent' || i % 6)::uuid, md5('agent' || i % 6)::uuid,
      case when i % 10 <> 0 then (random() * 600000)::bigint end, case when i % 10 <> 0 then (random() * 200000)::bigint end,
      case when i % 10 <> 0 then (random() * 2000000)::bigint end, 0, i % 7 / 6, i % 10 <> 0, case when i % 3 = 0 and i % 10 <> 0 then 1 + i % 5 end
    from generate_series(1, $2::int) i
      cross join lateral (select $3::timestamp + i * (make_interval(days => $4::int) / $2::int) as at) t`,
    [enterpriseId, count, first, days],
  );
  await owner.query(
    `insert into chat_spells (enterprise_id, chat_id, spell_no, user_id, local_day, began_at, ended_at, begun, ended, first_reply_ms, suspended_ms)
    select enterprise_id, chat_id, 1, last_agent_id, local_day, created_at + interval '1 minute', ended_at, 'picked', 'closed', first_reply_ms, 0
    from chat_facts where enterprise_id = $1 and is_attended`,
    [enterpriseId],
  );
  await owner.query("set session_replication_role = 'origin'");
}

async function ask<T>(world: World, { token }: Place, path: string, query: Record<string, string>): Promise<{ ms: number; data: T }> {
  const began = performance.now();
  const answer = await fetch(`${world.running.url}${base}${path}?${new URLSearchParams(query)}`, {
    headers: { 'authentication-token': token },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: T };
  return { ms: performance.now() - began, data };
}

const asks: [name: string, path: string, query: Record<string, string>, limitMs: number][] = [
  ['the cards, days, hours, channels and labels of a week', '', {}, reportMs],
  ['the tables of a week', '/tables', {}, reportMs],
  ['why the wait of a week changed', '/explain', { measure: 'chat.wait' }, reportMs],
  ['a page of the rows behind a figure', '/rows', { measure: 'chat.attended' }, rowsMs],
];

/**
 * The analysis of chats at a million against a hundred thousand, and both against the least that any report of these rows asks: a count and a
 * mean over the same days by the driver alone.
 */
export async function benchNumbers(): Promise<Figure[]> {
  const world = await startWorld();
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const [few, many] = [await makePlace(world, owner), await makePlace(world, owner)];
  await addFacts(owner, few, sizes.few);
  console.error(`  ${sizes.many.toLocaleString('en')} chats ...`);
  await addFacts(owner, many, sizes.many);
  await owner.query('vacuum analyze chat_facts, chat_spells');
  await check(world, few);

  const figures: Figure[] = [];
  const bare = async ({ enterpriseId }: Place) => {
    const began = performance.now();
    await owner.query(
      `select count(*), avg(wait_ms) from chat_facts where enterprise_id = $1 and local_day between $2::date and $3::date and not is_sandbox`,
      [enterpriseId, week.fromDate, week.toDate],
    );
    return performance.now() - began;
  };
  for (const [name, path, query, limitMs] of asks) {
    const times: Record<'few' | 'many' | 'bare', number[]> = { few: [], many: [], bare: [] };
    for (let round = -3; round < rounds; round += 1) {
      const one = await ask(world, few, path, { ...week, ...query });
      const other = await ask(world, many, path, { ...week, ...query });
      const least = await bare(many);
      if (round < 0) continue;
      times.few.push(one.ms);
      times.many.push(other.ms);
      times.bare.push(least);
    }
    const p95 = percentile(times.many, 0.95);
    const ratio = median(times.many) / median(times.few);
    figures.push({
      name: `${sizes.many.toLocaleString('en')} chats: ${name}, p95`,
      ours: `${p95.toFixed(0)} ms`,
      reference: `bare count and mean ${median(times.bare).toFixed(1)} ms`,
      ratio: p95 / median(times.bare),
      goal: `<= ${limitMs} ms`,
      isMet: p95 <= limitMs,
    });
    figures.push({
      name: `${name}, median`,
      ours: `${median(times.many).toFixed(1)} ms`,
      reference: `of ${sizes.few.toLocaleString('en')} chats ${median(times.few).toFixed(1)} ms`,
      ratio,
      goal: `<= ${goal}`,
      isMet: ratio <= goal,
    });
  }
  await owner.end();
  await world.stop();
  return figures;
}

/** A bench that reads nothing is fast: the week has its share of the chats, and the parts of a change add up to it. */
async function check(world: World, place: Place): Promise<void> {
  const { data: report } = await ask<AnalyticsReport>(world, place, '', week);
  const count = report.figures['chat.incoming']?.count ?? 0;
  if (Math.abs(count - (7 * sizes.few) / days) > 2) throw new Error(`The week has ${count} chats.`);
  const { data: why } = await ask<AnalyticsExplanation>(world, place, '/explain', { ...week, measure: 'chat.wait' });
  const [property] = why.properties;
  const sum = property?.parts.reduce((total, { change }) => total + change, property.others.change) ?? Number.NaN;
  if (!(Math.abs(sum - why.change) < 1)) throw new Error(`The parts of the change add up to ${sum} of ${why.change}.`);
}
