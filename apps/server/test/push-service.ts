import { createDecipheriv, createECDH, createHmac, createPublicKey, type KeyObject, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** A browser that has subscribed: what it tells the product, and what it keeps to itself. */
export type TestBrowser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  privateKey: Buffer;
  auth: Buffer;
};

export function subscribeBrowser(endpoint: string): TestBrowser {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
  return { subscription: { endpoint, keys }, privateKey: ecdh.getPrivateKey(), auth };
}

const hmac = (key: Buffer, ...parts: Buffer[]) => createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const info = (text: string) => Buffer.from(`${text}\0\u0001`, 'latin1');

/**
 * Decrypts a push as a browser does (RFC 8188 and 8291), written from the documents and not from the sender. @throws where it cannot be
 * read
 */
export function readPush(message: Buffer, { privateKey, auth }: Pick<TestBrowser, 'privateKey' | 'auth'>): Buffer {
  const salt = message.subarray(0, 16);
  const recordSize = message.readUInt32BE(16);
  const keyLength = message.readUInt8(20);
  const serverKey = message.subarray(21, 21 + keyLength);
  const record = message.subarray(21 + keyLength);
  if (record.length > recordSize) throw new Error('More than one record.');
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const prkKey = hmac(auth, own.computeSecret(serverKey));
  const ikm = hmac(prkKey, Buffer.from('WebPush: info\0'), own.getPublicKey(), serverKey, Buffer.of(1));
  const prk = hmac(salt, ikm);
  const key = hmac(prk, info('Content-Encoding: aes128gcm')).subarray(0, 16);
  const nonce = hmac(prk, info('Content-Encoding: nonce')).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('This record is not the last one.');
  return padded.subarray(0, end);
}

/** The claims of an Authorization header (RFC 8292), and the key that has signed them. @throws where the signature is not its own */
export function verifyVapid(header: string): { aud: string; exp: number; sub: string; key: string } {
  const [, head = '', body = '', signature = '', key = ''] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  if (JSON.parse(Buffer.from(head, 'base64url').toString()).alg !== 'ES256') throw new Error('Not ES256.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey: KeyObject = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The signature is not that of the key.');
  return { ...JSON.parse(Buffer.from(body, 'base64url').toString()), key };
}

/** One push as the service has got it. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };
type Answer = { status: number; headers?: Record<string, string> };

/** A push service on loopback, which keeps what it gets. `answer` says what it answers next. */
export async function startPushService() {
  const received: Received[] = [];
  const state: { answer: (push: Received) => Answer | Promise<Answer> } = { answer: () => ({ status: 201 }) };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const push = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
      received.push(push);
      Promise.resolve(state.answer(push)).then(
        ({ status, headers = {} }) => response.writeHead(status, headers).end(),
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  if (TestRunner.getCurrentTest()) onTestFinished(stop);
  else afterAll(stop);
  return {
    origin,
    received,
    state,
    to: (path: string) => received.filter((push) => push.path === path),
    /** A browser that has subscribed at this service. */
    subscribe: (path: string) => subscribeBrowser(`${origin}${path}`),
  };
}
