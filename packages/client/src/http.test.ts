import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reasonHeader } from '@parley/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, createClient } from './http.ts';

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string };
type Reply = { status?: number; headers?: Record<string, string>; body: string };

const success = (more: object): Reply => ({ body: JSON.stringify({ status: true, code: '100', message: 'Success', data: null, ...more }) });
const refusal = (status: number, more: object): Reply => ({
  status,
  body: JSON.stringify({ status: false, code: 'x', message: 'No.', data: {}, ...more }),
});

/** A server at the far end of real HTTP that notes what arrives and answers what the test says. */
async function makeClient(reply: Reply, token: string | null = 'secret') {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(reply.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const onError = vi.fn();
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createClient({ baseUrl, getToken: () => token, onError }), received, onError, server };
}

const chatId = '01936f5e-0000-7000-8000-000000000000';

test('SHELL-067 the answer is what data, or response where the specification has it, holds', async () => {
  const { client } = await makeClient(success({ data: { newChatCount: 2 } }));
  expect(await client.chats.counts()).toEqual({ newChatCount: 2 });
  const other = await makeClient(success({ response: { users: [], more: false } }));
  expect(await other.client.chats.agents({ query: { roles: [] } })).toEqual({ users: [], more: false });
});

test('SHELL-067 a refusal is thrown with the code, message and data of the envelope, and told first', async () => {
  const { client, onError } = await makeClient(
    refusal(409, { code: 'chat.agent_full', message: 'You already have 40 open chats.', data: { maxOpenChats: 40 }, requestId: 'r-1' }),
  );
  const error = await client.chats.counts().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: 'chat.agent_full',
    message: 'You already have 40 open chats.',
    httpStatus: 409,
    data: { maxOpenChats: 40 },
    requestId: 'r-1',
    endsSession: false,
  });
  expect(onError).toHaveBeenCalledExactlyOnceWith(error, 'secret');
});

test('SHELL-068 SHELL-074 the authentication-token header is there with a token and absent without one', async () => {
  const signedIn = await makeClient(success({}));
  await signedIn.client.chats.counts();
  expect(signedIn.received[0]?.headers['authentication-token']).toBe('secret');
  const signedOut = await makeClient(success({}), null);
  await signedOut.client.chats.counts();
  expect(signedOut.received[0]?.headers).not.toHaveProperty('authentication-token');
});

test('SHELL-069 a GET has no content type, and its query names every value', async () => {
  const { client, received } = await makeClient(success({ response: {} }));
  await client.chats.agents({ query: { roles: [3, 4], agentStatus: -1, perPage: 200, name: 'a&b ü' } });
  const [{ method, url, headers, body }] = received as [Received];
  expect({ method, body }).toEqual({ method: 'GET', body: '' });
  expect(headers).not.toHaveProperty('content-type');
  const query = new URL(url, 'http://host').searchParams;
  expect([query.getAll('roles'), query.get('agentStatus'), query.get('perPage'), query.get('name')]).toEqual([
    ['3', '4'],
    '-1',
    '200',
    'a&b ü',
  ]);
});

test('SHELL-066 SHELL-069 a request other than GET is form-encoded, and JSON only where a form cannot carry it', async () => {
  const { client, received } = await makeClient(success({}));
  await client.chats.updateTag({ params: { chatId }, body: { tag: 'a=b&c', note: 'ü 50%' } });
  await client.chats.saveConfiguration({ body: { chat: { maxOpenChats: 5 }, reset: [] } });
  await client.chats.pin({ params: { chatId, pin: 'pin' } });
  const [form, json, empty] = received as [Received, Received, Received];
  expect(form).toMatchObject({ method: 'PUT', url: `/e/enterprise/chat/${chatId}/update_tag` });
  expect(form.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(form.body))).toEqual({ tag: 'a=b&c', note: 'ü 50%' });
  expect(json.headers['content-type']).toBe('application/json');
  expect(JSON.parse(json.body)).toEqual({ chat: { maxOpenChats: 5 }, reset: [] });
  expect(empty).toMatchObject({ method: 'POST', url: `/e/enterprise/chat/${chatId}/pin`, body: '' });
});

