import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { builtInRoles, type Endpoint, ErrorEnvelope, endpoints, errorCatalog, z } from '@parley/contract';
import type { Response } from 'light-my-request';
import { beforeAll, expect, test } from 'vitest';
import { effectivePermissions } from '../src/domains/account/door.ts';
import { newId } from '../src/platform/ids.ts';
import { type Client, startApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { createFactors } from './factors.ts';
import { fillEnterprise } from './filled-enterprise.ts';
import { isId, kindOf, lastName, pathKinds } from './id-kinds.ts';
import { otherPaths, rowPaths, unbuiltPaths } from './row-paths.ts';
import { allEndpoints, listFields, type Part, type Sample, sampleOf, urlOf, withValue } from './samples.ts';

const app = await startApp();
const { as, stranger, makeUser, makeSession, deps } = app;

type AskedCall = readonly [name: string, endpoint: Endpoint];
const closed = allEndpoints.filter(([, endpoint]) => endpoint.access !== 'public');
const withBody = allEndpoints.filter(([, endpoint]) => endpoint.body);

const noSuchCall = 'The API has no such call.';

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

/** Limits the uses of one session: fewer than the limits of a minute allow, and than wrong passwords do. */
const callsOf = (endpoint: Endpoint) => (endpoint === endpoints.twoFactor.prove ? 4 : Math.min(endpoint.perMinute ?? 500, 500));
let kept: { client: Client; left: number; limited: Endpoint | undefined } | undefined;

/** A caller of the endpoint's kind whose limits are not used up. Those of an address are met sooner, and another address costs nothing. */
async function callerOf(endpoint: Endpoint): Promise<Client> {
  if (endpoint.access === 'public') return stranger();
  const limited = endpoint.perMinute === undefined ? undefined : endpoint;
  if (!kept || kept.left === 0 || kept.limited !== limited)
    kept = { client: as(await makeSession(admin)), left: callsOf(endpoint), limited };
  kept.left -= 1;
  return kept.client;
}

/** Sends as a caller whose session is open: some calls end it. */
async function ask(endpoint: Endpoint, request: Sample): Promise<Response> {
  const answer = await send(await callerOf(endpoint), endpoint, request);
  if (answer.statusCode !== 401 || endpoint.access === 'public') return answer;
  kept = undefined;
  return send(await callerOf(endpoint), endpoint, request);
}

// Made once: a schema that is made for each of 20,000 answers is also compiled for each.
const Refusal = ErrorEnvelope.strict();
const errorCodes = Object.keys(errorCatalog);

/** A refusal is an envelope of the catalogue, with the status that belongs to its code, and tells nothing else. */
function expectRefusal(answer: Response): ErrorEnvelope {
  const envelope = Refusal.parse(answer.json());
  expect(errorCodes).toContain(envelope.code);
  const known = errorCatalog[envelope.code as keyof typeof errorCatalog];
  expect(answer.statusCode).toBe(known.status);
  known.data.parse(envelope.data);
  expect(answer.body).not.toMatch(/node_modules|\/src\/|select [^"]* from |insert into|violates|syntax error/i);
  return envelope;
}

/** Asserts for any input: never a failure of ours, and a refusal as it should be. */
function expectOrderly(answer: Response): void {
  expect(answer.statusCode).toBeLessThan(500);
  if (answer.statusCode >= 400) expectRefusal(answer);
}

beforeAll(async () => {
  admin = await makeUser();
  // The walk requires a second factor of its enterprise too.
  await createFactors(app).addApp(admin);
  foreignIds = (await fillEnterprise(app, marker)).ids;
});

test('the document lists every call of the contract and no other', async () => {
  const { paths } = (await stranger().get('/docs/json')).json() as { paths: Record<string, Record<string, unknown>> };
  const trim = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''));
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${trim(path)}`),
  );
  const wanted = allEndpoints.map(([, { method, path }]) => `${method} ${trim(path.replace(/:(\w+)/g, '{$1}'))}`);
  expect(listed.sort()).toEqual(wanted.sort());
});

test.each(Object.entries(rowPaths).map(([family, lines]) => [[...new Set(lines.map(([row]) => row))].join(' '), family, lines] as const))(
  '%s the calls of %s have the methods and paths of their rows, and answer there',
  async (_rows, _family, lines) => {
    const bare = (call: string) => call.replace(/(?:\{\w+\}|:\w+)(?:\.json$)?/g, '{}');
    expect(lines.map(([row, , { method, path }]) => [row, bare(`${method} ${path}`)])).toEqual(
      lines.map(([row, call]) => [row, bare(call)]),
    );
    for (const [, call, endpoint] of lines) {
      const [method, path] = call.split(' ') as [Endpoint['method'], string];
      const names = endpoint.path.match(/:\w+/g) ?? [];
      const asked = { ...endpoint, method, path: path.replace(/\{\w+\}/g, () => names.shift() ?? 'none') } as Endpoint;
      const { body } = await ask(asked, sampleOf(endpoint));
      expect([call, body.includes(noSuchCall)]).toEqual([call, false]);
    }
  },
);

test('a call that nobody has is told apart, and each row that writes a method and a path stands in the table', async () => {
  expect((await stranger().get('/e/enterprise/no_such_call')).json().message).toBe(noSuchCall);
  const file = new URL('../../../docs/product/requirements.tsv', import.meta.url);
  const given = [...readFileSync(file, 'utf8').matchAll(/^([A-Z0-9]+-\d{3})\t.*\b(?:GET|POST|PUT|DELETE) [/a-z{]/gm)].map(([, row]) => row);
  const written = new Set(
    Object.values(rowPaths)
      .flat()
      .map(([row]) => row),
  );
  expect(given.length).toBeGreaterThan(150);
  expect(
    given.filter((row) => !written.has(row as string) && !unbuiltPaths.test(row as string) && !otherPaths.test(row as string)),
  ).toEqual([]);
});

test('no two calls of the contract share method and path', () => {
  const calls = allEndpoints.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(calls).size).toBe(calls.length);
});

test.each(allEndpoints)('%s can be asked for as the walk asks', (_name, endpoint) => {
  const request = sampleOf(endpoint);
  const refused = (['params', 'query', 'body'] as const).filter(
    (part) => endpoint[part] && !z.safeParse(endpoint[part], request[part]).success,
  );
  expect(refused).toEqual([]);
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
    let client = as(user);
    for (const [name, endpoint] of closed as AskedCall[]) {
      let answer = await send(client, endpoint, sampleOf(endpoint));
      if (answer.statusCode === 401) {
        // The call before has ended the session.
        client = as(await makeSession(user));
        answer = await send(client, endpoint, sampleOf(endpoint));
      }
      const mayCall =
        (!endpoint.behind || held.has(endpoint.behind)) &&
        (endpoint.access === 'session' || (Array.isArray(endpoint.access) && endpoint.access.some((permission) => held.has(permission))));
      const isRefused = answer.headers['content-type']?.toString().includes('json') === true && answer.json().code === '1403';
      if (isRefused === mayCall) wrong.push(`${name} ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      if (isRefused) expect(expectRefusal(answer).data).toEqual({ permissions: endpoint.access });
    }
    expect(wrong).toEqual([]);
  },
);

