import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const prefix = 'whsec_';

/** Makes a secret as Standard Webhooks define it: 32 random bytes. */
export const makeWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);

/**
 * Makes the headers that prove to the receiver our authorship and the sending time. These are the headers of Standard Webhooks 1.0 and
 * those of the specification's screen (screens 2.4). The latter's HMAC is over the body alone, with the secret as it was shown.
 * @param secrets the one that counts, and the former one while it is still valid
 */
export function signatureHeaders(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${mac(key, `${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standard.join(' '),
    'x-timestamp': String(seconds),
    'x-signature': `sha256=${mac(secrets[0] ?? '', body).digest('hex')}`,
  };
}

const toleranceSeconds = 300;

/**
 * Tells whether a message to us carries one of the secrets: headers of Standard Webhooks 1.0, a clock that is at most five minutes off, and exactly
 * these bytes.
 */
export function isSigned(headers: Readonly<Record<string, unknown>>, body: Buffer, secrets: readonly string[], now: Date): boolean {
  const [id, seconds, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name] ?? ''));
  if (!id || !signatures || !/^\d{1,12}$/.test(seconds ?? '')) return false;
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false;
  const given = signatures.split(' ').map((signature) => Buffer.from(signature));
  // All are compared, so that the time tells nothing of which secret is nearer.
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      const wanted = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`);
      return given.map((one) => one.length === wanted.length && timingSafeEqual(one, wanted)).some(Boolean);
    })
    .some(Boolean);
}
