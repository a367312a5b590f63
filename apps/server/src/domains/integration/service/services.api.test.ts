import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authTypes, endpoints, type Integration, type IntegrationOutcome } from '@parley/contract';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createTrail } from '../../../../test/trail.ts';
import { startWorkflowTool } from '../../../../test/workflow-tool.ts';

const app = await startApp({ config: { privateHosts: ['127.0.0.1'] } });
const { integrations, webhooks } = endpoints;
const trail = createTrail(app);
let user: TestUser;
beforeAll(async () => {
  user = await app.makeUser();
});

const at = (path: string, integrationId: string) => path.replace(':integrationId', integrationId);
const create = async (body: object, as = user) => (await app.as(as).post(integrations.create.path, body)).json();
const make = async (body: object, as = user) => {
  const answer = await create(body, as);
  expect(answer).toMatchObject({ status: true, message: { message: 'Configuration Saved Successfully' } });
  return answer.response._id as string;
};
const read = async (id: string, as = user) => (await app.as(as).get(at(integrations.get.path, id))).json().response as Integration;
const list = async (query = '', as = user) =>
  (await app.as(as).get(`${integrations.list.path}${query}`)).json().response as { integrations: Integration[]; more: boolean };
/** Tries are counted by session: each has its own. */
const attempt = async (body: object, as?: TestUser) =>
  (await app.as(as ?? (await app.makeUser({ enterprise: user }))).post(integrations.test.path, body)).json();
const tried = async (body: object) => (await attempt(body)).response as IntegrationOutcome;