test('SHELL-070 the two of the six that carry JSON say so, and are not forced to be a form', async () => {
  const { client, received } = await makeClient(success({}));
  await client.knowledge.removeDocuments({ body: { agentId: chatId, filenames: ['terms.pdf'] } });
  await client.campaigns.import({ body: { file: { name: 'x' }, requestKey: 'k' } as never });
  expect(received.map(({ method, url, headers }) => [method, url, headers['content-type']])).toEqual([
    ['POST', '/chatbird/api/nlp/agent/delete_documents', 'application/json'],
    ['POST', '/chatbird/api/campaign/import', 'application/json'],
  ]);
});

test('the reason of the user goes with what may change something, encoded, and with the repetition after a proof', async () => {
  const { received, server } = await makeClient(refusal(409, { code: 'proof.needed' }));
  const reasons = ['Müll – 100 %', 'of another call'];
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    getToken: () => null,
    getReason: () => reasons.shift() ?? '',
    again: () => Promise.resolve(true),
  });
  await expect(client.chats.pin({ params: { chatId, pin: 'pin' } })).rejects.toBeInstanceOf(ApiError);
  await expect(client.chats.counts()).rejects.toBeInstanceOf(ApiError);
  expect(received.map(({ method, headers }) => [method, headers[reasonHeader]])).toEqual([
    ['POST', 'M%C3%BCll%20%E2%80%93%20100%20%25'],
    ['POST', 'M%C3%BCll%20%E2%80%93%20100%20%25'],
    ['GET', undefined],
    ['GET', undefined],
  ]);
});

test('SHELL-065 paths are relative to the configured host, and values in them are one segment each', async () => {
  const { client, received } = await makeClient(success({}));
  await client.chats.get({ params: { chatId: '../../x?y=1#z' } });
  expect(received[0]?.url).toBe('/e/enterprise/chat/..%2F..%2Fx%3Fy%3D1%23z');
});

test('SHELL-077 SHELL-080 a missing login and the code 403 end the session; other refusals do not', async () => {
  const endsSession = async (reply: Reply) => {
    const { client } = await makeClient(reply);
    return client.chats.counts().then(
      () => undefined,
      (error: ApiError) => error.endsSession,
    );
  };
  expect(await endsSession(refusal(401, { code: 'login_required', login_required: true }))).toBe(true);
  expect(await endsSession(refusal(403, { code: '403' }))).toBe(true);
  expect(await endsSession(refusal(403, { code: '1403' }))).toBe(false);
  expect(await endsSession(refusal(403, { code: 'request.origin_refused' }))).toBe(false);
  expect(await endsSession(refusal(500, { code: 'server.unexpected' }))).toBe(false);
});

test('no answer and an answer that is no envelope are told apart', async () => {
  const page = await makeClient({
    status: 502,
    headers: { 'content-type': 'text/html', 'x-request-id': 'r-2' },
    body: '<h1>Bad gateway</h1>',
  });
  await expect(page.client.chats.counts()).rejects.toMatchObject({ code: 'unreadable', httpStatus: 502, requestId: 'r-2' });
  const gone = await makeClient(success({}));
  gone.server.close();
  await once(gone.server, 'close');
  await expect(gone.client.chats.counts()).rejects.toMatchObject({ code: 'network', message: 'Something went wrong', httpStatus: 0 });
  expect(gone.onError).toHaveBeenCalledTimes(1);
});

test('a call that was taken back fails as that, and is told to nobody', async () => {
  const { client, onError } = await makeClient(success({}));
  await expect(client.chats.counts({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  expect(onError).not.toHaveBeenCalled();
});

test('an answer without an envelope is given as it is', async () => {
  const text = await makeClient({ headers: { 'content-type': 'text/plain' }, body: 'You have signed out.' });
  expect(await text.client.account.logout()).toBe('You have signed out.');
  const json = await makeClient({ body: '{"userMode":"invite"}' });
  expect(await json.client.branding.appConfig()).toEqual({ userMode: 'invite' });
});

test("GENAI-014 the server's words come beside the answer where they are asked for, from a level deeper too", async () => {
  const { client } = await makeClient(success({ message: 'Chat closed' }));
  expect(await client.told.account.activate({ body: { activationId: 'a' } })).toEqual({ answer: null, message: 'Chat closed' });
  const { client: nested } = await makeClient(success({ message: { message: 'Saved' }, response: { _id: 'i' } }));
  expect(await nested.told.integrations.create({ body: {} as never })).toEqual({ answer: { _id: 'i' }, message: 'Saved' });
});
