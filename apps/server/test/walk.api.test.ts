import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { builtInRoles, channelTypes, type Endpoint, ErrorEnvelope, endpoints, errorCatalog } from '@parley/contract';
import type { Response } from 'light-my-request';
import { beforeAll, expect, test } from 'vitest';
import { effectivePermissions } from '../src/modules/access/access.rules.ts';
import { type Client, startApp } from './app.ts';
import { createBots, shopIntents } from './bots.ts';
import type { TestUser } from './factories.ts';
import { createPhoneBook } from './phone-book.ts';
import { allEndpoints, listFields, type Sample, sampleOf, urlOf, withValue } from './samples.ts';
import { openVisitor } from './sockets.ts';
import { createTemplates } from './templates.ts';
import { pngUpload } from './upload.ts';

const app = await startApp();
const { as, stranger, makeUser, makeSession, deps } = app;

type Walked = readonly [name: string, endpoint: Endpoint];
const closed = allEndpoints.filter(([, endpoint]) => endpoint.access !== 'public');
const withBody = allEndpoints.filter(([, endpoint]) => endpoint.body);

/** The second enterprise: everything in it carries the marker, and none of it may be met from the first. */
const marker = `secret-${randomBytes(6).toString('hex')}`;
let admin: TestUser;
let foreignIds: Record<string, string>;

function send(client: Client, endpoint: Endpoint, request: Sample, headers: Record<string, string> = {}): Promise<Response> {
  const url = urlOf(endpoint, request);
  if (endpoint.method === 'GET') return client.get(url, { headers });
  const method = endpoint.method.toLowerCase() as 'post' | 'put' | 'delete';
  return client[method](url, request.body as object | undefined, { headers });
}

/** A caller of the endpoint's kind whose limits are not used up: sessions and addresses are counted, so neither is used long. */
async function callerOf(endpoint: Endpoint): Promise<Client> {
  return endpoint.access === 'public' ? stranger() : as(await makeSession(admin));
}