/** A page, an endpoint of speech, or whatever a test wants to be there. */
async function serve(answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void) {
  const heard: { path: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      answer(request, Buffer.concat(chunks), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const credentials = { emailId: 'flows@example.com', password: 'Open-sesame-7' };
const database = { authType: 4, host: 'db.example.com', database: 'shop', user: 'reader', password: 'Database-secret-1' };
const speech = { authType: 6, baseUrl: 'https://speech.example.com/v1', model: 'whisper-1', apikey: 'speech-key-0123456789' };

describe('configurations', () => {
  test('ADMIN-047 ADMIN-048 ADMIN-050 ADMIN-053 all six types are saved and listed by name and type, a page at a time', async () => {
    const owner = await app.makeUser();
    await make({ authType: authTypes.workflow, name: 'Flows', baseUrl: 'https://flows.example.com/', ...credentials }, owner);
    await make({ authType: authTypes.video, name: 'Meetings', baseUrl: 'https://meet.example.com' }, owner);
    await make({ ...database, name: 'Orders' }, owner);
    await make({ authType: authTypes.genAi, name: 'Model', llm: 1, apikey: 'model-key-0123456789' }, owner);
    await make({ ...speech, name: 'Ears' }, owner);
    const hook = { name: 'Hook', url: 'https://hooks.example.com/', events: ['chat.closed'] };
    await app.as(owner).post(webhooks.create.path, hook);
    const all = await list('', owner);
    expect(all.integrations.map(({ name, authType, state }) => [name, authType, state])).toEqual([
      ['Ears', 6, 'untried'],
      ['Flows', 1, 'untried'],
      ['Hook', 2, 'untried'],
      ['Meetings', 3, 'untried'],
      ['Model', 5, 'untried'],
      ['Orders', 4, 'untried'],
    ]);
    expect((await list('?authType=4', owner)).integrations.map(({ name }) => name)).toEqual(['Orders']);
    expect((await list('?name=o', owner)).integrations.map(({ name }) => name)).toEqual(['Flows', 'Hook', 'Model', 'Orders']);
    const page = await list('?from=1&perPage=2', owner);
    expect([page.integrations.map(({ name }) => name), page.more]).toEqual([['Flows', 'Hook'], true]);
    expect(all.integrations.find(({ authType }) => authType === 2)).toMatchObject({ url: 'https://hooks.example.com/', apikeyEnding: '' });
    const text = JSON.stringify(all);
    for (const secret of [credentials.password, 'Database-secret-1', 'model-key-012', 'speech-key-012']) expect(text).not.toContain(secret);
  });

  test('ADMIN-049 ADMIN-051 ADMIN-054 one is read, changed with its secret kept, and its password told by no character', async () => {
    const id = await make({ ...database, name: 'Stock' });
    expect(await read(id)).toMatchObject({
      _id: id,
      authType: 4,
      databaseType: 'MySQL',
      host: 'db.example.com',
      port: 3306,
      isTlsRequired: true,
      isReadOnly: true,
      rowLimit: 100,
      hasSecret: true,
      apikeyEnding: '',
    });
    const answer = await app.as(user).put(at(integrations.update.path, id), { ...database, name: 'Stock 2', password: '', rowLimit: 7 });
    expect(answer.json()).toMatchObject({ status: true, response: { _id: id, name: 'Stock 2' } });
    expect(await read(id)).toMatchObject({ name: 'Stock 2', rowLimit: 7, hasSecret: true });
    expect((await create({ ...database, name: 'Other', databaseType: 'Oracle' })).status).toBe(false);
    const stored = await app
      .contextOf(user)
      .read((tx) => tx.selectFrom('integrations').select(['secret', 'settings']).where('integrationId', '=', id).executeTakeFirstOrThrow());
    expect(app.deps.secrets.decrypt(stored.secret)).toBe('Database-secret-1');
    expect(JSON.stringify(stored)).not.toContain('Database-secret-1');
  });

  test('ADMIN-052 one is deleted; a webhook is by its own call alone', async () => {
    const id = await make({ ...speech, name: 'Gone' });
    expect((await app.as(user).delete(at(integrations.remove.path, id))).json()).toMatchObject({ status: true });
    expect((await app.as(user).get(at(integrations.get.path, id))).json()).toMatchObject({ code: 'integration.not_found' });
    const hook = { name: 'Kept', url: 'https://hooks.example.com/', events: ['chat.closed'] };
    const webhook = (await app.as(user).post(webhooks.create.path, hook)).json().data.id;
    expect(await read(webhook)).toMatchObject({ authType: 2, name: 'Kept' });
    expect((await app.as(user).delete(at(integrations.remove.path, webhook))).json()).toMatchObject({ code: 'integration.not_found' });
    const body = { ...database, name: 'Taken over' };
    expect((await app.as(user).put(at(integrations.update.path, webhook), body)).json()).toMatchObject({ code: 'integration.not_found' });
  });

  test.each([
    [
      'a workflow tool',
      { authType: 1, baseUrl: 'https://one.example.com', ...credentials },
      { baseUrl: 'https://two.example.com' },
      'password',
    ],
    [
      'a meeting server',
      { authType: 3, baseUrl: 'https://one.example.com', secret: 'Meeting-secret-1' },
      { baseUrl: 'https://two.example.com' },
      'secret',
    ],
    ['a database', database, { host: 'other.example.com' }, 'password'],
    ['a database by its port', database, { port: 3307 }, 'password'],
    ['a model', { authType: 5, llm: 1, apikey: 'k', baseUrl: 'https://one.example.com' }, { baseUrl: 'https://two.example.com' }, 'apikey'],
    ['speech', speech, { baseUrl: 'https://two.example.com' }, 'apikey'],
  ])('the secret of %s goes to the address that it was given for, and to no other', async (name, body, moved, field) => {
    const id = await make({ ...body, name });
    const without = { ...body, name, password: '', apikey: '', secret: '', ...moved };
    const refused = { status: false, code: 'integration.invalid', data: { errors: [{ field, code: 'integration.key_again' }] } };
    expect((await app.as(user).put(at(integrations.update.path, id), without)).json()).toMatchObject(refused);
    expect(await attempt({ ...without, id })).toMatchObject(refused);
    expect((await app.as(user).put(at(integrations.update.path, id), { ...without, [field]: 'Another-secret' })).json()).toMatchObject({
      status: true,
    });
    // Nor does it change its type, and so its users.
    const other = field === 'apikey' ? { ...database, name } : { ...speech, name };
    expect((await app.as(user).put(at(integrations.update.path, id), other)).json()).toMatchObject({ code: 'integration.type' });
  });

  test.each([
    [{ authType: 1, ...credentials, baseUrl: 'http://flows.example.com' }, 'baseUrl', 'integration.https'],
    [{ authType: 1, ...credentials, baseUrl: 'https://10.0.0.7/' }, 'baseUrl', 'integration.private'],
    [{ authType: 1, ...credentials, baseUrl: 'https://localhost/' }, 'baseUrl', 'integration.private'],
    [{ authType: 3, baseUrl: 'https://user:pass@meet.example.com' }, 'baseUrl', 'integration.https'],
    [{ ...speech, baseUrl: 'https://[::1]/' }, 'baseUrl', 'integration.private'],
    [{ ...database, host: '169.254.169.254' }, 'host', 'integration.private'],
    [{ ...database, host: 'localhost' }, 'host', 'integration.private'],
    [{ ...database, isTlsRequired: false }, 'isTlsRequired', 'integration.tls_needed'],
  ])('%j leads nowhere that the installation does not allow', async (body, field, code) => {
    for (const answer of [await create({ name: 'Nowhere', ...body }), await attempt({ name: 'Nowhere', ...body })])
      expect(answer).toMatchObject({ code: 'integration.invalid', data: { errors: [{ field, code }] } });
  });

  test.each([
    [{ ...database, host: 'db.example.com:3306' }, 'host'],
    [{ ...database, host: '' }, 'host'],
    [{ ...database, port: 70_000 }, 'port'],
    [{ ...database, rowLimit: 1001 }, 'rowLimit'],
    [{ ...database, certificate: 'none' }, 'certificate'],
    [{ ...speech, apikey: '' }, 'apikey'],
    [{ ...speech, model: ' ' }, 'model'],
    [{ authType: 1, baseUrl: 'https://flows.example.com', ...credentials, password: '' }, 'password'],
    [{ authType: 1, baseUrl: 'https://flows.example.com', password: 'x' }, 'emailId'],
  ])('%j is refused at its field', async (body, field) => {
    const answer = await create({ name: 'Refused', ...body });
    expect(answer).toMatchObject({ status: false, code: 'request.invalid' });
    expect(answer.data.issues.map((issue: { field: string }) => issue.field)).toContain(field);
  });

  test('a builder of bots sees and saves language models alone; another enterprise finds none', async () => {
    const id = await make({ ...database, name: 'Hidden' });
    const builder = await app.makeUser({ enterprise: user, roles: [3] });
    await make({ authType: authTypes.genAi, name: 'Seen', llm: 1, apikey: 'model-key-0123456789' });
    expect(new Set((await list('', builder)).integrations.map(({ authType }) => authType))).toEqual(new Set([5]));
    expect((await list('?authType=4', builder)).integrations).toEqual([]);
    expect((await app.as(builder).get(at(integrations.get.path, id))).json()).toMatchObject({ code: 'integration.not_found' });
    expect(await create({ ...database, name: 'Mine' }, builder)).toMatchObject({ code: '1403' });
    expect(await attempt({ ...database, name: 'Mine' }, builder)).toMatchObject({ code: '1403' });
    const stranger = await app.makeUser();
    for (const path of [integrations.get.path, `${integrations.projects.path}`])
      expect((await app.as(stranger).get(at(path, id))).json()).toMatchObject({ code: 'integration.not_found' });
    expect(await attempt({ ...database, name: 'Mine', id }, stranger)).toMatchObject({ code: 'integration.not_found' });
  });

  test('a bot asks with no secret but that of a language model', async () => {
    const id = await make({ ...speech, name: 'No model' });
    const bot = (await app.as(user).post(endpoints.bots.save.path, { name: 'Asker', description: 'x', type: 'nlp' })).json().data;
    const config = { entityExtractRetries: 1, modelType: 'OpenAi', confidenceThreshold: 0.5, language: 'en', openaiKey: id };
    const answer = await app.as(user).post(endpoints.bots.saveConfig.path.replace(':agentId', bot.id), config);
    expect(answer.json()).toMatchObject({ code: 'integration.not_found' });
  });
});

describe('a workflow tool', () => {
  const body = (url: string) => ({ authType: 1, name: `Flows ${url}`, baseUrl: url, ...credentials });

  test('ADMIN-055 ADMIN-116 CAMP-053 CAMP-054 is signed in to, and what it has let in is kept', async () => {
    const owner = await app.makeUser();
    const tool = await startWorkflowTool();
    const login = async (more: object) => (await app.as(owner).post(integrations.login.path, { ...credentials, ...more })).json();
    expect(await login({})).toMatchObject({ code: 'integration.not_found' });
    const id = await make({ ...body(tool.url), emailId: 'old@example.com', password: 'old' }, owner);
    expect(await login({ password: 'wrong' })).toMatchObject({
      code: 'integration.failed',
      data: { reason: 'The service refused the sign-in (401).' },
    });
    expect(await read(id, owner)).toMatchObject({
      emailId: 'old@example.com',
      state: 'failing',
      lastError: 'The service refused the sign-in (401).',
    });
    expect(await login({})).toMatchObject({ status: true, response: { _id: id } });
    expect(await read(id, owner)).toMatchObject({ emailId: 'flows@example.com', state: 'working', lastError: '' });
    const entry = await trail.newest(owner, `kind=integration&recordId=${id}`);
    expect([entry.action, JSON.stringify(entry).includes(credentials.password)]).toEqual(['edit', false]);
    await make({ ...body(tool.url), name: 'Second' }, owner);
    expect(await login({})).toMatchObject({ code: 'integration.which' });
    expect(await login({ integrationId: id })).toMatchObject({ status: true });
  });

  test('CAMP-055 CAMP-056 CAMP-057 tells its projects, and a project’s workflows and processes', async () => {
    const tool = await startWorkflowTool();
    const id = await make(body(tool.url));
    const ask = async (path: string, query = '') => (await app.as(user).get(at(path, id) + query)).json();
    expect((await ask(integrations.projects.path)).response).toEqual([{ id: 'p1', name: 'Returns' }]);
    expect((await ask(integrations.workflows.path, '?projectId=a%2Fb')).response).toEqual([{ id: '7', name: 'workflows of a/b' }]);
    expect((await ask(integrations.processes.path, '?projectId=p1')).response).toEqual([{ id: '7', name: 'processes of p1' }]);
    expect(tool.state.logins).toBe(1);
    // A token that is over is renewed once, and kept.
    tool.state.token = 'token-2';
    expect((await ask(integrations.projects.path)).status).toBe(true);
    expect((await ask(integrations.projects.path)).status).toBe(true);
    expect(tool.state.logins).toBe(2);
    tool.state.credentials = { ...credentials, password: 'changed' };
    tool.state.token = 'token-3';
    expect(await ask(integrations.projects.path)).toMatchObject({ code: 'integration.failed' });
    expect(await read(id)).toMatchObject({ state: 'failing', lastError: 'The service refused the sign-in (401).' });
    expect((await ask(integrations.workflows.path)).code).toBe('request.invalid');
  });

  test.each([
    ['garbage', { status: 200, body: '<h1>Hello</h1>' }, 'The service did not answer in JSON.'],
    ['another shape', { status: 200, body: '{"items":[]}' }, 'The workflow tool did not answer as its description says.'],
    ['an error', { status: 503, body: '{}' }, 'The service answered 503.'],
    ['a redirect', { status: 302, body: '{}' }, 'The service answered 302.'],
    ['too much', { status: 200, body: `{"token":"${'x'.repeat(600_000)}"}` }, 'larger than 524288 bytes'],
  ])('is told in words when it answers %s', async (_name, raw, reason) => {
    const tool = await startWorkflowTool();
    tool.state.raw = raw;
    expect(await tried(body(tool.url))).toMatchObject({ isWorking: false, reason: expect.stringContaining(reason) });
  });

  test('ADMIN-055 is tried before it is saved: with what the form holds, or the stored password at its own address', async () => {
    const tool = await startWorkflowTool();
    expect(await tried(body(tool.url))).toMatchObject({ isWorking: true, reply: 'Returns' });
    expect((await list(`?name=${encodeURIComponent(tool.url)}`)).integrations).toEqual([]);
    expect(await trail.newest(user, 'kind=integration')).toMatchObject({ action: 'test', recordName: `Flows ${tool.url}` });
    const id = await make(body(tool.url));
    expect(await tried({ ...body(tool.url), password: '', id })).toMatchObject({ isWorking: true });
    expect(await read(id)).toMatchObject({ state: 'working', lastSuccessAt: expect.any(String) });
    // A test with unsaved settings does not change the health of the saved ones.
    expect(await tried({ ...body(tool.url), emailId: 'nobody@example.com', password: '', id })).toMatchObject({ isWorking: false });
    expect(await read(id)).toMatchObject({ state: 'working', lastError: '' });
  });
});

describe('a meeting server', () => {
  test('ADMIN-048 is tried: a page is there', async () => {
    let status = 200;
    const page = await serve((_request, _body, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<title> Our meetings </title>'),
    );
    const values = { authType: 3, name: 'Meetings here', baseUrl: `${page.url}/rooms/` };
    expect(await tried(values)).toMatchObject({ isWorking: true, reply: 'Our meetings' });
    expect(page.heard.map(({ path }) => path)).toEqual(['/rooms/']);
    status = 500;
    expect(await tried(values)).toMatchObject({ isWorking: false, reason: 'The meeting server answered 500.' });
    const json = await serve((_request, _body, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    expect(await tried({ ...values, baseUrl: json.url })).toMatchObject({ reason: 'The address shows no web page.' });
  });
});

describe('speech to text', () => {
  test('ADMIN-048 is tried with one second of sound, as its description has it', async () => {
    const ears = await serve((_request, _body, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":" la la "}'),
    );
    const values = { ...speech, name: 'Ears here', baseUrl: `${ears.url}/v1`, language: 'hi' };
    expect(await tried(values)).toMatchObject({ isWorking: true, reply: 'la la' });
    const [asked] = ears.heard;
    expect([asked?.path, asked?.headers.authorization]).toEqual(['/v1/audio/transcriptions', `Bearer ${speech.apikey}`]);
    const form = await new Response(asked?.body as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': asked?.headers['content-type'] ?? '' },
    }).formData();
    expect([form.get('model'), form.get('response_format'), form.get('language')]).toEqual(['whisper-1', 'json', 'hi']);
    const file = form.get('file') as File;
    const bytes = Buffer.from(await file.arrayBuffer());
    expect([file.name, file.type, bytes.toString('latin1', 0, 4), bytes.length]).toEqual(['tone.wav', 'audio/wav', 'RIFF', 44 + 32_000]);
  });

  test('is told in words when it refuses the key or answers something else', async () => {
    const answers = [
      [401, '{}', 'The service refused the sign-in (401).'],
      [200, '{"words":1}', 'The service answered no transcript.'],
    ] as const;
    for (const [status, text, reason] of answers) {
      const ears = await serve((_request, _body, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(text));
      expect(await tried({ ...speech, name: 'Ears', baseUrl: ears.url })).toMatchObject({ isWorking: false, reason });
    }
  });
});
