import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { enterpriseContext } from '../apps/server/src/context-of.ts';
import { createEnterprise } from '../apps/server/src/domains/account/door.ts';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const rounds = 60;
const open = { few: 100, many: 10_000 };
const messages = { few: 100_000, many: Number(process.env.BENCH_MESSAGES ?? 2_000_000) };
const messagesOfChat = 20;
const goal = 2;

type Place = { enterpriseId: string; userId: string; token: string };

/** An enterprise with a channel and an administrator, who has twenty chats. */
async function makePlace(world: World, owner: pg.Client): Promise<Place> {
  const enterpriseId = randomUUIDv7();
  const ctx = enterpriseContext(world.running.deps, enterpriseId);
  await ctx.transaction((tx) => createEnterprise(tx, enterpriseId, { name: 'Inbox' }));
  const agent = await world.makeAgentOf(ctx, [1, 3]);
  await owner.query(
    "insert into channels (enterprise_id, channel_id, type, name, widget_key, data) values ($1::uuid, $1::uuid, 12, 'Website', $1::uuid::text, '{}')",
    [enterpriseId],
  );
  return { enterpriseId, ...agent };
}

/** Chats of one kind, a customer each, one second apart. */
async function addChats(owner: pg.Client, { enterpriseId, userId }: Place, count: number, kind: 'queue' | 'own' | 'closed') {
  const state = { queue: 0, own: 2, closed: 3 }[kind];
  await owner.query(
    `with made as (
      insert into customers (enterprise_id, customer_id, name, number, email)
      select $1::uuid, gen_random_uuid(), 'Customer ' || i, '', '' from generate_series(1, $2::int) i returning customer_id)
    insert into chats (enterprise_id, chat_id, channel_id, customer_id, address, state, handled_by, owner_id, last_message, last_activity_at,
      waiting_since, queued_at, closed_at, created_at, visit, bot_state)
    select $1::uuid, gen_random_uuid(), $1::uuid, m.customer_id, m.customer_id::text, $3::smallint, case when $3::smallint = 0 then 'queue' else 'agent' end,
      case when $3::smallint = 0 then null else $4::uuid end, 'Where is my order?', t.at, case when $3::smallint = 3 then null else t.at end, t.at,
      case when $3::smallint = 3 then t.at end, t.at, '{}', '{}'
    from (select customer_id, row_number() over () as place from made) m
      cross join lateral (select date_trunc('milliseconds', now()) - m.place * interval '1 second' as at) t`,
    [enterpriseId, count, state, userId],
  );
  if (kind !== 'queue')
    await owner.query(
      `insert into chat_participants (enterprise_id, chat_id, user_id, kind, joined_at)
      select enterprise_id, chat_id, $2::uuid, 'owner', created_at from chats where enterprise_id = $1::uuid and state = $3::smallint on conflict do nothing`,
      [enterpriseId, userId, state],
    );
}

/** Messages of eight words, of which some are common and most are rare, in closed chats of the last two months. */
async function addMessages(owner: pg.Client, { enterpriseId }: Place, count: number): Promise<void> {
  await owner.query(
    `insert into chat_actions (enterprise_id, chat_id, number, acted_on, action_id, action_type, author_kind, author_name, message)
    select $1::uuid, c.chat_id, n, date_trunc('milliseconds', now()) - c.place * (interval '55 days' / $2::int) + n * interval '1 second',
      gen_random_uuid(), 1, 'customer', 'Customer',
      (select string_agg('word' || floor(5000 * random() ^ 3 + 0 * n + 0 * g)::int, ' ') from generate_series(1, 8) g)
    from (select chat_id, row_number() over () as place from chats where enterprise_id = $1 and state = 3) c
      cross join generate_series(1, $3::int) n
    where c.place <= $2::int`,
    [enterpriseId, count / messagesOfChat, messagesOfChat],
  );
  await owner.query(
    `insert into chat_search (enterprise_id, chat_id, number, acted_on, words)
    select enterprise_id, chat_id, number, acted_on, array_to_tsvector(string_to_array(message, ' ')) from chat_actions where enterprise_id = $1
    on conflict do nothing`,
    [enterpriseId],
  );
}

async function timeOf(world: World, { token }: Place, path: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${world.running.url}${path}`, { headers: { 'authentication-token': token } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return performance.now() - began;
}

/** Both places by turns, so that what else the machine does falls on both. */
async function compare(world: World, few: Place, many: Place, paths: readonly string[]) {
  const times: { few: number[]; many: number[] } = { few: [], many: [] };
  const whole = async (place: Place) => {
    let sum = 0;
    for (const path of paths) sum += await timeOf(world, place, path);
    return sum;
  };
  for (let round = -5; round < rounds; round += 1) {
    const [one, other] = [await whole(few), await whole(many)];
    if (round < 0) continue;
    times.few.push(one);
    times.many.push(other);
  }
  return { few: median(times.few), many: median(times.many) };
}

const base = '/e/enterprise/chat';
const lists: [name: string, paths: string[]][] = [
  ['Mine with the counts of all tabs', [`${base}/summary?perPage=-1&screenType=CHAT`, '/e/enterprise/chat_count']],
  ['Waiting, newest', [`${base}/inbox?tab=waiting`]],
  ['Waiting, longest first', [`${base}/inbox?tab=waiting&sort=longest`]],
  ['Closed', [`${base}/inbox?tab=closed`]],
];
const searches: [name: string, q: string][] = [
  ['two common words', 'word1 word2'],
  ['a common and a rare word', 'word3 word3999'],
  ['two rare words', 'word2999 word3777'],
];

/** Tabs of the inbox at ten thousand open chats against a hundred, and the search at two million messages against a hundred thousand. */
export async function benchInbox(): Promise<Figure[]> {
  const world = await startWorld();
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const [few, many] = [await makePlace(world, owner), await makePlace(world, owner)];
  for (const [place, size] of [
    [few, 'few'],
    [many, 'many'],
  ] as const) {
    await addChats(owner, place, 20, 'own');
    await addChats(owner, place, open[size], 'queue');
    await addChats(owner, place, messages[size] / messagesOfChat, 'closed');
    console.error(`  ${messages[size].toLocaleString('en')} messages ...`);
    await addMessages(owner, place, messages[size]);
  }
  await owner.query('vacuum analyze chats, customers, chat_participants, chat_actions, chat_search');
  const figures: Figure[] = [];
  const add = (name: string, times: { few: number; many: number }, reference: string) => {
    const ratio = times.many / times.few;
    figures.push({
      name,
      ours: `${times.many.toFixed(1)} ms`,
      reference: `${reference} ${times.few.toFixed(1)} ms`,
      ratio,
      goal: `<= ${goal}`,
      isMet: ratio <= goal,
    });
  };
  for (const [name, paths] of lists)
    add(`inbox with ${open.many.toLocaleString('en')} open chats: ${name}`, await compare(world, few, many, paths), `with ${open.few}`);
  for (const [name, q] of searches)
    add(
      `search of ${messages.many.toLocaleString('en')} messages: ${name}`,
      await compare(world, few, many, [`${base}/search?q=${encodeURIComponent(q)}`]),
      `of ${messages.few.toLocaleString('en')}`,
    );
  await owner.end();
  await world.stop();
  return figures;
}
