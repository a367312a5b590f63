import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** As Standard Webhooks write it: 32 random bytes. */
export const makeWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);

/**
 * What tells the receiver that the bytes are ours and when they left: the headers of Standard Webhooks 1.0, and beside them those of the
 * specification's screen (screens 2.4), whose HMAC is over the body alone, with the secret as it was shown.
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
