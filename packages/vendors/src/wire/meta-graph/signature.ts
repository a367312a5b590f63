import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyOf } from '../../connection.ts';
import type { Connection, HookAnswer, RawRequest } from '../../types.ts';

/** Equal length first, since the comparison itself asks for it; lengths are no secret. */
export function isSame(offered: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(offered), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The bytes as they came: the same JSON written anew has another signature. */
export const signBody = (body: Uint8Array | string, appSecret: string): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

export function verifySignature(request: RawRequest, connection: Connection): 'ok' | 'unsigned' | 'bad' {
  const appSecret = keyOf(connection, 'clientSecret');
  if (appSecret === '') return 'unsigned';
  return isSame(request.headers['x-hub-signature-256'] ?? '', signBody(request.body, appSecret)) ? 'ok' : 'bad';
}

export function answerHandshake(request: RawRequest, connection: Connection): HookAnswer | undefined {
  if (request.method !== 'GET' || request.query['hub.mode'] === undefined) return undefined;
  const wanted = keyOf(connection, 'WebhookVerificationToken');
  const isOurs = request.query['hub.mode'] === 'subscribe' && wanted !== '' && isSame(request.query['hub.verify_token'] ?? '', wanted);
  return isOurs
    ? { status: 200, contentType: 'text/plain', body: request.query['hub.challenge'] ?? '' }
    : { status: 403, contentType: 'text/plain', body: 'The verification token is another one.' };
}
