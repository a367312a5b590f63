import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { ErrorEnvelope, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startApp } from '../../../../test/app.ts';
import { openAgent } from '../../../../test/sockets.ts';
import type { Actor } from '../../../context.ts';
import { createAuthentication } from './authentication.ts';

const limit = 300;
const madeUp = () => randomBytes(32).toString('base64url');
const me = endpoints.users.me.path;

test('a flood of made-up tokens from one address reaches the database so often and no oftener, even at one moment', async () => {
  const find = vi.fn(async () => undefined);
  const authenticate = createAuthentication({ actors: { recall: () => undefined, find }, now: () => new Date(0) });
  const tries = await Promise.allSettled(Array.from({ length: 1000 }, () => authenticate(madeUp(), '203.0.113.7')));
  expect(find).toHaveBeenCalledTimes(limit);
  expect(tries.filter((result) => result.status === 'rejected')).toHaveLength(1000 - limit);
  await authenticate(madeUp(), '203.0.113.8');
  expect(find).toHaveBeenCalledTimes(limit + 1);
});

test('a call without a token asks and counts nothing, and a failing database is nobody’s guess', async () => {
  const find = vi.fn(async (): Promise<Actor | undefined> => {
    throw new Error('away');
  });
  const authenticate = createAuthentication({ actors: { recall: () => undefined, find }, now: () => new Date(0) });
  for (let count = 0; count < 2 * limit; count += 1) expect(await authenticate('', 'a')).toBeUndefined();
  expect(find).not.toHaveBeenCalled();
  for (let count = 0; count < 2 * limit; count += 1) await expect(authenticate(madeUp(), 'a')).rejects.toThrow('away');
  expect(find).toHaveBeenCalledTimes(2 * limit);
});

test('the address is told to wait, its signed-in people go on, and after a minute it may try again', async () => {
  let shiftMs = 0;
  const app = await startApp({ now: () => new Date(Date.now() + shiftMs) });
  const user = await app.makeUser();
  const office = app.stranger();
  const call = (token: string) => office.get(me, { headers: { 'authentication-token': token } });
  expect((await call(user.token)).statusCode).toBe(200);
  for (let count = 0; count < limit; count += 1) expect((await call(madeUp())).statusCode).toBe(401);
  const refused = await call(madeUp());
  expect(refused.statusCode).toBe(429);
  const { code, data } = ErrorEnvelope.parse(refused.json());
  expect([code, Number(refused.headers['retry-after'])]).toEqual(['request.rate_limited', data.retryAfterSeconds]);
  expect((await call(user.token)).statusCode).toBe(200);
  expect((await app.stranger().get(me, { headers: { 'authentication-token': madeUp() } })).statusCode).toBe(401);
  shiftMs = 61_000;
  expect((await call(madeUp())).statusCode).toBe(401);
});

test('sockets are counted with the calls of their address, which a trusted proxy names', async () => {
  const app = await startApp({ config: { trustProxy: 1 } });
  const user = await app.makeUser();
  const closeCodeOf = async (token: string, address: string) => {
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/actions?token=${token}`, { headers: { 'x-forwarded-for': address } });
    const [code] = (await once(socket, 'close')) as [number];
    return code;
  };
  const flood = { headers: { 'x-forwarded-for': '203.0.113.9' } };
  const stranger = app.stranger();
  for (let count = 0; count < limit - 1; count += 1)
    await stranger.get(me, { headers: { ...flood.headers, 'authentication-token': madeUp() } });
  expect(await closeCodeOf(madeUp(), '203.0.113.9')).toBe(4001);
  expect(await closeCodeOf(madeUp(), '203.0.113.9')).toBe(1013);
  expect(await closeCodeOf(madeUp(), '203.0.113.10')).toBe(4001);
  const agent = await openAgent(app.url, user.token);
  agent.close();
});
