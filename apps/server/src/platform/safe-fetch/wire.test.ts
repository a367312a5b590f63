import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendWire, WireError } from './wire.ts';

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const limits = { timeoutMs: 400, maxBytes: 1000, isTrusted: true };
const send = (url: string) => sendWire({ method: 'POST', url, headers: {}, body: '{}' }, limits);

test('an answer that drips is ended at the limit of the whole, though each part of it comes in time', async () => {
  const url = await startServer((_request, response) => {
    response.writeHead(200);
    const dripping = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(dripping));
  });
  const error = await send(url).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WireError);
  expect(error).toMatchObject({ phase: 'sent', message: expect.stringMatching(/did not answer within 0\.4 s/) });
});

test('an answer in time is whole, and an answer that is too large is ended', async () => {
  const url = await startServer((_request, response) => response.end('accepted'));
  expect(Buffer.from((await send(url)).body).toString()).toBe('accepted');
  const large = await startServer((_request, response) => response.end('x'.repeat(2000)));
  await expect(send(large)).rejects.toMatchObject({ phase: 'sent' });
});
