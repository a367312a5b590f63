import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authTypes, endpoints, type JourneyInstance, type JourneyTurn } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createStreamScenes, type StreamScene } from '../../../../test/journeys.ts';
import { lacking } from '../../../../test/lacking.ts';
import { startMariaDb } from '../../../../test/mariadb.ts';
import { writeStream } from '../../../../test/streams.ts';
import { startVendors } from '../../../../test/vendors.ts';

/** A service that does what the path says, and remembers who asked and how much it got rid of. */
const asked: { path: string; method: string; headers: IncomingHttpHeaders; body: string }[] = [];
const askedAt = (path: string) => asked.filter((one) => one.path === path);
const megabyte = Buffer.alloc(1024 ** 2, 'x');
const sentMegabytes = { huge: 0 };
const tooLate = Promise.withResolvers<void>();
let session = 'session-1';
let heardAs = [0.9];
const service = createServer((request, reply) => {
  const path = request.url ?? '';
  const { headers } = request;
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    asked.push({ path, method: request.method ?? '', headers, body });
    const isFirst = askedAt(path).length === 1;
    const json = (status: number, value: unknown) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (path.startsWith('/hang') || (path === '/late' && isFirst)) return;
    if (path === '/after') return void reply.once('close', () => tooLate.resolve());
    if (path.startsWith('/busy') && isFirst) return void reply.writeHead(429, { 'retry-after': '1' }).end();
    if (path === '/unready' && isFirst) return void reply.writeHead(503).end();
    if (path.startsWith('/broken')) return void reply.writeHead(500).end('broken');
    if (path === '/huge') {
      const more = () => {
        for (; sentMegabytes.huge < 300; sentMegabytes.huge += 1) if (reply.destroyed || !reply.write(megabyte)) return;
        reply.end();
      };
      reply.on('drain', more);
      return more();
    }
    if (path === '/flows/account/login') return json(200, { token: session });
    if (path === '/flows-try/account/login') return json(200, { token: 'session-of-the-sandbox' });
    if (path === '/flows/cases/7') return headers['authentication-token'] === session ? json(200, { decision: 'filed' }) : json(401, {});
    if (path === '/speech/audio/transcriptions') {
      const isRated = body.includes('verbose_json');
      // A model that says nothing of how sure it is refuses to be asked.
      if (isRated && heardAs.length === 0) return json(400, { error: { message: 'verbose_json' } });
      const segments = heardAs.map((sure) => ({ avg_logprob: Math.log(sure), start: 0, end: 2 }));
      return json(200, { text: 'nau se paanch', ...(isRated ? { segments } : {}) });
    }
    json(200, { decision: 'approved', at: { $: 'instant' } });
  });
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  await database?.stop();
  service.closeAllConnections();
  service.close();
});
const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const vendors = await startVendors();
const database = await startMariaDb();
const app = await startApp({ config: { simulator: vendors.address, privateHosts: ['127.0.0.1'] } });
const { makeScene, publish, phoneOf, walks } = createStreamScenes(app, vendors);
const { journeyMonitor } = endpoints;

type Node = { id: string; type: string; name?: string; config?: object };
type Variable = { name: string; type: string; isSensitive?: boolean };
const en = (text: string) => ({ en: text });
const say = (id: string, text: string): Node => ({ id, type: 'message.text', config: { text: en(text) } });

/** Asks for a number, does what a node does, and says a text for each of its exits before it ends. */
function doing(node: Omit<Node, 'id'>, exits: Record<string, string>, variables: Variable[] = []) {
  const told = Object.entries(exits).map(([exit, text], place) => ({ exit, text, id: `tell000${place}` }));
  return writeStream('ask00001', {
    variables: [{ name: 'income', type: 'Number', isSensitive: true }, { name: 'decision', type: 'Text' }, ...variables],
    nodes: [
      { id: 'ask00001', type: 'input.number', name: 'Income', config: { text: en('Your income?'), asking: { variable: 'income' } } },
      { id: 'call0001', name: 'Score', ...node },
      ...told.map(({ id, text }) => say(id, text)),
      { id: 'end00001', type: 'mark.end', config: { outcome: 'done' } },
    ],
    edges: [
      ['ask00001', 'ok', 'call0001'],
      ['ask00001', 'invalid', 'end00001'],
      ...told.flatMap(({ id, exit }): [string, string, string][] => [
        ['call0001', exit, id],
        [id, 'next', 'end00001'],
      ]),
    ],
  });
}
const http = (config: object) => ({ type: 'data.http', config: { picks: [{ path: 'decision', variable: 'decision' }], ...config } });
const outcomes = { ok: 'You are {{ decision }}.', unknown: 'We will tell you.', error: 'It did not work.' };

