import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { authTypes, endpoints } from '@parley/contract';
import { webhookEventTypes } from '@parley/contract/integration/webhook-states';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { startApp } from './app.ts';
import { createBots } from './bots.ts';
import { ask, createStreamScenes, en, end, makeStream, say, texts } from './journeys.ts';
import { freePort } from './ports.ts';
import { createScenes, makeWebChannel } from './scene.ts';
import { createVendorScenes, startVendors } from './vendors.ts';

/** A service of the enterprise that answers with what it was told, and its own systems that hear of everything. */
const told: string[] = [];
let meanwhile = async (): Promise<void> => undefined;
const service = createServer((request, reply) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  const answer = () => {
    const status = request.url === '/broken' ? 500 : 200;
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ echo: body }));
  };
  request.on('end', () => {
    told.push(`${request.url} ${body}`);
    if (request.url === '/echo') meanwhile().then(answer, (error: Error) => reply.destroy(error));
    else answer();
  });
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
const house = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, privateHosts: ['127.0.0.1'] } });
const { as } = app;
const { makeScene, publish, phoneOf, becomes, walksOf } = createStreamScenes(app, vendors);
const { visit } = createScenes(app);
const { hearWhatsApp } = createVendorScenes(app, vendors);

/** All log lines of the program, at its most talkative. */
const logged: string[] = [];
const { log } = app.deps as { log: pino.Logger };
log.level = 'trace';
Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => logged.push(line) } });

const { databaseUrl, dataDir } = app.deps.config;
const client = new pg.Client({ connectionString: databaseUrl as string });
await client.connect();
afterAll(() => client.end());

/** The spellings of a canary in texts and JSON, in bytes, and in base64 at each of its three alignments. */
function spellings(canary: string): string[] {
  const bytes = Buffer.from(canary);
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(Math.ceil((shift * 4) / 3), -4),
  );
  return [canary, bytes.toString('hex'), ...inBase64];
}

