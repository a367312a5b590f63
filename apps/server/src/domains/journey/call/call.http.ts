import { createHash } from 'node:crypto';
import { cleanText, isStorable } from '@parley/contract';
import { type CallRequest, fromJson, wireBodyOf, wireHeadersOf } from '@parley/journey';
import { BlockedAddress, createAgents, TooLarge } from '#platform/safe-fetch/safe-fetch.ts';
import { sendWire, type WireAnswer, WireError } from '#platform/safe-fetch/wire.ts';
import type { CallKey } from './call.repository.ts';
import type { Tried } from './call.rules.ts';

type HttpRequest = Extract<CallRequest, { kind: 'http' }>;
/** Addresses of streams: they take no connection from vendors, webhooks or services. */
const agents = createAgents(32);
const mostBytes = 262_144;
const mostText = 65_536;

/** The same on each try, so that the service can tell a second try from a second call. */
export const idempotencyKey = ({ instanceId, turn, nodeId }: CallKey & { turn: number; nodeId: string }): string =>
  createHash('sha256').update(`${instanceId}:${turn}:${nodeId}`).digest('hex');

const lowered = (headers: readonly (readonly [string, string])[]) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

/** Data of a saved service that a call carries. */
type Service = { baseUrl: string; headers: Readonly<Record<string, string>> };
const nowhere: Service = { baseUrl: '', headers: {} };

/** Returns the address of a call; with a saved service it stays below the service's address, even if values in the path try to leave it. */
function addressOf({ address }: HttpRequest, { baseUrl }: Service): URL | undefined {
  if (baseUrl === '') return URL.parse(address) ?? undefined;
  const url = new URL(baseUrl);
  const base = url.pathname.replace(/\/$/, '');
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  if (path !== '') url.pathname = base + path;
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value);
  return path === '' || url.pathname.startsWith(`${base}/`) ? url : undefined;
}

/** One try of an HTTP call, by the guard of every other address that users enter. */
export async function tryHttp(request: HttpRequest, key: string, privateHosts: readonly string[], service = nowhere): Promise<Tried> {
  const url = addressOf(request, service);
  if (!url) return { kind: 'notSent', error: 'The address is none, or leads out of its service.', isFinal: true };
  for (const [name, value] of request.query) url.searchParams.append(name, value);
  const body = wireBodyOf(request);
  const headers = {
    accept: 'application/json',
    ...(body ? { 'content-type': body.type } : {}),
    ...lowered(wireHeadersOf(request)),
    // Those of the service stand last: none of the stream's takes their place.
    ...lowered(Object.entries(service.headers)),
    'idempotency-key': key,
  };
  const wire = { method: request.method, url: url.href, headers, ...(body ? { body: body.text } : {}) };
  const limits = { timeoutMs: request.timeoutSeconds * 1000, maxBytes: mostBytes, isTrusted: privateHosts.includes(url.hostname), agents };
  try {
    return answered(await sendWire(wire, limits));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const isFinal = error.cause instanceof BlockedAddress || error.cause instanceof TooLarge;
    return { kind: error.phase === 'connect' ? 'notSent' : 'lost', error: error.message.slice(0, 500), isFinal };
  }
}

function answered({ status, headers, body }: WireAnswer): Tried {
  const given = headers['retry-after'] ?? '';
  const seconds = /^\d{1,6}$/.test(given) ? Number(given) : Math.ceil((Date.parse(given) - Date.now()) / 1000);
  const retryAfterSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  return { kind: 'answered', status, answer: readAnswer(Buffer.from(body).toString('utf8')), retryAfterSeconds };
}

/** JSON where it is that and can be kept, else its text. */
export function readAnswer(text: string): unknown {
  try {
    const value = fromJson(JSON.parse(text));
    JSON.stringify(value);
    if (isStorable(value)) return value;
  } catch {
    // No JSON, or nested deeper than anybody reads.
  }
  return text === '' ? null : cleanText(text.slice(0, mostText));
}