type Phone = ReturnType<typeof phoneOf>;
const lastSays = (phone: Phone, text: string) => vi.waitFor(async () => expect((await phone.texts()).at(-1)).toBe(text));
/** Begins a stream by its word, and answers its first question. */
async function begin(phone: Phone, word: string, answer = '45000'): Promise<void> {
  await phone.say(word);
  await vi.waitFor(async () => expect((await phone.texts()).at(-1)).toBe('Your income?'));
  await phone.say(answer);
}
/** The only walk of a stream, once it stands so. */
const walkOf = ({ admin }: StreamScene, journeyId: string, state: string): Promise<JourneyInstance> =>
  vi.waitFor(async () => {
    const [walk] = (await walks(admin, { journeyId })) as JourneyInstance[];
    if (walk?.state !== state) throw new Error(`It is ${walk?.state}.`);
    return walk;
  });
const detailsOf = async ({ admin }: StreamScene, { id }: JourneyInstance) =>
  (await app.as(admin).get(journeyMonitor.get.path.replace(':instanceId', id))).json().data as { turns: JourneyTurn[] };
const callsOf = async (scene: StreamScene, walk: JourneyInstance) => (await detailsOf(scene, walk)).turns.flatMap(({ calls }) => calls);

test('calls are made outside of turns: answers are picked from, what is put off is asked again, and what left and was lost never is', async () => {
  const scene = await makeScene();
  const once = { most: 1, seconds: 1, grows: false };
  const cases: [path: string, method: 'GET' | 'POST', last: string, times: number, state: string, more?: object][] = [
    ['/good', 'POST', 'You are approved.', 1, 'DONE'],
    ['/busy', 'POST', 'You are approved.', 2, 'DONE'],
    ['/unready', 'POST', 'You are approved.', 2, 'DONE'],
    ['/after', 'POST', 'We will tell you.', 1, 'UNKNOWN'],
    ['/late', 'GET', 'You are approved.', 2, 'DONE'],
    ['/broken', 'POST', 'It did not work.', 1, 'FAILED'],
    ['/huge', 'GET', 'It did not work.', 1, 'FAILED'],
    // Calls are retried as often as the node says; a call that may have arrived is retried only where that does no harm.
    ['/busynever', 'POST', 'It did not work.', 1, 'FAILED', { retries: { ...once, most: 0 } }],
    ['/hangonce', 'POST', 'It did not work.', 2, 'FAILED', { retries: once, isSafe: true }],
    ['/hangunsafe', 'POST', 'We will tell you.', 1, 'UNKNOWN', { retries: once }],
  ];
  await Promise.all(
    cases.map(async ([path, method, last, times, state, more = {}], place) => {
      const body = method === 'POST' ? { kind: 'json', text: '{"income": {{ income }} }' } : { kind: 'none' };
      // Only what never answers is to run out of time.
      const isHung = path.startsWith('/hang') || path === '/after' || path === '/late';
      const config = { method, address: address + path, body, timeoutSeconds: isHung ? 1 : 30, ...more };
      const id = await publish(scene, path.slice(1), doing(http(config), outcomes));
      const phone = phoneOf(scene, `+9198765000${10 + place}`);
      await begin(phone, path.slice(1));
      await vi.waitFor(async () => expect([path, (await phone.texts()).at(-1)]).toEqual([path, last]));
      const requests = askedAt(path);
      const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']));
      expect([path, requests.length, keys.size, [...keys][0]]).toEqual([path, times, 1, expect.stringMatching(/^[0-9a-f]{64}$/)]);
      if (method === 'POST') expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ income: 45000 });
      const walk = await walkOf(scene, id, 'COMPLETED');
      const details = await detailsOf(scene, walk);
      expect(JSON.stringify(details)).not.toContain('45000');
      expect(details.turns.flatMap(({ calls }) => calls)).toMatchObject([{ kind: 'http', state, address: '' }]);
    }),
  );
  // The connection was given up with its time: an answer that comes now reaches nobody.
  await tooLate.promise;
  // The server took no more of the 300 MB than its read limit and the bytes already in transit.
  expect(sentMegabytes.huge).toBeLessThan(30);
});