/** A refusal is an envelope of the catalogue, with the status that belongs to its code, and tells nothing else. */
function expectRefusal(answer: Response): ErrorEnvelope {
  const envelope = ErrorEnvelope.strict().parse(answer.json());
  expect(Object.keys(errorCatalog)).toContain(envelope.code);
  const known = errorCatalog[envelope.code as keyof typeof errorCatalog];
  expect(answer.statusCode).toBe(known.status);
  known.data.parse(envelope.data);
  expect(answer.body).not.toMatch(/node_modules|\/src\/|select [^"]* from |insert into|violates|syntax error/i);
  return envelope;
}

/** Whatever is sent: never a failure of ours, and a refusal as it should be. */
function expectOrderly(answer: Response): void {
  expect(answer.statusCode).toBeLessThan(500);
  if (answer.statusCode >= 400) expectRefusal(answer);
}

async function fillForeignEnterprise(): Promise<Record<string, string>> {
  const owner = await makeUser({
    name: `${marker} owner`,
    email: `${marker}@example.com`,
    enterprise: await app.makeEnterprise({ name: `${marker} Ltd` }),
  });
  const client = as(owner);
  const role = (await client.put(endpoints.roles.saveRole.path, { name: `${marker} role`, permissions: ['CHAT.HANDLE'] })).json().data;
  const file = (await client.post(endpoints.files.upload.path, ...(await pngUpload(`${marker}.png`)))).json().response;
  const branding = (await client.get(endpoints.branding.get.path)).json().data;
  const draft = { ...branding.draft, info: { title: marker, supportContact: '' } };
  await client.put(endpoints.branding.saveDraft.path, { host: `${marker}.example.com`, draft, version: 0 });
  const published = (await client.post(endpoints.branding.publish.path, {})).json().data;
  const [notification] = (await client.get(endpoints.notifications.list.path)).json().data.notifications;
  const channel = (
    await client.post(endpoints.channels.create.path, {
      name: `${marker} channel`,
      type: channelTypes.WEB,
      isActive: true,
      data: { allowedDomains: ['127.0.0.1'], title: marker, greeting: marker, colour: '#1f6f78', entry: 'queue' },
    })
  ).json().response;
  const visitor = await openVisitor(app.url, channel.widgetKey);
  const { chatId } = await visitor.say(`${marker} message`);
  visitor.close();
  const customer = await app
    .contextOf(owner)
    .transaction((tx) =>
      tx.selectFrom('customers').select('customerId').where('enterpriseId', '=', owner.enterpriseId).executeTakeFirstOrThrow(),
    );
  const book = createPhoneBook(app);
  const attribute = await book.makeAttribute(owner, 'secret', { fieldLabel: marker });
  const [group, label] = [await book.makeGroup(owner, `${marker} group`), await book.makeLabel(owner, `${marker} label`)];
  const filter = (
    await client.post(endpoints.phoneBook.saveFilter.path, { name: marker, conditions: [{ field: 'name', operator: 'is', value: marker }] })
  ).json().data;
  const bulk = (await client.post(endpoints.phoneBook.startBulk.path, { action: 'export', selection: { filter: {} } })).json().data;
  const upload = await book.importCsv(owner, `Name,Phone Number\nAsha,+919820000001\n${marker},12\n`, { mappingName: marker });
  const builder = createBots(app);
  const bot = await builder.makeBot(owner, `${marker} bot`);
  const story = await builder.makeStory(owner, bot.id, `${marker} story`);
  const [shop] = shopIntents as [(typeof shopIntents)[0]];
  const intent = await builder.makeIntent(owner, bot.id, story, { ...shop, name: `${marker} intent`, response: marker });
  const entity = await builder.makeEntity(owner, bot.id, `${marker} entity`, { [marker]: [marker] });
  const integration = (
    await client.post(endpoints.integrations.create.path, { name: `${marker} configuration`, authType: 5, llm: 1, apikey: `${marker}-key` })
  ).json().response._id;
  const note = (await client.post(`/chatbird/api/nlp/agent/${bot.id}/knowledge`, { title: marker, text: `${marker} text` })).json().data.id;
  const trained = await builder.train(owner, bot.id);
  const { sessionId } = await builder.talk(owner, bot.id)(`${marker} question`);
  const turn = await app
    .contextOf(owner)
    .transaction((tx) => tx.selectFrom('botTurns').select('turnId').where('sessionId', '=', sessionId).executeTakeFirstOrThrow());
  const test = (await client.post(`/chatbird/api/nlp/agent/${bot.id}/tests`, { name: marker, turns: [{ say: marker }] })).json().data.id;
  const rule = (await client.post(`/chatbird/api/nlp/agent/${bot.id}/classification`, { name: marker, words: [marker] })).json().data.id;
  const bucket = (await client.post(endpoints.artifacts.createBucket.path, { name: `${marker} bucket`, isPublic: true })).json().data.id;
  const attachment = { isPublic: true, bucketId: bucket, data: { type: 'IMAGE', fileId: file.id, name: marker } };
  const artifact = (await client.post(endpoints.artifacts.create.path, attachment)).json().response;
  const blocked = (await client.post(endpoints.blacklist.create.path, { numbers: ['+919820000009'], reason: marker })).json().data;
  const sending = createTemplates(app);
  const sender = await sending.makeSendingChannel(owner, { name: `${marker} sender` });
  const components = [{ type: 'BODY', text: `Hi {{1}}, ${marker} is ready.`, samples: { 1: marker } }];
  const template = await sending.makeTemplate(owner, sender, { name: 'secret_template', components });
  return {
    bucket,
    artifact: artifact._id,
    artifactFile: artifact.data.fileId,
    blacklistEntry: blocked.blacklist[0].id,
    sender,
    template: template.id,
    bot: bot.id,
    story,
    intent: intent.id,
    entity: entity.id,
    integration,
    note,
    training: trained.id,
    trainedVersion: trained.versionId ?? '',
    botSession: sessionId,
    turn: turn.turnId,
    test,
    rule,
    attribute: attribute._id,
    group,
    label,
    filter: filter.filter.id,
    bulk: bulk.bulkJob.id,
    upload: upload.uploadId,
    user: owner.userId,
    session: owner.sessionId,
    enterprise: owner.enterpriseId,
    role: String(role.code),
    file: file.id,
    version: published.versions[0].id,
    notification: notification.id,
    channel: channel.id,
    chat: String(chatId),
    customer: customer.customerId,
  };
}

beforeAll(async () => {
  admin = await makeUser();
  foreignIds = await fillForeignEnterprise();
}, 30_000);

test('the document lists every call of the contract and no other', async () => {
  const { paths } = (await stranger().get('/docs/json')).json() as { paths: Record<string, Record<string, unknown>> };
  const trim = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''));
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${trim(path)}`),
  );
  const wanted = allEndpoints.map(([, { method, path }]) => `${method} ${trim(path.replace(/:(\w+)/g, '{$1}'))}`);
  expect(listed.sort()).toEqual(wanted.sort());
});

test('no two calls of the contract share method and path', () => {
  const calls = allEndpoints.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(calls).size).toBe(calls.length);
});

test.each(allEndpoints)('%s can be asked for as the walk asks', (_name, endpoint) => {
  const request = sampleOf(endpoint);
  for (const part of ['params', 'query', 'body'] as const) endpoint[part]?.parse(request[part]);
});

test.each(closed)('AUTH-076 %s needs a session, whatever is sent', async (_name, endpoint) => {
  for (const token of [undefined, '', 'a'.repeat(43), "' or '1'='1"]) {
    const answer = await send(stranger(), endpoint, sampleOf(endpoint), token === undefined ? {} : { 'authentication-token': token });
    expect(answer.statusCode).toBe(401);
    expect(expectRefusal(answer)).toMatchObject({ code: 'login_required', login_required: true, message: 'Session Expired! Please login' });
  }
});

test.each(builtInRoles)(
  'RBAC-002 SHELL-079 MENU-047 the role $name is refused by 1403 exactly where the contract says',
  async ({ code }) => {
    const user = await makeUser({ enterprise: admin, roles: [code] });
    const held = effectivePermissions([code], [], deps.flags);
    const wrong: string[] = [];
    for (const [name, endpoint] of closed as Walked[]) {
      const client = as(await makeSession(user));
      const answer = await send(client, endpoint, sampleOf(endpoint));
      const mayCall =
        endpoint.access === 'session' || (Array.isArray(endpoint.access) && endpoint.access.some((permission) => held.has(permission)));
      const isRefused = answer.headers['content-type']?.toString().includes('json') === true && answer.json().code === '1403';
      if (isRefused === mayCall) wrong.push(`${name} ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      if (isRefused) expect(expectRefusal(answer).data).toEqual({ permissions: endpoint.access });
    }
    expect(wrong).toEqual([]);
  },
);

