import { createAgents } from '#platform/safe-fetch/safe-fetch.ts';
import { sendWire } from '#platform/safe-fetch/wire.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Config } from '../../../config.ts';
import { isDone } from './webhook.rules.ts';
import { signatureHeaders } from './webhook.sign.ts';

/** Addresses of strangers: they take no connection from vendors. */
const agents = createAgents(32);
const timeoutMs = 10_000;
const maxBytes = 64 * 1024;
const longestError = 300;

/** Sealed part of a webhook: its secret, and the values of its own headers. */
export type SealedPart = { secret: string; headers: Record<string, string> };
export const openSealed = (secrets: Pick<Secrets, 'decrypt'>, sealed: string): SealedPart =>
  JSON.parse(secrets.decrypt(sealed)) as SealedPart;

/** @property status 0: no answer */
export type Outcome = { status: number; durationMs: number; error: string; retryAfter: string };

export type Posting = { id: string; url: string; body: string; secrets: readonly string[]; headers: Record<string, string> };

/** One POST of exactly these bytes, signed, without following redirects. Never throws: what went wrong is in the outcome. */
export async function post(config: Pick<Config, 'privateHosts'>, { id, url, body, secrets, headers }: Posting): Promise<Outcome> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const isTrusted = config.privateHosts.includes(new URL(url).hostname);
    const wire = {
      method: 'POST',
      url,
      // Our own stand last: none of theirs takes their place.
      headers: { ...headers, 'content-type': 'application/json', ...signatureHeaders(id, new Date(), body, secrets) },
      body,
    };
    const answer = await sendWire(wire, { timeoutMs, maxBytes, isTrusted, agents });
    const error = isDone(answer.status) ? '' : `The address answered ${answer.status}.`;
    return { status: answer.status, durationMs: took(), error, retryAfter: answer.headers['retry-after'] ?? '' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { status: 0, durationMs: took(), error: reason.slice(0, longestError), retryAfter: '' };
  }
}