/** The call with ids of the other enterprise: of the kind that its path or its fields name, or where the kind is not known of every kind. */
function foreignRequests(name: string, endpoint: Endpoint): Sample[] {
  const ids = listFields(endpoint).filter(isId);
  const kinds = ids.map((field) =>
    field.part === 'params' ? (pathKinds[lastName(field)] ?? []) : [kindOf(name.split('.')[0] ?? '', field) ?? ''],
  );
  if (kinds.some((known) => known.length === 0 || known.some((kind) => foreignIds[kind] === undefined)))
    return Object.entries(foreignIds).flatMap(([kind, id]) => (kind === 'role' ? [] : [sampleOf(endpoint, () => id)]));
  return Array.from({ length: Math.max(1, ...kinds.map(({ length }) => length)) }, (_, turn) =>
    ids.reduce((request, { part, path }, at) => {
      const known = kinds[at] as readonly string[];
      return withValue(request, part, path, foreignIds[known[turn % known.length] as string]);
    }, sampleOf(endpoint)),
  );
}

const isOfRecord = ([, endpoint]: AskedCall) =>
  listFields(endpoint).some(({ part, schema }) => part === 'params' && schema.format === 'uuid');

// Endpoints that name a record in their path are asked for it below.
test.each(allEndpoints.filter((one) => !isOfRecord(one)))('%s leaks nothing of another enterprise', async (name, endpoint) => {
  for (const request of foreignRequests(name, endpoint)) {
    const answer = await ask(endpoint, request);
    expectOrderly(answer);
    expect(answer.body).not.toContain(marker);
  }
});