const byId = allEndpoints.filter(([, endpoint]) =>
  listFields(endpoint).some(({ part, schema }) => part === 'params' && schema.format === 'uuid'),
);
test.each(byId)('%s does not find what another enterprise has', async (_name, endpoint) => {
  // The same words as for an id that nobody has: what exists elsewhere must not be guessed from here.
  const nobody = await send(await callerOf(endpoint), endpoint, sampleOf(endpoint, randomUUIDv7));
  const { requestId: _other, ...absent } = expectRefusal(nobody);
  for (const [kind, id] of Object.entries(foreignIds)) {
    if (kind === 'role') continue;
    const answer = await send(
      await callerOf(endpoint),
      endpoint,
      sampleOf(endpoint, () => id),
    );
    expect([kind, answer.statusCode, answer.body.slice(0, 300)]).toEqual([kind, 404, expect.any(String)]);
    const { requestId: _one, ...refusal } = expectRefusal(answer);
    expect(refusal).toEqual(absent);
    expect(answer.body).not.toContain(marker);
  }
});

// Those that name a record in their path have been asked for each of these ids already.
test.each(allEndpoints.filter((one) => !byId.includes(one)))('%s leaks nothing of another enterprise', async (_name, endpoint) => {
  for (const id of Object.values(foreignIds)) {
    const answer = await send(
      await callerOf(endpoint),
      endpoint,
      sampleOf(endpoint, () => id),
    );
    expectOrderly(answer);
    expect(answer.body).not.toContain(marker);
  }
});

const nasty: unknown[] = [
  "'; drop table users; --",
  "' or '1'='1",
  '<img src=x onerror=alert(1)>',
  'a\u0000b',
  '%00%',
  'x'.repeat(100_000),
  '\ud800',
  '\u202e😀\ufffe',
  '../../../etc/passwd',
  '__proto__',
  '{{7*7}} <%= 7*7 %>',
  '',
  '-1',
  '1e309',
  '99999999999999999999',
  'NaN',
];
const nastyInBodies: unknown[] = [null, -1, 1e308, 2 ** 53, true, [], [[]], {}, { $ne: 1 }, ['a', 'b']];