test('half of the last twenty calls to a host fail: for half a minute none is made', async () => {
  const scene = await makeScene();
  const path = '/broken/brake';
  const loop = writeStream('loop0001', {
    nodes: [
      { id: 'loop0001', type: 'logic.loop', config: { most: 22 } },
      { id: 'call0001', type: 'data.http', config: { address: address + path } },
      say('tell0001', 'Through.'),
      { id: 'end00001', type: 'mark.end', config: {} },
    ],
    edges: [
      ['loop0001', 'each', 'call0001'],
      ['loop0001', 'done', 'tell0001'],
      ['call0001', 'ok', 'end00001'],
      ['call0001', 'error', 'loop0001'],
      ['tell0001', 'next', 'end00001'],
    ],
  });
  const id = await publish(scene, 'brake', loop);
  // A worker that stopped in the middle of twenty calls says nothing of the host.
  const stopped = {
    enterpriseId: scene.admin.enterpriseId,
    instanceId: randomUUID(),
    turn: 1,
    nodeId: 'call0001',
    kind: 'http',
    target: new URL(address).host,
    request: '{}',
    state: 'UNKNOWN' as const,
    attempts: 1,
    error: 'The worker that made the call has stopped.',
    dueAt: new Date(),
    createdAt: new Date(),
    endedAt: new Date(),
  };
  await app.contextOf(scene.admin).transaction((tx) =>
    tx
      .insertInto('journeyCalls')
      .values(Array.from({ length: 20 }, (_, call) => ({ ...stopped, call })))
      .execute(),
  );
  const phone = phoneOf(scene, '+919876500011');
  await phone.say('brake');
  await lastSays(phone, 'Through.');
  expect(askedAt(path)).toHaveLength(20);
  const calls = await callsOf(scene, await walkOf(scene, id, 'COMPLETED'));
  expect(calls.slice(19).map(({ status, error }) => [status, error])).toEqual([
    [500, 'The service answered 500.'],
    [0, 'The host fails: no call is made for half a minute.'],
    [0, 'The host fails: no call is made for half a minute.'],
  ]);
});

/** The first page of a voice note, as phones record it. */
const oggHead = Buffer.concat([Buffer.from('OggS\0\x02', 'latin1'), Buffer.alloc(22), Buffer.from('OpusHead', 'latin1'), Buffer.alloc(64)]);

const saveService = async ({ admin }: StreamScene, body: object): Promise<Ref> => {
  const saved = (await app.as(admin).post(endpoints.integrations.create.path, body)).json();
  expect(saved).toMatchObject({ status: true });
  return { ref: 'integration', id: saved.response._id, name: 'Service' };
};
type Ref = { ref: string; id: string; name: string };