/** Each column of the database, each file and each line of the log in which one of these can be read. */
async function hunt(...canaries: string[]): Promise<string[]> {
  const wanted = canaries.flatMap(spellings).map((one) => `%${one}%`);
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'tsvector')
       and not exists (select from pg_inherits where inhrelid = format('public.%I', c.table_name)::regclass) order by 1, 2`,
  );
  expect(columns.length).toBeGreaterThan(500);
  const found: string[] = [];
  for (const [table, ofTable] of Map.groupBy(columns, (one) => one.table)) {
    const looks = ofTable.map(({ column }) => `bool_or(coalesce("${column}"::text like any($1), false)) as "${column}"`);
    const { rows } = await client.query<Record<string, boolean | null>>(`select ${looks.join(', ')} from "${table}"`, [wanted]);
    found.push(...Object.entries(rows[0] ?? {}).flatMap(([column, is]) => (is ? [`${table}.${column}`] : [])));
  }
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && canaries.some((canary) => readFileSync(file).includes(canary))) found.push(file);
  }
  return [...found, ...logged.filter((line) => canaries.some((canary) => line.includes(canary)))];
}

const variables = [
  { name: 'card', type: 'Text', isSensitive: true },
  ...texts('copy', 'back', 'echo', 'known'),
  { name: 'rows', type: 'List' },
];
const cardQuestion = (to: Record<string, string>) => ({
  type: 'input.text',
  config: { text: en('Your card?'), asking: { variable: 'card' }, pattern: '[0-9]{16}' },
  to,
});

test('an answer to a sensitive question, and whatever is made of it, can be read in no column, file, log line, webhook or call', async () => {
  const [card, wrong] = ['4916338506082832', '49163385O6O8'];
  const scene = await makeScene();
  const { admin, hookUrl } = scene;
  const hooked = await as(admin).post(endpoints.webhooks.create.path, {
    name: 'All',
    url: `${house}/hook`,
    events: [...webhookEventTypes],
  });
  expect(hooked.json()).toMatchObject({ status: true });
  const saved = await as(admin).post(endpoints.integrations.create.path, {
    authType: authTypes.database,
    name: 'Orders',
    host: '127.0.0.1',
    port: await freePort(),
    database: 'shop',
    user: 'shop',
    password: 'Shop-secret-1',
    isTlsRequired: false,
    isReadOnly: false,
  });
  const departmentId = (await as(admin).post(endpoints.departments.create.path, { name: 'Help' })).json().data.id;
  const bots = createBots(app);
  const { id: botId } = await bots.makeBot(admin, 'Helper');
  const source = (
    await as(admin).post(endpoints.knowledge.addNote.path.replace(':agentId', botId), {
      title: 'Cards',
      text: 'A card has sixteen digits.',
    })
  ).json().data.id;
  const insideId = await publish(
    scene,
    'inside',
    makeStream(
      {
        set00001: { type: 'data.set', config: { assignments: [{ variable: 'made', value: '"no " + number' }] }, to: { next: 'end00001' } },
        end00001: end(),
      },
      { variables: [{ name: 'number', type: 'Text', default: '""' }, ...texts('made')] },
    ),
  );
  const http = (where: string, to: Record<string, string>) => ({
    type: 'data.http',
    name: 'Bank',
    config: {
      method: 'POST',
      address: `${house}${where}`,
      body: { kind: 'json', text: '{"c": "{{ copy }}"}' },
      picks: [{ path: 'echo', variable: 'echo' }],
    },
    to,
  });
  await publish(
    scene,
    'pay',
    makeStream(
      {
        card0001: cardQuestion({ ok: 'sub00001', invalid: 'end00001' }),
        sub00001: {
          type: 'logic.stream',
          config: { stream: { ref: 'stream', id: insideId }, given: { number: 'card' }, taken: { back: 'made' } },
          to: { done: 'set00001', ended: 'end00001', error: 'end00001' },
        },
        set00001: {
          type: 'data.set',
          config: { assignments: [{ variable: 'copy', value: 'back + last.text' }] },
          to: { next: 'fail0001' },
        },
        fail0001: http('/broken', { ok: 'end00001', unknown: 'end00001', error: 'echo0001' }),
        echo0001: http('/echo', { ok: 'query001', unknown: 'end00001', error: 'end00001' }),
        query001: {
          type: 'data.query',
          config: {
            integration: { ref: 'integration', id: saved.json().response._id },
            statement: 'select note from orders where card = ?',
            parameters: ['card'],
            variable: 'rows',
          },
          to: { rows: 'end00001', none: 'end00001', error: 'know0001' },
        },
        know0001: {
          type: 'talk.knowledge',
          config: { sources: [{ ref: 'knowledge', id: source }], question: 'copy', variable: 'known' },
          to: { answered: 'end00001', notFound: 'end00001', error: 'said0001' },
        },
        said0001: say('We have {{ echo }} for {{ card }}.', 'more0001'),
        more0001: ask('Anything else?', 'known', { ok: 'hand0001' }),
        hand0001: {
          type: 'talk.department',
          config: {
            department: { ref: 'department', id: departmentId },
            note: en('Has {{ echo }}.'),
            shows: ['card', 'copy', 'echo', 'known'],
          },
          to: {},
        },
        end00001: end(),
      },
      { variables },
    ),
  );
  // Hunted while the walk still goes: in the middle of a call, and where it waits for the next answer.
  let midway: string[] = ['not hunted'];
  meanwhile = async () => {
    meanwhile = async () => undefined;
    midway = await hunt(card, wrong);
  };
  const asha = phoneOf(scene, '+919876530001');
  await asha.say('pay');
  await asha.shownLast('Your card?');
  await asha.say(wrong);
  await asha.shows('Your card?', 'Your card?');
  expect(await hunt(wrong)).toEqual([]);
  await asha.say(card);
  await asha.shownLast('Anything else?');
  // It reached whom it was meant for.
  expect(told.filter((one) => one.startsWith('/echo'))).toEqual([`/echo {"c": "no ${card}${card}"}`]);
  expect((await asha.texts()).at(-2)).toContain(`for ${card}.`);
  expect(midway).toEqual([]);
  expect(await hunt(card, wrong)).toEqual([]);
  await asha.say('No, thanks');
  await becomes(scene, 'HANDED_OVER');
  await vi.waitFor(() => expect(told.some((one) => one.startsWith('/hook') && one.includes('No, thanks'))).toBe(true));
  expect(await hunt(card, wrong)).toEqual([]);
  expect(told.filter((one) => one.startsWith('/hook') && one.includes(card))).toEqual([]);
  // Other words for the answer, as the vendor tells that they were changed, are as little to be read.
  const written = (
    await client.query(
      "select number, message_key from chat_actions where message = '•••' and author_kind = 'customer' and enterprise_id = $1 order by number",
      [admin.enterpriseId],
    )
  ).rows;
  const better = '4916338506082840';
  const edit = { original_message_id: written.at(-1)?.message_key, message: { type: 'text', text: { body: better } } };
  await hearWhatsApp(hookUrl, '919876530001', { id: 'wamid.edit-1', type: 'edit', edit });
  const edited = async () =>
    (await client.query("select detail from chat_actions where enterprise_id = $1 and detail ? 'edited'", [admin.enterpriseId])).rows;
  await vi.waitFor(async () => expect(await edited()).toMatchObject([{ detail: { edited: { was: '•••' } } }]));
  expect(await hunt(better)).toEqual([]);
  // People see the mask where the card was, and everything else.
  const [walk] = await walksOf(scene);
  const monitor = await as(admin).get(endpoints.journeyMonitor.get.path.replace(':instanceId', walk?.instanceId ?? ''));
  const chat = await as(admin).get(`/e/enterprise/chat/${walk?.chatId}?perPage=200`);
  for (const { payload } of [monitor, chat])
    expect([payload.includes('•••'), payload.includes(card), payload.includes(wrong)]).toEqual([true, false, false]);
  const entries = chat.json().data.messages as { message: string; detail: { note?: string; card?: object[] } }[];
  expect(entries.map(({ message }) => message).filter((message) => message !== '')).toEqual([
    'pay',
    'Your card?',
    '•••',
    'Your card?',
    '•••',
    'We have ••• for •••.',
    'Anything else?',
    'No, thanks',
    expect.stringContaining('A colleague'),
  ]);
  // The hunt finds what may be read, wherever that is.
  expect(await hunt('No, thanks')).toEqual(expect.arrayContaining(['chat_actions.message', 'raw_events.body', 'webhook_events.body']));
  expect(entries.find(({ detail }) => detail.note)?.detail).toMatchObject({
    note: 'Has •••.',
    card: [
      { name: 'card', value: '•••' },
      { name: 'copy', value: '•••' },
      { name: 'echo', value: '•••' },
      { name: 'known', value: 'No, thanks' },
    ],
  });
  expect(
    monitor.json().data.turns.flatMap(({ calls }: { calls: { kind: string; answer: string; error: string }[] }) => calls),
  ).toMatchObject([
    { kind: 'http', answer: '•••', error: 'The service answered 500.' },
    { kind: 'http', answer: '•••', error: '' },
    { kind: 'query', answer: '' },
    { kind: 'knowledge', answer: '' },
  ]);
}, 180_000);

test('a visitor of a website is shown the mask in place of the answer, as everybody is; a chosen row of a sensitive question tells as little', async () => {
  const card = '5425233430109903';
  const enterprise = await app.makeEnterprise();
  const admin = await app.makeUser({ enterprise });
  const { id: channelId, widgetKey } = await makeWebChannel(enterprise);
  // Rehearsed by nobody, a stream begins in the sandbox alone.
  await client.query("update channels set environment = 'sandbox' where channel_id = $1", [channelId]);
  const scene = { admin, channelId };
  const item = (id: string, title: string) => ({ id, title: en(title) });
  await publish(
    scene,
    'pay',
    makeStream(
      {
        card0001: cardQuestion({ ok: 'bank0001', invalid: 'end00001' }),
        bank0001: {
          type: 'input.choice',
          config: {
            text: en('Which bank?'),
            asking: { variable: 'bank' },
            options: { kind: 'fixed', items: [item('bank0011', 'First'), item('bank0012', 'Other')] },
          },
          to: { ok: 'more0001', invalid: 'end00001' },
        },
        more0001: ask('Anything else?', 'known', { ok: 'end00001' }),
        end00001: end('paid'),
      },
      { variables: [...variables, { name: 'bank', type: 'Text', isSensitive: true }] },
    ),
  );
  const visitor = await visit(widgetKey);
  const asked = async (text: string) => (await visitor.next('entry', ({ entry }) => entry.text.includes(text))).entry;
  await visitor.say('pay');
  await asked('Your card?');
  expect((await visitor.say(card)).entry.text).toBe('•••');
  const { choices } = await asked('Which bank?');
  const payload = choices?.items[0]?.id ?? '';
  visitor.tell('send', { key: 'press', text: 'First', payload });
  const { chatId, entry } = await visitor.next('accepted', ({ key }) => key === 'press');
  expect([payload.length > 0, entry.text]).toEqual([true, '•••']);
  await asked('Anything else?');
  expect((await visitor.say('No')).entry.text).toBe('No');
  await becomes(scene, 'COMPLETED paid');
  const { messages } = (await as(admin).get(`/e/enterprise/chat/${chatId}?perPage=200`)).json().data;
  const pressed = messages.find(({ key }: { key: string }) => key === 'press');
  expect([pressed.message, pressed.detail]).toEqual(['•••', { inbound: { kind: 'text' } }]);
  expect(await hunt(card)).toEqual([]);
});

test('an answer to a sensitive question is in no saved conversation, and the conversation still goes its way', async () => {
  const card = '4024007103939509';
  const scene = await makeScene();
  const { admin } = scene;
  const journeyId = await publish(
    scene,
    'pay',
    makeStream(
      {
        card0001: cardQuestion({ ok: 'said0001', invalid: 'end00001' }),
        said0001: say('Thank you for {{ card }}.', 'end00001'),
        end00001: end('paid'),
      },
      { variables },
    ),
  );
  const test = {
    id: 'test0001',
    name: 'Paid',
    turns: [{ kind: 'say', text: card }],
    expect: [
      { kind: 'message', after: 1, text: `Thank you for ${card}.` },
      { kind: 'end', after: 1, state: 'COMPLETED', outcome: 'paid' },
    ],
  };
  const { tests, saveTest, rehearse } = endpoints.journeys;
  const at = (where: string) => where.replace(':journeyId', journeyId).replace(':testId', 'test0001');
  const saved = await as(admin).put(at(saveTest.path), { test });
  expect([saved.statusCode, saved.body.includes(card)]).toEqual([200, false]);
  const listed = await as(admin).get(at(tests.path));
  expect(listed.json().data.tests).toMatchObject([{ test: { id: 'test0001' } }]);
  expect(listed.body).not.toContain(card);
  expect(await hunt(card)).toEqual([]);
  expect((await as(admin).post(at(rehearse.path))).json().data.tests).toMatchObject([{ name: 'Paid', isPassed: true, failures: [] }]);
});
