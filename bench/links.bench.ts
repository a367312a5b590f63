import { randomUUIDv7 } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { Agent, request } from 'undici';
import { makeCodes } from '../apps/server/src/platform/codes.ts';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const count = 20_000;
const warmUp = 1000;
const perRound = 3000;
const rounds = 3;
const atOnce = 32;
const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36', 'accept-language': 'en' };

/** An iteration with so many short addresses, as its freeze would have made them. @returns their codes */
async function makeLinks(world: World, owner: pg.Client): Promise<string[]> {
  const { enterpriseId } = world;
  const { userId } = await world.makeAgent([1]);
  const [campaignId, activityId] = [randomUUIDv7(), randomUUIDv7()];
  const plan = JSON.stringify({ tracking: { links: true, replyHours: 72 } });
  await owner.query(
    `insert into campaigns (enterprise_id, campaign_id, name, plan, created_by, created_at, updated_by, updated_at)
     values ($1, $2, 'Bench', $3, $4, now(), $4, now())`,
    [enterpriseId, campaignId, plan, userId],
  );
  await owner.query(
    `insert into activities (enterprise_id, activity_id, campaign_id, number, name, plan, created_by, created_at, updated_at, last_edited_by, last_editor_email)
     values ($1, $2, $3, 1, 'Bench', $4, $5, now(), now(), $5, '')`,
    [enterpriseId, activityId, campaignId, plan, userId],
  );
  const codes = makeCodes(count);
  await owner.query(
    `insert into short_links (enterprise_id, activity_id, message_id, variable, code, address, target)
     select $1, $2, gen_random_uuid(), 'url/button.0', code, '+91' || (9800000000 + n)::text, 'https://shop.example/spring?n=' || n
     from unnest($3::text[]) with ordinality as g(code, n)`,
    [enterpriseId, activityId, codes],
  );
  await owner.query('analyze short_links');
  return codes;
}

/** Opens so many addresses, many at once. @returns how many a second */
async function measure(addresses: readonly string[]): Promise<number> {
  const dispatcher = new Agent({ connections: atOnce });
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let place = next++; place < addresses.length; place = next++) {
        const answer = await request(addresses[place] as string, { headers, dispatcher });
        if (answer.statusCode !== 302) throw new Error(`${addresses[place]} answered ${answer.statusCode}`);
        await answer.body.dump();
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await dispatcher.close();
  return addresses.length / seconds;
}

/** Redirects of short addresses, each with its row, against a bare route that inserts one row and redirects, on the same database. */
export async function benchLinks(): Promise<Figure[]> {
  const world = await startWorld({ roles: 'http' });
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const pool = new pg.Pool({ ...world.connection, max: world.running.deps.pool.options.max });
  const bare = Fastify();
  try {
    const codes = await makeLinks(world, owner);
    await owner.query(
      `create table bare_clicks (id bigint generated always as identity primary key, code text not null, at timestamptz not null)`,
    );
    bare.get('/l/:code', async (asked, reply) => {
      const { code } = asked.params as { code: string };
      await pool.query({ name: 'click', text: 'insert into bare_clicks (code, at) values ($1, $2)', values: [code, new Date()] });
      return reply.code(302).header('location', 'https://shop.example/spring').send('');
    });
    const reference = await bare.listen({ port: 0, host: '127.0.0.1' });
    let used = 0;
    const open = (origin: string, size: number) => {
      const taken = codes.slice(used, used + size);
      used += size;
      return measure(taken.map((code) => `${origin}/l/${code}`));
    };
    await open(world.running.url, warmUp);
    await open(reference, warmUp);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await open(world.running.url, perRound));
      theirs.push(await open(reference, perRound));
    }
    const { rows } = await owner.query<{ people: number }>(`select count(*)::integer as people from link_clicks where kind = 'person'`);
    if (rows[0]?.people !== warmUp + rounds * perRound) throw new Error(`${rows[0]?.people} people were counted.`);
    const [mine, other] = [median(ours), median(theirs)];
    return [
      {
        name: `link redirects, each with its row, ${atOnce} at once`,
        ours: `${Math.round(mine)} a second`,
        reference: `a bare Fastify route that inserts one row: ${Math.round(other)} a second`,
        ratio: mine / other,
        goal: 'at least 0.6',
        isMet: mine / other >= 0.6,
      },
    ];
  } finally {
    await bare.close();
    await pool.end();
    await owner.end();
    await world.stop();
  }
}