test('a call by a saved service goes below its address, let in by what is saved, and nowhere else; from the sandbox below its sandbox address', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const speech = await saveService(scene, {
    authType: authTypes.speech,
    name: 'Model',
    baseUrl: `${address}/v1`,
    model: 'm',
    apikey: 'key-of-the-service',
  });
  const flows = await saveService(scene, {
    authType: authTypes.workflow,
    name: 'Flows',
    baseUrl: `${address}/flows`,
    emailId: 'flows@example.com',
    password: 'Open-sesame-7',
  });
  const hook = (
    await app.as(admin).post(endpoints.webhooks.create.path, {
      name: 'Own system',
      url: `${address}/own?tenant=7`,
      events: ['chat.closed'],
      headers: [{ name: 'X-Own-Key', value: 'key-of-the-hook' }],
    })
  ).json();
  const own: Ref = { ref: 'integration', id: (hook.data ?? hook.response)._id ?? (hook.data ?? hook.response).id, name: 'Own system' };
  const by = (integration: Ref, config: object) => doing(http({ integration, ...config }), outcomes);

  const header = { name: 'Authorization', value: '"Bearer stolen"' };
  const model = await publish(scene, 'model', by(speech, { address: '/score/{{ income }}', headers: [header] }));
  const phone = phoneOf(scene, '+919876500021');
  await begin(phone, 'model');
  await lastSays(phone, 'You are approved.');
  expect(askedAt('/v1/score/45000')).toMatchObject([{ method: 'GET', headers: { authorization: 'Bearer key-of-the-service' } }]);
  expect(JSON.stringify(await detailsOf(scene, await walkOf(scene, model, 'COMPLETED')))).not.toContain('key-of');

  const ours = await publish(scene, 'own', by(own, { address: '/orders?of={{ income }}', method: 'POST' }));
  await begin(phone, 'own');
  await vi.waitFor(() => expect(askedAt('/own/orders?tenant=7&of=45000')).toMatchObject([{ headers: { 'x-own-key': 'key-of-the-hook' } }]));
  await walkOf(scene, ours, 'COMPLETED');

  // A session that has ended meanwhile is opened anew, once; the call is the same one.
  await publish(scene, 'flows', by(flows, { address: '/cases/7', method: 'POST' }));
  for (const next of ['session-1', 'session-2']) {
    session = next;
    await begin(phone, 'flows');
    await lastSays(phone, 'You are filed.');
  }
  expect(askedAt('/flows/account/login')).toHaveLength(2);
  expect(askedAt('/flows/cases/7').map(({ headers }) => headers['authentication-token'])).toEqual(['session-1', 'session-1', 'session-2']);

  // These were walks of the sandbox, and their services have no address for it. With one they are called there, with the same sign-in.
  const change = async ({ id }: Ref, body: object) =>
    (await app.as(admin).put(endpoints.integrations.update.path.replace(':integrationId', id), body)).json();
  const saved = { authType: authTypes.speech, name: 'Model', baseUrl: `${address}/v1`, model: 'm' };
  const key = { apikey: 'key-of-the-service' };
  for (const [sandboxUrl, field, code] of [
    ['http://sandbox.example.com', 'sandboxUrl', 'integration.https'],
    ['https://user:pass@sandbox.example.com', 'sandboxUrl', 'integration.https'],
    ['https://10.0.0.1/v1', 'sandboxUrl', 'integration.private'],
  ])
    expect(await change(speech, { ...saved, ...key, sandboxUrl })).toMatchObject({
      code: 'integration.invalid',
      data: { errors: [{ field, code }] },
    });
  // The key was not given for it yet; to try the service is to try its base address.
  const trial = { ...saved, sandboxUrl: `${address}/try` };
  expect(await change(speech, trial)).toMatchObject({ data: { errors: [{ field: 'apikey', code: 'integration.key_again' }] } });
  const tried = await app.as(admin).post(endpoints.integrations.test.path, { ...trial, id: speech.id });
  expect(tried.json()).toMatchObject({ status: true });
  expect([askedAt('/v1/audio/transcriptions').length, askedAt('/try/audio/transcriptions').length]).toEqual([1, 0]);
  expect(await change(speech, { ...trial, ...key })).toMatchObject({ status: true });
  expect(
    await change(flows, {
      authType: authTypes.workflow,
      name: 'Flows',
      baseUrl: `${address}/flows`,
      sandboxUrl: `${address}/flows-try`,
      emailId: 'flows@example.com',
      password: 'Open-sesame-7',
    }),
  ).toMatchObject({ status: true });
  const updateHook = async (version: number, more: object) =>
    (
      await app.as(admin).put(endpoints.webhooks.update.path.replace(':webhookId', own.id), {
        name: 'Own system',
        url: `${address}/own?tenant=7`,
        sandboxUrl: `${address}/own-try`,
        events: ['chat.closed'],
        headers: [{ name: 'X-Own-Key', value: '' }],
        version,
        ...more,
      })
    ).json();
  const hookVersion = (hook.data ?? hook.response).version as number;
  expect(await updateHook(hookVersion, { sandboxUrl: 'http://sandbox.example.com' })).toMatchObject({
    data: { errors: [{ field: 'sandboxUrl', code: 'webhook.address' }] },
  });
  expect(await updateHook(hookVersion, {})).toMatchObject({ data: { errors: [{ field: 'headers.0.value', code: 'field.mandatory' }] } });
  expect(await updateHook(hookVersion, { headers: [{ name: 'X-Own-Key', value: 'key-of-the-hook' }] })).toMatchObject({
    code: '100',
    data: { sandboxUrl: `${address}/own-try` },
  });
  const before = asked.length;
  await begin(phone, 'model', '1');
  await lastSays(phone, 'You are approved.');
  await begin(phone, 'own', '2');
  await lastSays(phone, 'You are approved.');
  await begin(phone, 'flows', '3');
  await lastSays(phone, 'You are approved.');
  expect(
    asked
      .slice(before)
      .map(({ path, headers }) => [path, headers.authorization ?? headers['x-own-key'] ?? headers['authentication-token']]),
  ).toEqual([
    ['/try/score/1', 'Bearer key-of-the-service'],
    ['/own-try/orders?of=2', 'key-of-the-hook'],
    ['/flows-try/account/login', undefined],
    ['/flows-try/cases/7', 'session-of-the-sandbox'],
  ]);
  // Walks of real people use the base address.
  await phone.say('model');
  await vi.waitFor(async () => expect((await phone.texts()).at(-1)).toBe('Your income?'));
  await app
    .contextOf(admin)
    .transaction((tx) =>
      tx
        .updateTable('journeyInstances')
        .set({ environment: 'production' })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('journeyId', '=', model)
        .where('state', '=', 'WAITING')
        .execute(),
    );
  await phone.say('4');
  await lastSays(phone, 'You are approved.');
  expect(asked.at(-1)?.path).toBe('/v1/score/4');
  const addresses = async (journeyId: string) => {
    const found = (await walks(admin, { journeyId })) as JourneyInstance[];
    const calls = await Promise.all(found.map((walk) => callsOf(scene, walk)));
    return calls.flat().map(({ address: of }) => of);
  };
  expect((await addresses(model)).sort()).toEqual(['base', 'base', 'sandbox']);

  const up = await publish(scene, 'up', by(speech, { address: '/{{ ".." }}/{{ ".." }}/secret' }));
  await begin(phone, 'up');
  await lastSays(phone, 'It did not work.');
  expect([asked.some(({ path }) => path.endsWith('/secret')), await callsOf(scene, await walkOf(scene, up, 'COMPLETED'))]).toMatchObject([
    false,
    [{ state: 'FAILED', address: 'sandbox', error: 'The address is none, or leads out of its service.' }],
  ]);

  const video = await saveService(scene, { authType: authTypes.video, name: 'Meetings', baseUrl: 'https://meet.example.com' });
  await expect(publish(scene, 'video', by(video, { address: '/rooms' }))).rejects.toThrow('Services of this type cannot be called here.');
  const removed = await app.as(admin).delete(endpoints.integrations.remove.path.replace(':integrationId', speech.id));
  expect(removed.json()).toMatchObject({ code: 'integration.in_use', data: { uses: ['model', 'up'] } });
});