test.each(allEndpoints)('%s takes anything in any field without failing', { timeout: 60_000 }, async (_name, endpoint) => {
  // What is versioned takes one save of a version, so each try has an enterprise of its own.
  const isVersioned = listFields(endpoint).some(({ part, path }) => part === 'body' && path[0] === 'version');
  const request = sampleOf(endpoint);
  let client = await callerOf(endpoint);
  let count = 0;
  for (const [place, { part, path }] of listFields(endpoint).entries()) {
    // Each field meets every fourth value, its neighbours the others: all of them at once would take minutes.
    const values = (part === 'body' ? [...nasty, ...nastyInBodies] : nasty).filter((_value, index) => (index + place) % 4 === 0);
    for (const value of values) {
      if (part === 'params' && String(value).length > 300) continue;
      if (part !== 'body' && value === '\ud800') continue;
      if (isVersioned) client = as(await makeUser());
      else if (count++ % 8 === 0) client = await callerOf(endpoint);
      const answer = await send(client, endpoint, withValue(request, part, path, value));
      if (answer.statusCode >= 500)
        throw new Error(`${part}.${path.join('.')} = ${JSON.stringify(value).slice(0, 60)}: ${answer.statusCode} ${answer.body}`);
      expectOrderly(answer);
    }
  }
});

test.each(withBody)('%s drops fields that it does not know', async (_name, endpoint) => {
  const request = sampleOf(endpoint);
  const more = { isAdministrator: true, enterpriseId: foreignIds.enterprise, unheardOf: marker, constructor: 1, __v: 1 };
  const answer = await send(await callerOf(endpoint), endpoint, { ...request, body: { ...(request.body as object), ...more } });
  expectOrderly(answer);
  expect(answer.body).not.toContain(marker);
  expect(answer.body).not.toContain('unheardOf');
});

test.each(withBody)('%s refuses bodies that it cannot read', async (_name, endpoint) => {
  const url = urlOf(endpoint, sampleOf(endpoint));
  const method = endpoint.method.toLowerCase() as 'post' | 'put';
  const raw = async (body: string | Buffer, type: string) => {
    const answer = await (await callerOf(endpoint))[method](url, body, { headers: { 'content-type': type } });
    return { status: answer.statusCode, code: expectRefusal(answer).code };
  };
  const malformed = { status: 400, code: 'request.malformed' };
  expect(await raw('{"a":', 'application/json')).toEqual(malformed);
  expect(await raw('{"__proto__": {"x": 1}}', 'application/json')).toEqual(malformed);
  expect(await raw('', 'application/json')).toEqual(malformed);
  for (const body of ['null', '[]', '"text"', '5', '['.repeat(5000) + ']'.repeat(5000)])
    expect((await raw(body, 'application/json')).status).toBe(400);
  for (const type of ['text/xml', 'application/octet-stream', 'application/x-yaml']) {
    expect(await raw('<a/>', type)).toEqual({ status: 415, code: 'request.type_unsupported' });
  }
  expect(await raw(`{"a":"${'x'.repeat(1_100_000)}"}`, 'application/json')).toEqual({ status: 413, code: 'request.too_large' });
  expect(await raw(`a=${'x'.repeat(1_100_000)}`, 'application/x-www-form-urlencoded')).toEqual({ status: 413, code: 'request.too_large' });
});

test.each(withBody)('SHELL-066 %s reads a form as it reads JSON, and survives a broken one', async (_name, endpoint) => {
  const request = sampleOf(endpoint);
  const url = urlOf(endpoint, request);
  const method = endpoint.method.toLowerCase() as 'post' | 'put';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const flat = new URLSearchParams();
  for (const [key, value] of Object.entries(request.body as object))
    flat.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  for (const body of [flat.toString(), '%%%=%zz&&&=&a[b][c]=d', '=', 'a'.repeat(10_000), '__proto__=1&constructor=2']) {
    const answer = await (await callerOf(endpoint))[method](url, body, { headers });
    expectOrderly(answer);
    expect(answer.statusCode).not.toBe(415);
  }
});

test('limits are kept by address for strangers, whatever token they make up', async () => {
  const { path, perMinute } = endpoints.account.recover;
  const attacker = stranger();
  const call = () =>
    attacker.post(path, { emailId: 'nobody@example.com' }, { headers: { 'authentication-token': randomBytes(32).toString('hex') } });
  for (let count = 0; count < perMinute; count += 1) expect((await call()).statusCode).toBe(200);
  const refused = await call();
  expect(refused.statusCode).toBe(429);
  const { data } = expectRefusal(refused);
  expect(Number(refused.headers['retry-after'])).toBe(data.retryAfterSeconds);
  expect((await stranger().post(path, { emailId: 'nobody@example.com' })).statusCode).toBe(200);
});
