import { randomUUIDv7 } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BulkJob, endpoints, mostCounted } from '@parley/contract';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { enterpriseContext } from '../apps/server/src/context-of.ts';
import { createEnterprise } from '../apps/server/src/domains/account/door.ts';
import { makeIds } from '../apps/server/src/domains/customer/number/customer.ids.ts';
import { searchTextOf } from '../apps/server/src/domains/customer/number/customer.text.ts';
import { person, rowCount } from './people.ts';
import { type Figure, median } from './table.ts';
import { startWorld, type World } from './world.ts';

const { phoneBook } = endpoints;
const smallCount = 10_000;
const calls = 60;
const attributeNames = ['city', 'plan', 'age', 'balance', 'since', 'notes'] as const;

type Book = { enterpriseId: string; groupId: string; oldGroupId: string; token: string; count: number };

/** Customers by COPY: what is measured here is reading. Every tenth is in the group, and the oldest tenth in the other. */
async function fill(
  owner: pg.Client,
  enterpriseId: string,
  [groupId, oldGroupId]: readonly [string, string],
  count: number,
): Promise<void> {
  const makeId = makeIds(Date.now);
  const members: string[] = [];
  async function* rows() {
    for (let from = 0; from < count; from += 1000) {
      let text = '';
      for (let index = from; index < Math.min(from + 1000, count); index += 1) {
        const { number, name, email, ...values } = person(index);
        const id = makeId();
        if (index % 10 === 0) members.push(`${groupId}\t${id}`);
        if (index < count / 10) members.push(`${oldGroupId}\t${id}`);
        const data = JSON.stringify(Object.fromEntries(attributeNames.map((key, slot) => [slot + 1, String(values[key])])));
        text += `${[enterpriseId, id, name, number, email, data, searchTextOf(name, number, email, values.city)].join('\t')}\n`;
      }
      yield text;
    }
  }
  await pipeline(
    Readable.from(rows()),
    owner.query(copyFrom('copy customers (enterprise_id, customer_id, name, number, email, data, search_text) from stdin')),
  );
  const memberRows = members.map((member) => `${enterpriseId}\t${member}\n`);
  await pipeline(
    Readable.from(memberRows),
    owner.query(copyFrom('copy customer_set_members (enterprise_id, set_id, customer_id) from stdin')),
  );
}

async function makeBook(owner: pg.Client, enterpriseId: string, token: string, count: number): Promise<Book> {
  const groupId = randomUUIDv7();
  const oldGroupId = randomUUIDv7();
  await owner.query(
    "insert into customer_sets (enterprise_id, set_id, kind, name) values ($1, $2, 'group', 'Tenth'), ($1, $3, 'group', 'Oldest')",
    [enterpriseId, groupId, oldGroupId],
  );
  for (const [index, name] of attributeNames.entries())
    await owner.query(
      `insert into attributes (enterprise_id, attribute_id, slot, field_name, field_label, help_text, is_mandatory, field_type, input_type, position)
       values ($1, $2, $3::int, $4, $4, $4, false, 'text', 'alphanumeric', $3::int)`,
      [enterpriseId, randomUUIDv7(), index + 1, name],
    );
  await fill(owner, enterpriseId, [groupId, oldGroupId], count);
  return { enterpriseId, groupId, oldGroupId, token, count };
}