test('an operator says once what an unknown call has done, and the walk goes on with it; of one that has ended it is only noted', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const tell = async (user: TestUser, { id }: JourneyInstance, body: object, call = 1) =>
    (await app.as(user).post(journeyMonitor.tellCall.path.replace(':instanceId', id).replace(':call', String(call)), body)).json();
  const score = http({ method: 'POST', address: `${address}/hang`, timeoutSeconds: 1 });
  const loan = doing(score, outcomes);
  // It waits a day before it gives the matter up.
  const waiting = {
    ...loan,
    nodes: [
      ...loan.nodes,
      ...writeStream('wait0001', {
        nodes: [{ id: 'wait0001', type: 'logic.wait', config: { until: { kind: 'duration', seconds: 86_400 } } }],
        edges: [],
      }).nodes,
    ],
    edges: [
      ...loan.edges.map((edge) => (edge.from === 'tell0001' ? { ...edge, to: 'wait0001' } : edge)),
      { from: 'wait0001', exit: 'next', to: 'end00001' },
    ],
  };
  const id = await publish(scene, 'loan', waiting);
  const phone = phoneOf(scene, '+919876500031');
  await begin(phone, 'loan');
  await lastSays(phone, 'We will tell you.');
  const walk = await walkOf(scene, id, 'WAITING');
  const approved = { outcome: 'DONE', answer: '{"decision": "approved"}' };
  const stranger = await app.makeUser({ enterprise: await app.makeEnterprise() });
  expect((await tell(stranger, walk, approved)).code).toBe('journey.instance_not_found');
  expect((await tell(admin, walk, approved, 2)).code).toBe('journey.call_not_found');
  // Two say it at once: one of them is heard.
  const told = await Promise.all([tell(admin, walk, approved), tell(admin, walk, approved)]);
  expect(told.map(({ code }) => code).sort()).toEqual(['100', 'journey.call_known']);
  await lastSays(phone, 'You are approved.');
  expect(await walkOf(scene, id, 'COMPLETED')).toMatchObject({ outcome: 'done' });
  expect([await phone.texts(), askedAt('/hang').length]).toEqual([['Your income?', 'We will tell you.', 'You are approved.'], 1]);
  expect(await callsOf(scene, walk)).toMatchObject([{ state: 'DONE', toldBy: admin.name, toldOn: expect.stringMatching(/T/) }]);
  expect((await tell(admin, walk, approved)).code).toBe('journey.call_known');
  const trail = await app
    .contextOf(admin)
    .read((tx) =>
      tx
        .selectFrom('auditEntries')
        .select(['action', 'actorId'])
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('recordId', '=', id)
        .execute(),
    );
  expect(trail.filter(({ action, actorId }) => action === 'edit' && actorId === admin.userId)).toHaveLength(1);

  // The walk has failed, as it has no exit for that, and is resumed.
  const bare = await publish(scene, 'bare', doing(score, { ok: outcomes.ok }));
  await begin(phone, 'bare');
  const failed = await walkOf(scene, bare, 'FAILED');
  expect((await tell(admin, failed, approved)).data).toEqual({ goesOn: true });
  await lastSays(phone, 'You are approved.');
  await walkOf(scene, bare, 'COMPLETED');

  const over = await publish(scene, 'over', doing(score, outcomes));
  await begin(phone, 'over');
  const ended = await walkOf(scene, over, 'COMPLETED');
  expect((await tell(admin, ended, approved)).data).toEqual({ goesOn: false });
  await lastSays(phone, 'We will tell you.');
});

