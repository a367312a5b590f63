import pg from 'pg';
import { addChats, makePlace, type Place } from './inbox.rows.ts';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const rounds = 60;
const open = { few: 100, many: 10_000 };
const messages = { few: 100_000, many: Number(process.env.BENCH_MESSAGES ?? 2_000_000) };
const messagesOfChat = 20;
const goal = 2;

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