test.each(allEndpoints.filter(isOfRecord))('%s does not find what another enterprise has', async (name, endpoint) => {
  // The same words as for an id that nobody has: what exists elsewhere must not be guessed from here.
  const refusalOf = async (request: Sample) => {
    const answer = await ask(endpoint, request);
    expect([answer.statusCode, answer.body]).toEqual([404, expect.any(String)]);
    const { requestId: _one, ...refusal } = expectRefusal(answer);
    return refusal;
  };
  const absent = await refusalOf(sampleOf(endpoint, newId));
  for (const request of foreignRequests(name, endpoint)) expect(await refusalOf(request)).toEqual(absent);
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
const unreadable = { length: { toString: 1 }, toString: 1 };
const nastyInBodies: unknown[] = [null, -1, 1e308, 2 ** 53, true, [], [[]], {}, { $ne: 1 }, ['a', 'b'], unreadable, [unreadable]];

test.each(allEndpoints)('%s takes anything in any field without failing', async (_name, endpoint) => {
  const isVersioned = listFields(endpoint).some(({ part, path }) => part === 'body' && path[0] === 'version');
  const request = sampleOf(endpoint);
  const isRefused = (part: Part, changed: Sample) => {
    const schema = endpoint[part];
    return schema !== undefined && !z.safeParse(schema, changed[part]).success;
  };
  let owner: { client: Client; left: number } | undefined;
  const meet = async (changed: Sample, what: () => string) => {
    if (isVersioned && !owner?.left) owner = { client: as(await makeUser()), left: callsOf(endpoint) };
    if (owner) owner.left -= 1;
    const answer = await (owner ? send(owner.client, endpoint, changed) : ask(endpoint, changed));
    // A versioned record takes one save of a version, so the next one needs an enterprise that has none.
    if (answer.statusCode < 400) owner = undefined;
    // A call that meets a limit has not tried the field.
    expect(answer.statusCode).not.toBe(429);
    if (answer.statusCode >= 500) throw new Error(`${what()}: ${answer.statusCode} ${answer.body}`);
    expectOrderly(answer);
    return answer;
  };
  // Values that the schema refuses go no further: one request for each has it in all fields that refuse it.
  const refused = new Map<unknown, Sample>();
  for (const [place, { part, path }] of listFields(endpoint).entries()) {
    // Each field meets every fourth value, its neighbours the others: all of them at once would take minutes.
    const values = (part === 'body' ? [...nasty, ...nastyInBodies] : nasty).filter((_value, index) => (index + place) % 4 === 0);
    for (const value of values) {
      if (part === 'params' && String(value).length > 300) continue;
      if (part !== 'body' && value === '\ud800') continue;
      const changed = withValue(request, part, path, value);
      if (isRefused(part, changed)) refused.set(value, withValue(refused.get(value) ?? request, part, path, value));
      else await meet(changed, () => `${part}.${path.join('.')} = ${JSON.stringify(value).slice(0, 60)}`);
    }
  }
  for (const [value, changed] of refused) {
    const answer = await meet(changed, () => `refused fields = ${JSON.stringify(value).slice(0, 60)}`);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  }
});

test.each(withBody)('%s drops fields that it does not know', async (_name, endpoint) => {
  const request = sampleOf(endpoint);
  const more = { isAdministrator: true, enterpriseId: foreignIds.enterprise, unheardOf: marker, constructor: 1, __v: 1 };
  const answer = await ask(endpoint, { ...request, body: { ...(request.body as object), ...more } });
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
  const tooMany = Math.max(1_100_000, (endpoint.mostBytes ?? 0) + 1);
  expect(await raw(`{"a":"${'x'.repeat(tooMany)}"}`, 'application/json')).toEqual({ status: 413, code: 'request.too_large' });
  expect(await raw(`a=${'x'.repeat(tooMany)}`, 'application/x-www-form-urlencoded')).toEqual({ status: 413, code: 'request.too_large' });
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