test('journeys 9 acceptance journey 10: what is said is written down by the speech service; what it is not sure of is confirmed in writing; without one it is told so', async () => {
  const scene = await makeScene();
  const voice = writeStream('voice001', {
    variables: [
      { name: 'voice', type: 'Media' },
      { name: 'words', type: 'Text' },
    ],
    nodes: [
      { id: 'voice001', type: 'input.media', config: { text: en('Say it.'), kinds: ['audio'], asking: { variable: 'voice' } } },
      { id: 'call0001', type: 'data.speech', config: { media: 'voice', variable: 'words', languages: ['hi'], leastConfidence: 0.6 } },
      say('sure0001', 'Did you say: {{ words }}?'),
      say('tell0000', 'You said: {{ words }}.'),
      say('tell0001', 'It did not work.'),
      { id: 'end00001', type: 'mark.end', config: {} },
    ],
    edges: [
      ['voice001', 'ok', 'call0001'],
      ['voice001', 'invalid', 'end00001'],
      ['call0001', 'ok', 'tell0000'],
      ['call0001', 'unsure', 'sure0001'],
      ['sure0001', 'next', 'end00001'],
      ['call0001', 'error', 'tell0001'],
      ['tell0000', 'next', 'end00001'],
      ['tell0001', 'next', 'end00001'],
    ],
  });
  await publish(scene, 'voice', voice);
  const phone = phoneOf(scene, '+919876500041');
  const note = { base64: oggHead.toString('base64'), mimeType: 'audio/ogg', fileName: 'note.ogg' };
  const speak = async () => {
    await phone.say('voice');
    await lastSays(phone, 'Say it.');
    await vendors.control.act(scene.channelId, '+919876500041', { kind: 'media', media: 'audio', ...note });
  };
  await speak();
  await lastSays(phone, 'It did not work.');
  const ears = { authType: authTypes.speech, name: 'Ears', baseUrl: `${address}/speech`, model: 'whisper-1', apikey: 'key-of-the-ears' };
  await saveService(scene, ears);
  await speak();
  await lastSays(phone, 'You said: nau se paanch.');
  const [asked] = askedAt('/speech/audio/transcriptions');
  expect(asked?.headers.authorization).toBe('Bearer key-of-the-ears');
  for (const said of ['whisper-1', 'verbose_json', 'name="language"\r\n\r\nhi\r\n']) expect(asked?.body).toContain(said);
  heardAs = [0.5, 0.32];
  await speak();
  await lastSays(phone, 'Did you say: nau se paanch?');
  heardAs = [];
  await speak();
  await lastSays(phone, 'You said: nau se paanch.');
});

