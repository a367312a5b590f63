import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { BlockedAddress, safeFetch, TooManyRedirects } from './safe-fetch.ts';

const options = { maxBytes: 1000, timeoutMs: 5000 };
/** A host of the own network that the installation allows, so that there is something to fetch from. */
const withLocal = { ...options, allowedHosts: ['localhost'] };

async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}

const refused = (address: string) =>
  safeFetch(address, options).then(
    () => 'fetched',
    (error: unknown) => (error instanceof BlockedAddress ? 'blocked' : String(error)),
  );

test.each([
  'http://127.0.0.1/',
  'http://127.255.255.254/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  // The same addresses as people hide them
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://１２７.0.0.1/',
  'http://[::]/',
  'http://[::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd12:3456::1]/',
  'http://[ff02::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b:1::10.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
  // Names that lead there
  'http://localhost/',
])('%s is refused', async (address) => {
  expect(await refused(address)).toBe('blocked');
});

test.each(['ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,x', 'http://user:secret@example.com/'])(
  '%s is no plain web address',
  async (address) => {
    expect(await refused(address)).toBe('blocked');
  },
);

test('a host that the installation allows is fetched, with method, headers and body', async () => {
  const { port } = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      response
        .writeHead(201, { 'content-type': 'text/plain' })
        .end(`${request.method} ${request.headers['x-test']} ${Buffer.concat(chunks).toString()}`),
    );
  });
  const answer = await safeFetch(`http://localhost:${port}/`, {
    ...withLocal,
    method: 'POST',
    headers: { 'x-test': 'yes' },
    body: 'Hello',
  });
  expect({ ...answer, body: answer.body.toString() }).toEqual({
    status: 201,
    url: `http://localhost:${port}/`,
    contentType: 'text/plain',
    body: 'POST yes Hello',
  });
});

test.each(['http://127.0.0.1:PORT/inner', 'http://[::ffff:127.0.0.1]:PORT/inner', 'file:///etc/passwd', '//10.0.0.1/'])(
  'a redirect to %s is refused, and what lies there is not asked',
  async (target) => {
    const asked: string[] = [];
    const { port } = await startServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: target.replace('PORT', String(port)) }).end();
    });
    await expect(safeFetch(`http://localhost:${port}/outer`, withLocal)).rejects.toThrow(BlockedAddress);
    expect(asked).toEqual(['/outer']);
  },
);

test('redirects are followed to where they end, and not forever', async () => {
  const { port } = await startServer((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(307, { location: `/${left - 1}` }).end();
    else response.end('there');
  });
  const answer = await safeFetch(`http://localhost:${port}/5`, withLocal);
  expect([answer.url, answer.body.toString()]).toEqual([`http://localhost:${port}/0`, 'there']);
  await expect(safeFetch(`http://localhost:${port}/6`, withLocal)).rejects.toThrow(TooManyRedirects);
});

test('no more is read than allowed, and no longer', async () => {
  const { port } = await startServer((request, response) => {
    if (request.url === '/large') response.end('x'.repeat(1001));
    else if (request.url === '/fits') response.end('x'.repeat(1000));
    else response.write('never ends');
  });
  expect((await safeFetch(`http://localhost:${port}/fits`, withLocal)).body).toHaveLength(1000);
  await expect(safeFetch(`http://localhost:${port}/large`, withLocal)).rejects.toThrow('larger than 1000 bytes');
  await expect(safeFetch(`http://localhost:${port}/slow`, { ...withLocal, timeoutMs: 200 })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});
