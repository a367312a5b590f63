import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startApp } from '../../../test/app.ts';
import type { TestUser } from '../../../test/factories.ts';
import { openAgent } from '../../../test/sockets.ts';

type Value = { stringValue?: string; intValue?: number };
type Sent = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Value }[];
  status?: { code?: number };
  links?: { traceId: string }[];
};

/** A collector that takes OTLP over HTTP as JSON, and a page that the product calls. */
const bodies: string[] = [];
const spans: Sent[] = [];
let collectorStatus = 200;
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url !== '/v1/traces' || request.headers['x-team'] !== 'care of all') return response.writeHead(404).end();
    const body = Buffer.concat(chunks).toString();
    bodies.push(body);
    if (collectorStatus === 200)
      for (const resource of JSON.parse(body).resourceSpans)
        for (const scope of resource.scopeSpans) spans.push(...(scope.spans as Sent[]));
    return response.writeHead(collectorStatus, { 'content-type': 'application/json' }).end('{}');
  });
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const headersOfCalls: Record<string, unknown>[] = [];
const page = createServer((request, response) => {
  headersOfCalls.push(request.headers);
  response.writeHead(404).end();
});
await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(page.address() as AddressInfo).port}`;
afterAll(() => {
  for (const server of [collector, page]) {
    server.closeAllConnections();
    server.close();
  }
});

const tracing = { url: `${url}/v1/traces`, headers: { 'x-team': 'care of all' }, serviceName: 'parley', ratio: 1 };
const app = await startApp({ config: { tracing, privateHosts: ['127.0.0.1'] } });
let user: TestUser;
beforeAll(async () => {
  user = await app.makeUser();
});
beforeEach(async () => {
  collectorStatus = 200;
  await app.deps.tracing?.flush();
  bodies.length = 0;
  spans.length = 0;
});

const attributeOf = ({ attributes }: Sent, key: string) => {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const childrenOf = ({ traceId, spanId }: Sent) => spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
/** The span of that name, as soon as the collector has it. */
const arrived = (name: string) =>
  vi.waitFor(
    async () => {
      await app.deps.tracing?.flush();
      const found = spans.find((span) => span.name === name);
      if (!found) throw new Error(`No span ${name}; there are ${spans.map((span) => span.name).join(', ')}`);
      return found;
    },
    { interval: 25 },
  );

test('a request is a span with its statements below it; it names route and enterprise, no path and no value', async () => {
  const other = await app.makeUser({ enterprise: user });
  await app.deps.tracing?.flush();
  spans.length = 0;
  bodies.length = 0;
  const path = endpoints.users.getUser.path.replace(':userId', other.userId);
  const caller = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  const answer = await app.as(user).get(path, { headers: caller });
  expect(answer.statusCode).toBe(200);
  const request = await arrived(`GET ${endpoints.users.getUser.path}`);
  expect(request.parentSpanId ?? '').toBe('');
  expect(request.kind).toBe(2);
  expect(request.traceId).not.toBe('a'.repeat(32));
  expect(request.links?.map(({ traceId }) => traceId)).toEqual(['a'.repeat(32)]);
  expect(attributeOf(request, 'http.route')).toBe(endpoints.users.getUser.path);
  expect(attributeOf(request, 'http.response.status_code')).toBe(200);
  expect(attributeOf(request, 'parley.enterprise_id')).toBe(user.enterpriseId);
  const statements = childrenOf(request);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) expect(attributeOf(statement, 'db.system.name')).toBe('postgresql');
  expect(statements.map((statement) => attributeOf(statement, 'db.query.text')).join()).toContain('"users"');
  for (const secret of [other.userId, other.email, user.token]) expect(bodies.join()).not.toContain(secret);
});

test('a job goes on with the trace of the request that asked for it, and so does the job that it asks for', async () => {
  await app.stranger().post(endpoints.account.recover.path, { emailId: user.email });
  await app.waitForMails(user.email);
  const mail = await arrived('job mail.send');
  const request = await arrived(`POST ${endpoints.account.recover.path}`);
  const guest = await arrived('job account.door');
  expect(guest).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId, kind: 5 });
  expect(mail).toMatchObject({ traceId: request.traceId, parentSpanId: guest.spanId, kind: 5 });
  expect(bodies.join()).not.toContain(user.email);
});

test('a call that leaves the product names its host and answer, not its path, and tells nobody of the trace', async () => {
  const body = { authType: 6, baseUrl: `http://${host}/secret-path-1`, model: 'whisper-1', apikey: 'speech-key-0123456789' };
  await app.as(user).post(endpoints.integrations.test.path, { name: 'Ears', ...body });
  const request = await arrived(`POST ${endpoints.integrations.test.path}`);
  const [call] = childrenOf(request).filter((span) => attributeOf(span, 'server.address') === host);
  expect(call && attributeOf(call, 'http.response.status_code')).toBe(404);
  expect(headersOfCalls.length).toBeGreaterThan(0);
  for (const headers of headersOfCalls) expect(headers).not.toHaveProperty('traceparent');
  for (const secret of ['secret-path-1', 'speech-key']) expect(bodies.join()).not.toContain(secret);
});

test('a frame of a socket is a trace of its own', async () => {
  const agent = await openAgent(app.url, user.token);
  agent.close();
  const frame = await arrived('frame auth');
  expect(frame.parentSpanId ?? '').toBe('');
});

test('a refusal is an answer and no failure of a span', async () => {
  await app.as(user).get(endpoints.users.getUser.path.replace(':userId', '00000000-0000-4000-8000-000000000000'));
  const request = await arrived(`GET ${endpoints.users.getUser.path}`);
  expect(attributeOf(request, 'http.response.status_code')).toBe(404);
  expect(request.status?.code ?? 0).toBe(0);
});

test('a collector that refuses costs the product nothing but a warning', async () => {
  collectorStatus = 400;
  const warned = vi.spyOn(app.deps.log, 'warn');
  expect((await app.as(user).get(endpoints.users.listUsers.path)).statusCode).toBe(200);
  await app.deps.tracing?.flush().catch(() => undefined);
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ err: expect.anything() }), 'the collector took no traces');
});