test.skipIf(!database)(
  'a database answers a query that reads, with the values as parameters, and takes none that writes',
  lacking.mariadb,
  async () => {
    const scene = await makeScene();
    const phone = phoneOf(scene, '+919876500045');
    for (const sql of [
      'create database shop',
      "create user shop identified by 'Shop-secret-1'",
      'grant all on shop.* to shop',
      'create table shop.orders (id integer primary key, income integer, note text)',
      "insert into shop.orders values (1, 45000, 'first'), (2, 45000, 'second'), (3, 7, 'other')",
    ])
      await database?.admin(sql);
    const orders = await saveService(scene, {
      authType: authTypes.database,
      name: 'Orders',
      host: '127.0.0.1',
      port: database?.port,
      database: 'shop',
      user: 'shop',
      password: 'Shop-secret-1',
      isTlsRequired: false,
      isReadOnly: false,
    });
    const ask = (statement: string) =>
      doing(
        { type: 'data.query', config: { integration: orders, statement, parameters: ['income'], variable: 'rows' } },
        { rows: 'Notes: {{ join(rows.map(r, r.note), ", ") }}.', none: 'No orders.', error: 'It did not work.' },
        [{ name: 'rows', type: 'List' }],
      );
    await publish(scene, 'orders', ask('select id, note from orders where income = ? order by id'));
    await begin(phone, 'orders');
    await lastSays(phone, 'Notes: first, second.');
    await begin(phone, 'orders', '8');
    await lastSays(phone, 'No orders.');
    await publish(scene, 'wipe', ask('delete from orders where income = ?'));
    await begin(phone, 'wipe');
    await lastSays(phone, 'It did not work.');
    expect(await database?.admin('select count(*) as kept from shop.orders')).toEqual([{ kept: 3 }]);
  },
);