async function get(world: World, token: string, url: string): Promise<unknown> {
  const answer = await fetch(`${world.running.url}${url}`, { headers: { 'authentication-token': token } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const questions: [name: string, query: (book: Book, turn: number) => string][] = [
  ['first page', () => ''],
  ['page of a group', ({ groupId }) => `groups=${groupId}`],
  ['search, a name like nobody else', ({ count }, turn) => `search=zyx${17 + 5000 * (turn % Math.min(2, count / 5000))}`],
  ['search, part of a number', ({ count }, turn) => `search=${person((turn * 7919) % count).number.slice(4, 11)}`],
  ['search, a name of one in sixteen', (_book, turn) => `search=${['kumar', 'iyer', 'nowak', 'okaf', 'berg'][turn % 5]}`],
  ['search, two parts of a name', (_book, turn) => `search=${['ash rao', 'vera nai', 'dev meh', 'iman shah', 'tara bos'][turn % 5]}`],
  ['search of two letters', (_book, turn) => `search=${['ka', 'me', 'so', 'be', 'ra'][turn % 5]}`],
  ['search within a group', ({ groupId }, turn) => `groups=${groupId}&search=${['kumar', 'iyer', 'nowak'][turn % 3]}`],
];

const filtered = (match: 'all' | 'any', ...conditions: [field: string, operator: string, value: string][]) =>
  `conditions=${encodeURIComponent(
    JSON.stringify({
      match: 'all',
      clauses: [{ match, conditions: conditions.map(([field, operator, value]) => ({ field, operator, values: [value] })) }],
    }),
  )}`;
const rareName = (count: number, turn: number) => `zyx${17 + 5000 * (turn % Math.min(2, count / 5000))}`;

const filters: typeof questions = [
  ['filter, a name like nobody else', ({ count }, turn) => filtered('all', ['name', 'contains', rareName(count, turn)])],
  ['filter, a name of one in sixteen', (_book, turn) => filtered('all', ['name', 'contains', ['kumar', 'iyer', 'nowak'][turn % 3] ?? ''])],
  ['filter, a group', ({ groupId }) => filtered('all', ['groups', 'anyOf', groupId])],
  [
    'filter, a name in a group',
    ({ groupId }, turn) => filtered('all', ['groups', 'anyOf', groupId], ['name', 'contains', ['kumar', 'iyer'][turn % 2] ?? '']),
  ],
  [
    'filter, a name in a group of the oldest',
    ({ oldGroupId }, turn) => filtered('all', ['groups', 'anyOf', oldGroupId], ['name', 'contains', ['kumar', 'iyer'][turn % 2] ?? '']),
  ],
];

/** Pages of a large phone book against those of a small one, and an export against COPY. */
export async function benchPhoneBook(): Promise<Figure[]> {
  const world = await startWorld();
  const owner = new pg.Client(world.connection);
  await owner.connect();
  const other = randomUUIDv7();
  const context = enterpriseContext(world.running.deps, other);
  await context.transaction((tx) => createEnterprise(tx, other, { name: 'Small' }));
  const large = await makeBook(owner, world.enterpriseId, (await world.makeAgent([1])).token, rowCount);
  const small = await makeBook(owner, other, (await world.makeAgentOf(context, [1])).token, smallCount);
  await owner.query('select tidy_customers()');
  await owner.query('checkpoint');
  const figures: Figure[] = [];
  for (const [name, query] of [...questions, ...filters]) {
    const times: Record<'large' | 'small', number[]> = { large: [], small: [] };
    for (let turn = 0; turn < calls; turn += 1) {
      for (const [size, book] of [
        ['small', small],
        ['large', large],
      ] as const) {
        const url = `${phoneBook.list.path}?${query(book, turn)}`;
        const started = performance.now();
        await get(world, book.token, url);
        // The first calls plan the statement and fill the caches, of both.
        if (turn >= 10) times[size].push(performance.now() - started);
      }
    }
    const ratio = median(times.large) / median(times.small);
    const told = (ms: number[]) => `${median(ms).toFixed(2)} ms`;
    figures.push({
      name: `phone book of ${rowCount.toLocaleString('en')}: ${name}`,
      ours: told(times.large),
      reference: `${told(times.small)}, of ${smallCount.toLocaleString('en')}`,
      ratio,
      goal: 'at most 2',
      isMet: ratio <= 2,
    });
  }
  if (process.env.BENCH_PLANS) await printPlans(owner, large);
  figures.push(await measureCount(world, large));
  figures.push(await measureExport(world, owner, large));
  await owner.end();
  await world.stop();
  return figures;
}

/** A count up to its bound costs the same, however many match: against one that counts them all. */
async function measureCount(world: World, { token, count }: Book): Promise<Figure> {
  const measure = async (body: object) => {
    const times: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const started = performance.now();
      const answer = await fetch(`${world.running.url}${phoneBook.count.path}`, {
        method: 'POST',
        headers: { 'authentication-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ selection: { filter: {} }, ...body }),
      });
      if (!answer.ok) throw new Error(`Counting: ${answer.status}`);
      await answer.json();
      times.push(performance.now() - started);
    }
    return median(times);
  };
  const [bounded, whole] = [await measure({ upTo: mostCounted }), await measure({})];
  return {
    name: `count of ${count.toLocaleString('en')} up to ${mostCounted.toLocaleString('en')}`,
    ours: `${bounded.toFixed(2)} ms`,
    reference: `${whole.toFixed(2)} ms, all counted`,
    ratio: bounded / whole,
    goal: 'at most 0.2',
    isMet: bounded / whole <= 0.2,
  };
}

/** The plans behind the figures, for docs/plans. */
async function printPlans(owner: pg.Client, { enterpriseId, groupId, oldGroupId }: Book): Promise<void> {
  const plan = async (title: string, text: string) => {
    const { rows } = await owner.query(`explain (analyze, costs off, buffers, summary off) ${text}`);
    console.error(`\n-- ${title}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  };
  const own = `c.enterprise_id = '${enterpriseId}' and c.deleted_at is null`;
  await plan('first page', `select c.customer_id from customers c where ${own} order by c.customer_id desc limit 11`);
  await plan(
    'page of a group',
    `select m.customer_id from customer_set_members m where m.enterprise_id = '${enterpriseId}' and m.set_id = '${groupId}' order by m.customer_id desc limit 11`,
  );
  await plan(
    'filter, a name in a group of the oldest',
    `select found.customer_id from (select s.customer_id from (select m.customer_id from customer_set_members m
        where m.enterprise_id = '${enterpriseId}' and m.set_id = '${oldGroupId}') s order by s.customer_id desc offset 0) found
      cross join lateral (select from customers c where c.customer_id = found.customer_id and ${own} and lower(c.name) like '%kumar%' offset 0) kept
      order by found.customer_id desc limit 11`,
  );
  for (const [title, words] of [
    ['search, a name like nobody else', ['zyx5017']],
    ['search, a name of one in sixteen', ['kumar']],
    ['search, two parts of a name', ['ash', 'rao']],
  ] as const)
    await plan(
      title,
      `select c.customer_id from customers c where ${own} ${words.map((word) => `and c.search_text like '%${word}%'`).join(' ')} order by c.customer_id desc limit 11`,
    );
}

async function measureExport(world: World, owner: pg.Client, book: Book): Promise<Figure> {
  const headers = { 'authentication-token': book.token, 'content-type': 'application/json' };
  const started = performance.now();
  const begun = await fetch(`${world.running.url}${phoneBook.startBulk.path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ action: 'export', selection: { filter: {} } }),
  });
  const { data } = (await begun.json()) as { data: { bulkJob: BulkJob } };
  let job = data.bulkJob;
  while (job.state === 'waiting' || job.state === 'running') {
    await sleep(100);
    const answer = (await get(world, book.token, phoneBook.getBulk.path.replace(':bulkId', job.id))) as { data: { bulkJob: BulkJob } };
    job = answer.data.bulkJob;
  }
  const ours = performance.now() - started;
  if (job.state !== 'completed' || job.done !== book.count) throw new Error(`The export ended ${JSON.stringify(job)}`);
  const columns = [1, 2, 3, 4, 5, 6].map((slot) => `data ->> '${slot}'`).join(', ');
  const social = ['whatsAppNumber', 'facebookId', 'instaId', 'twitterId', 'language', 'timeZone']
    .map((key) => `profile ->> '${key}'`)
    .join(', ');
  const before = performance.now();
  await pipeline(
    owner.query(
      copyTo(
        `copy (select number, name, email, ${social}, ${columns} from customers where enterprise_id = '${book.enterpriseId}' order by customer_id) to stdout with (format csv, header, force_quote *)`,
      ),
    ),
    createWriteStream(path.join(world.folder, 'export.csv')),
  );
  const reference = performance.now() - before;
  const told = (ms: number) => `${Math.round(book.count / (ms / 1000)).toLocaleString('en')} rows/s (${(ms / 1000).toFixed(1)} s)`;
  const ratio = reference / ours;
  return {
    name: `export of ${book.count.toLocaleString('en')} customers with six attributes`,
    ours: told(ours),
    reference: `COPY TO ${told(reference)}`,
    ratio,
    goal: 'at least 0.5',
    isMet: ratio >= 0.5,
  };
}
