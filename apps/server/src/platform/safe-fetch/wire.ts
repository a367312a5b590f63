import { request as undiciRequest } from 'undici';
import { BlockedAddress, checkedTarget, createAgents, TooLarge } from './safe-fetch.ts';

/** As many as a channel may have on the wire: with fewer, a vendor that takes 100 ms would get no more than ten a second over each. */
const agents = createAgents(256);

export type Wire = { method: string; url: string; headers: Record<string, string>; body?: string | Uint8Array };
export type WireAnswer = { status: number; headers: Record<string, string>; body: Uint8Array };

/** A request to a vendor got no complete answer. `connect`: it was not sent; `sent`: the vendor may have acted on it. */
export class WireError extends Error {
  readonly phase: 'connect' | 'sent';
  constructor(phase: 'connect' | 'sent', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'WireError';
    this.phase = phase;
  }
}

const neverLeft = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * One request on a kept connection, with limits of time and size and the same guard of addresses as every other outgoing call, without
 * following redirects. `isTrusted`: the caller has judged the address, and it may lie in the own network.
 * @throws WireError
 */
export async function sendWire(wire: Wire, limits: { timeoutMs: number; maxBytes: number; isTrusted: boolean }): Promise<WireAnswer> {
  let target: ReturnType<typeof checkedTarget>;
  try {
    target = checkedTarget(wire.url, limits.isTrusted ? [new URL(wire.url).hostname] : [], agents);
  } catch (error) {
    throw new WireError('connect', error);
  }
  try {
    const answer = await undiciRequest(target.url, {
      dispatcher: target.dispatcher,
      method: wire.method as 'POST',
      headers: wire.headers,
      headersTimeout: limits.timeoutMs,
      bodyTimeout: limits.timeoutMs,
      ...(wire.body === undefined ? {} : { body: wire.body }),
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > limits.maxBytes) throw new TooLarge(target.url.host, limits.maxBytes);
      chunks.push(chunk);
    }
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
    );
    return { status: answer.statusCode, headers, body: chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks) };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    throw new WireError(error instanceof BlockedAddress || neverLeft.has(code) ? 'connect' : 'sent', error);
  }
}