test('a skill talks until an intent that ends it and gives back its values; sources answer what they know', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const bots = createBots(app);
  const { id: botId } = await bots.makeBot(admin, 'Travel');
  const storyId = await bots.makeStory(admin, botId);
  const city = await bots.makeEntity(admin, botId, 'city', { Mumbai: ['bombay', 'mumbai'], Delhi: ['new delhi', 'delhi'] });
  for (const intent of shopIntents) await bots.makeIntent(admin, botId, storyId, intent);
  const flight = await bots.makeIntent(admin, botId, storyId, {
    name: 'Book a flight',
    phrases: [
      'book a flight',
      'i want to fly to mumbai',
      'get me a plane ticket to delhi',
      'reserve a seat on a flight',
      'can you book plane tickets',
    ],
    response: 'Booked: a flight to {{city}}.',
    entities: [{ id: city.id, name: 'city', required: true, value: '', prompts: ['Where do you want to go?'] }],
  });
  const addNote = async (title: string, text: string) =>
    (await app.as(admin).post(at(endpoints.knowledge.addNote.path, { agentId: botId }), { title, text })).json().data.id as string;
  const warranty = await addNote('Warranty', 'The warranty of the coffee machine lasts two years from the day of purchase.');
  const descaling = await addNote('Descaling', 'Descale the tank of the coffee machine every three months with citric acid.');
  expect(await bots.train(admin, botId)).toMatchObject({ phase: 'DONE' });

  const skill = {
    type: 'talk.skill',
    config: {
      bot: { ref: 'bot', id: botId, name: 'Travel' },
      intents: [{ id: 'flight01', intent: { ref: 'intent', id: flight.id, name: 'Book a flight' } }],
      taken: { city: 'city' },
    },
  };
  const cityIs = [{ name: 'city', type: 'Text' }];
  const skillId = await publish(
    scene,
    'travel',
    doing(skill, { flight01: 'To {{ city }} with {{ income }}.', done: 'Done.', notUnderstood: 'Sorry?', handOver: 'People.' }, cityIs),
  );
  const phone = phoneOf(scene, '+919876500051');
  const talk = async (text: string, ...last: string[]) => {
    await phone.say(text);
    await vi.waitFor(async () => expect((await phone.texts()).slice(-last.length)).toEqual(last));
  };
  const beginTravel = async () => {
    await begin(phone, 'travel');
    await vi.waitFor(async () => expect((await walks(admin))[0]).toMatchObject({ node: 'call0001', state: 'WAITING' }));
  };
  await beginTravel();
  // An intent that ends nothing is answered, and the talk goes on.
  await talk('when are you open', 'We are open from 9 to 18.');
  await talk('please book a flight', 'Where do you want to go?');
  await talk('bombay', 'Booked: a flight to Mumbai.', 'To Mumbai with 45000.');
  const walk = await walkOf(scene, skillId, 'COMPLETED');
  expect((await callsOf(scene, walk)).map(({ kind, state }) => `${kind} ${state}`)).toEqual(['skill DONE', 'skill DONE', 'skill DONE']);
  const turns = await app
    .contextOf(admin)
    .read((tx) =>
      tx
        .selectFrom('botTurns')
        .select(['text', 'intentName', 'sessionId', 'origin'])
        .where('botId', '=', botId)
        .orderBy('askedAt')
        .execute(),
    );
  expect(turns.map(({ text, intentName, sessionId, origin }) => [text, intentName, sessionId === walk.id, origin])).toEqual([
    ['when are you open', 'Opening hours', true, 'CHAT'],
    ['please book a flight', 'Book a flight', true, 'CHAT'],
    ['bombay', 'Book a flight', true, 'CHAT'],
  ]);
  await beginTravel();
  // A text that comes while the bot thinks is answered too, in its order. Of two texts that are on their way, either may arrive first.
  await phone.say('when are you open');
  await vi.waitFor(async () => {
    const { rows } = await app.contextOf(admin).read((tx) =>
      sql`select from chat_actions where enterprise_id = ${admin.enterpriseId} and author_kind = 'customer'
        and message = 'when are you open'`.execute(tx),
    );
    expect(rows.length).toBe(2);
  });
  await talk('book a flight', 'We are open from 9 to 18.', 'Where do you want to go?');
  await talk('new delhi', 'Booked: a flight to Delhi.', 'To Delhi with 45000.');
  await beginTravel();
  await talk('qwertz uiop yxcv', 'Sorry?');

  const answers = (source: string, question: string, leastScore: number) =>
    doing(
      {
        type: 'talk.knowledge',
        config: { sources: [{ ref: 'knowledge', id: source, name: 'Warranty' }], question, leastScore, variable: 'decision' },
      },
      { answered: '{{ decision }} ({{ join(call.Score.answer.sources, ", ") }})', notFound: 'Nobody knows.', error: 'It did not work.' },
    );
  await publish(scene, 'known', answers(warranty, '"How long does the warranty of the coffee machine last?"', 0.5));
  await begin(phone, 'known');
  await lastSays(phone, 'The warranty of the coffee machine lasts two years from the day of purchase. (Warranty (extract))');
  const howOften = '"How often do I descale the tank of the coffee machine?"';
  await publish(scene, 'there', answers(descaling, howOften, 0.5));
  await begin(phone, 'there');
  await lastSays(phone, 'Descale the tank of the coffee machine every three months with citric acid. (Descaling (extract))');
  // Another source of the same bot would know.
  await publish(scene, 'elsewhere', answers(warranty, howOften, 0));
  await begin(phone, 'elsewhere');
  await lastSays(phone, 'Nobody knows.');
  await publish(scene, 'unsure', answers(descaling, howOften, 1));
  await begin(phone, 'unsure');
  await vi.waitFor(async () => expect((await phone.texts()).filter((text) => text === 'Nobody knows.')).toHaveLength(2));
});
