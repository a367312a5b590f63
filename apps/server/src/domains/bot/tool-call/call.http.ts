import { cleanText, isStorable, type ToolContent, toolTurn } from '@parley/contract';
import { BlockedAddress, createAgents, TooLarge } from '#platform/safe-fetch/safe-fetch.ts';
import { sendWire, type Wire, WireError } from '#platform/safe-fetch/wire.ts';
import { fillSlots, slotsOf, staysInPlace, type ToolValues } from '../tool/tool.rules.ts';

/** Addresses of tools: they take no connection from vendors, webhooks or streams. */
const agents = createAgents(32);
const mostBytes = 262_144;

/** Outcome of a call. `lost`: it left, and nobody knows what it did; `shutOut`: the service did not let us in. */
export type Tried =
  | { kind: 'done'; answer: string }
  | { kind: 'failed'; error: string }
  | { kind: 'shutOut' }
  | { kind: 'lost'; error: string };

type Service = { baseUrl: string; headers: Readonly<Record<string, string>> };

/** Address and body of a call; it stays below the service's address, and no value leads out of its place in the path. */
function requestOf(
  { service, bound }: ToolContent,
  values: ToolValues,
  { baseUrl }: Service,
): { url: URL; body: string | undefined } | undefined {
  const used = new Set(slotsOf(service.path));
  if (![...used].every((name) => staysInPlace(values[name] ?? ''))) return undefined;
  const path = fillSlots(service.path, (name) => encodeURIComponent(String(values[name] ?? '')));
  const url = new URL(baseUrl);
  const base = url.pathname.replace(/\/$/, '');
  url.pathname = base + path;
  if (!url.pathname.startsWith(`${base}/`)) return undefined;
  const rest = Object.entries(values).filter(([name]) => !used.has(name));
  if (service.method === 'GET' || service.method === 'DELETE') {
    for (const [name, value] of rest) url.searchParams.append(name, String(value));
    return { url, body: undefined };
  }
  // Bound values stand last: no input takes their place.
  const names = new Set(bound.map(({ name }) => name));
  return {
    url,
    body: JSON.stringify(Object.fromEntries(rest.toSorted(([one], [other]) => Number(names.has(one)) - Number(names.has(other))))),
  };
}

const lowered = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** @param values inputs and bound values @param key the same on each try */
export async function tryTool(
  tool: ToolContent,
  values: ToolValues,
  { service, key, timeoutMs, privateHosts }: { service: Service; key: string; timeoutMs: number; privateHosts: readonly string[] },
): Promise<Tried> {
  const request = requestOf(tool, values, service);
  if (!request) return { kind: 'failed', error: 'The address leads out of its service.' };
  const wire: Wire = {
    method: tool.service.method,
    url: request.url.href,
    headers: {
      accept: 'application/json',
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...lowered(service.headers),
      'idempotency-key': key,
    },
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  try {
    const { status, body } = await sendWire(wire, {
      timeoutMs,
      maxBytes: mostBytes,
      isTrusted: privateHosts.includes(request.url.hostname),
      agents,
    });
    if (status === 401) return { kind: 'shutOut' };
    if (status >= 300 && status < 400) return { kind: 'failed', error: `The service redirects (${status}), which is not followed.` };
    if (status >= 500) return { kind: 'lost', error: `The service answered ${status}.` };
    if (status >= 400) return { kind: 'failed', error: `The service answered ${status}.` };
    return { kind: 'done', answer: pick(Buffer.from(body).toString('utf8'), tool.picks) };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const words = error.message.slice(0, 500);
    const isOurs = error.cause instanceof BlockedAddress;
    const isLarge = error.cause instanceof TooLarge;
    if (error.phase === 'connect' || isOurs) return { kind: 'failed', error: words };
    return { kind: 'lost', error: isLarge ? 'The service sent more than an answer can hold.' : words };
  }
}

function partOf(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** Returns what a model reads of an answer: the named parts of JSON, or all of it, and never more than a turn can hold. */
export function pick(text: string, picks: readonly string[]): string {
  let whole = text;
  if (picks.length > 0) {
    try {
      const value: unknown = JSON.parse(text);
      whole = JSON.stringify(Object.fromEntries(picks.map((path) => [path, partOf(value, path)])));
    } catch {
      return '';
    }
  }
  return bounded(isStorable(whole) ? whole : cleanText(whole));
}

/** Cuts a text by its bytes, between two characters. */
export function bounded(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= toolTurn.answerBytes) return text;
  let end = toolTurn.answerBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}
