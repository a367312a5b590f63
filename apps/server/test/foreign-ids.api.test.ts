import { randomBytes } from 'node:crypto';
import { type Endpoint, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { fillEnterprise } from './filled-enterprise.ts';
import { isId, kindOf, lastName } from './id-kinds.ts';
import { allEndpoints, type Field, listFields, type Sample, sampleOf, urlOf, withValue } from './samples.ts';

/** Ids in bodies: what another enterprise has is refused or ignored, and stands in no row of the caller's enterprise afterwards. */
const app = await startApp({ config: { requestsPerMinute: 1_000_000 } });

type Ids = Record<string, string>;
let me: { owner: TestUser; ids: Ids };
let others: Ids;

const asValue = (field: Field, id: string) => (/^(path|url|resourceUrl)$/.test(lastName(field)) ? `/e/enterprise/files/${id}` : id);

const bodies = allEndpoints.flatMap(([name, endpoint]) => {
  const fields = listFields(endpoint).filter((field) => field.part === 'body' && isId(field));
  return endpoint.access === 'public' || fields.length === 0 ? [] : [[name, endpoint, fields] as const];
});

function send(endpoint: Endpoint, request: Sample) {
  const method = endpoint.method.toLowerCase() as 'post' | 'put' | 'delete';
  return app.as(me.owner)[method](urlOf(endpoint, request), request.body as object);
}

/** The rows of the caller's enterprise that hold any of these texts, in any column. */
async function rowsWith(texts: readonly string[]): Promise<string[]> {
  const ctx = app.contextOf(me.owner);
  const { rows: tables } = await sql<{
    name: string;
  }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'enterprise_id')
      and has_table_privilege(c.oid, 'select')`.execute(app.deps.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await ctx.read((tx) =>
      sql<{ row: string }>`select t::text as row from ${sql.table(name)} t
        where enterprise_id = ${me.owner.enterpriseId} and t::text like any(${texts.map((text) => `%${text}%`)}::text[])`.execute(tx),
    );
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`));
  }
  return found;
}

beforeAll(async () => {
  const marker = () => `m-${randomBytes(5).toString('hex')}`;
  [me, { ids: others }] = await Promise.all([fillEnterprise(app, marker()), fillEnterprise(app, marker())]);
});

test('every id that a body may name is of a known kind', () => {
  const unknown = bodies.flatMap(([name, , fields]) =>
    fields
      .filter((field) => field.schema.format === 'uuid' && kindOf(name.split('.')[0] ?? '', field) === undefined)
      .map((field) => `${name} ${field.path.join('.')}`),
  );
  expect(unknown).toEqual([]);
});

test('ids of another enterprise in bodies are stored nowhere', async () => {
  const foreign = Object.entries(others).flatMap(([kind, id]) => (kind === 'role' ? [] : [id]));
  expect(await rowsWith(foreign)).toEqual([]);
  const taken: string[] = [];
  for (const [name, endpoint, fields] of bodies) {
    const noun = name.split('.')[0] ?? '';
    const own = (field: Field) => me.ids[kindOf(noun, field) ?? ''] ?? '';
    const params = Object.fromEntries(
      listFields(endpoint)
        .filter(({ part }) => part === 'params')
        .map((field) => [lastName(field), own(field) || sampleOf(endpoint).params[lastName(field)]]),
    );
    const base = fields.reduce((request, field) => withValue(request, 'body', field.path, asValue(field, own(field))), {
      ...sampleOf(endpoint),
      params,
    } as Sample);
    // Records of the caller's own where the body may leave them out: alone, the foreign one is what decides.
    const bare = fields.reduce((request, field) => withValue(request, 'body', field.path, field.path.at(-1) === 0 ? own(field) : ''), base);
    for (const field of fields) {
      const kind = kindOf(noun, field);
      const id = kind ? (others[kind] as string) : (others.customer as string);
      for (const start of [base, bare]) {
        const answer = await send(endpoint, withValue(start, 'body', field.path, asValue(field, id)));
        expect(answer.statusCode).toBeLessThan(500);
        if (answer.statusCode < 300) taken.push(`${name} ${field.path.join('.')}`);
      }
    }
  }
  // Turned down or left out: what was taken holds nothing of the other enterprise.
  expect(await rowsWith(foreign)).toEqual([]);
  expect(taken.length).toBeLessThan(bodies.length * 2);
});

test('a channel is answered by a bot of its enterprise, and a rule names intents of its bot', async () => {
  const client = app.as(me.owner);
  const web = (botId: string) => ({
    name: 'Shop',
    type: 12,
    isActive: true,
    data: { allowedDomains: [], title: 'T', greeting: 'G', colour: '#1f6f78', entry: 'bot', botId },
  });
  expect((await client.post(endpoints.channels.create.path, web(others.bot ?? ''))).json()).toMatchObject({ code: 'bot.not_found' });
  const made = (await client.post(endpoints.channels.create.path, web(me.ids.bot ?? ''))).json().response;
  const path = endpoints.channels.update.path.replace(':channelId', made.id);
  const change = { ...web(others.bot ?? ''), version: made.version, confirm: true };
  expect((await client.put(path, change)).json()).toMatchObject({ code: 'bot.not_found' });
  expect((await client.put(path, { ...change, data: web(me.ids.bot ?? '').data })).json()).toMatchObject({ status: true });
  const rules = endpoints.insights.saveRule.path.replace(':agentId', me.ids.bot ?? '');
  expect((await client.post(rules, { name: 'Odd', intents: ['of nobody'] })).json()).toMatchObject({ code: 'intent.not_found' });
});
