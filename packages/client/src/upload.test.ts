// @vitest-environment jsdom
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, createClient } from './http.ts';

/** A server of another origin, as the page of the test has none of its own. */
async function makeClient(status: number, body: string, more: Partial<ClientOptions> = {}) {
  const received: { token: unknown; type: string | undefined; body: string; path: string | undefined; reason: unknown }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST')
        received.push({
          token: request.headers['authentication-token'],
          type: request.headers['content-type'],
          body: Buffer.concat(chunks).toString(),
          path: request.url,
          reason: request.headers['x-reason'],
        });
      response
        .writeHead(request.method === 'POST' ? status : 204, {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': 'authentication-token, x-reason',
        })
        .end(request.method === 'POST' ? body : undefined);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client: createClient({ baseUrl, getToken: () => 'secret', ...more }), received, server };
}

function makeForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['name\nAda\n']), 'list.csv');
  return form;
}

const uploaded = { id: 'f', url: '/f', name: 'list.csv', type: 'text/csv', size: 9 };

test('a file travels with the token, tells how far it is, and its content type is the form’s own', async () => {
  const { client, received } = await makeClient(
    200,
    JSON.stringify({ status: true, code: '100', message: 'Success', data: null, response: uploaded }),
  );
  const ratios: number[] = [];
  expect(await client.upload(makeForm(), (ratio) => ratios.push(ratio))).toEqual(uploaded);
  expect(ratios.at(-1)).toBe(1);
  expect(received[0]?.token).toBe('secret');
  expect(received[0]?.type).toMatch(/^multipart\/form-data; boundary=\S+$/);
  expect(received[0]?.body).toContain('filename="list.csv"');
});

test.each([
  '/e/drive/upload',
  '/chatbird/api/templates/upload',
  '/e/enterprise/journey/import',
  '/chatbird/api/nlp/agent/upload_documents',
])('SHELL-070 an upload to %s has the type of its form and no other', async (path) => {
  const { client, received } = await makeClient(
    200,
    JSON.stringify({ status: true, code: '100', message: '', data: null, response: uploaded }),
  );
  await client.upload(makeForm(), undefined, { path });
  expect(received.map(({ type, path: asked }) => [asked, type])).toEqual([
    [path, expect.stringMatching(/^multipart\/form-data; boundary=\S+$/)],
  ]);
});

test("a refused file is refused in the server's words", async () => {
  const { client } = await makeClient(
    415,
    JSON.stringify({ status: false, code: 'file.type_not_allowed', message: 'Invalid File Format !', data: {} }),
  );
  await expect(client.upload(makeForm())).rejects.toMatchObject({
    code: 'file.type_not_allowed',
    message: 'Invalid File Format !',
    httpStatus: 415,
  });
});

test("UPLOAD-014 a failed upload says 'Something bad happened. Please try again later.'", async () => {
  const words = 'Something bad happened. Please try again later.';
  const broken = await makeClient(502, '<h1>Bad gateway</h1>');
  await expect(broken.client.upload(makeForm())).rejects.toMatchObject({ code: 'unreadable', message: words, httpStatus: 502 });
  const gone = await makeClient(200, '');
  gone.server.close();
  await once(gone.server, 'close');
  await expect(gone.client.upload(makeForm())).rejects.toMatchObject({ code: 'network', message: words });
});

test('a file goes to another path where one is named', async () => {
  const { client, received } = await makeClient(
    200,
    JSON.stringify({ status: true, code: '100', message: 'Success', data: null, response: uploaded }),
  );
  expect(await client.upload(makeForm(), undefined, { path: '/uploads/file' })).toEqual(uploaded);
  expect(received[0]?.path).toBe('/uploads/file');
});

test('a call that answers in data is read there', async () => {
  const { client } = await makeClient(200, JSON.stringify({ status: true, code: '100', message: 'Success', data: uploaded }));
  expect(await client.upload(makeForm(), undefined, { path: '/audience/file', answer: 'data' })).toEqual(uploaded);
});

test('an upload that is given up ends with the reason of its signal', async () => {
  const { client } = await makeClient(200, '{}');
  const giveUp = new AbortController();
  const work = client.upload(makeForm(), undefined, { signal: giveUp.signal });
  giveUp.abort();
  await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  await expect(client.upload(makeForm(), undefined, { signal: giveUp.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('a form brings the answer with the words, carries the reason, and goes once more after a fresh proof', async () => {
  const refused = JSON.stringify({ status: false, code: 'proof.needed', message: 'Prove it', data: { why: 'old' } });
  const asked: string[] = [];
  const again = (error: { code: string }) => Promise.resolve(asked.push(error.code) === 1);
  const needing = await makeClient(403, refused, { again, getReason: () => 'a cleanup, ordered' });
  const work = needing.client.sendForm('/journeys/import', makeForm());
  await expect(work).rejects.toMatchObject({ code: 'proof.needed', data: { why: 'old' }, httpStatus: 403 });
  expect([needing.received.length, asked]).toEqual([2, ['proof.needed']]);
  expect(needing.received.map(({ reason }) => reason)).toEqual(['a%20cleanup%2C%20ordered', 'a%20cleanup%2C%20ordered']);

  const taken = JSON.stringify({ status: true, code: '100', message: 'Imported', data: { id: 'j' } });
  const { client, received } = await makeClient(200, taken);
  const ratios: number[] = [];
  const sent = await client.sendForm<{ id: string }>('/journeys/import', makeForm(), { onProgress: (ratio) => ratios.push(ratio) });
  expect([sent, ratios.at(-1), received[0]?.path]).toEqual([{ answer: { id: 'j' }, message: 'Imported' }, 1, '/journeys/import']);
  const broken = await makeClient(502, '<html>');
  await expect(broken.client.sendForm('/x', makeForm())).rejects.toMatchObject({ code: 'unreadable', message: 'Something went wrong' });
});
