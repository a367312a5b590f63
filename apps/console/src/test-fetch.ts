import {
  type AnySchema,
  dataEnvelope,
  type Endpoint,
  ErrorEnvelope,
  type ErrorEnvelope as ErrorEnvelopeType,
  endpoints,
  errorCatalog,
  nestedEnvelope,
  responseEnvelope,
  z,
} from '@parley/contract';
import { onTestFinished, vi } from 'vitest';

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Stubs fetch. What `answer` gives to a call of the contract is parsed by the contract: an answer that the server
 * could not give fails the test, and so does a query or a field of a body that the server would not read.
 */
export function stubFetch(answer: Fetch): void {
  const invented: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const misfit = findMisfit(new URL(address, 'http://host'), init);
    if (misfit) invented.push(misfit);
    const response = await answer(address, init);
    const complaint = await findInvention(`${init.method ?? 'GET'} ${new URL(address, 'http://host').pathname}`, response.clone());
    if (complaint) invented.push(complaint);
    return response;
  });
  onTestFinished(() => {
    if (invented.length > 0) throw new Error(`The server could not take or answer this:\n${invented.join('\n')}`);
  });
}

/** Calls whose address has fewer parameters come first: static segments win over {id}. */
const calls = Object.values(endpoints)
  .flatMap((noun) => Object.values(noun) as Endpoint[])
  .map((endpoint) => ({ endpoint, parts: `${endpoint.method} ${endpoint.path}`.split('/') }))
  .sort((one, other) => countParameters(one.parts) - countParameters(other.parts));

function countParameters(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length;
}

/** The call of the contract that a method and a path are, `GET /e/enterprise/users`. */
export function findEndpoint(call: string): Endpoint | undefined {
  const asked = call.split('/');
  return calls.find(
    ({ parts }) => parts.length === asked.length && parts.every((part, index) => part.startsWith(':') || part === asked[index]),
  )?.endpoint;
}

const successes = new Map<Endpoint, z.ZodType>();

/** The envelope of an endpoint's answer; made once, since a schema is compiled at its first use. */
function successOf(endpoint: Endpoint, answer: AnySchema): z.ZodType {
  const known = successes.get(endpoint);
  if (known) return known;
  const wrap = endpoint.wrap !== 'response' ? dataEnvelope : endpoint.messageShape === 'nested' ? nestedEnvelope : responseEnvelope;
  const made = wrap(answer);
  successes.set(endpoint, made);
  return made;
}

const keysOf = (schema: AnySchema | undefined): string[] | undefined => {
  const shape = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape;
  return shape && Object.keys(shape);
};

/** Fields of a body by their names; undefined where it is a list or a file. */
export function readBody(body: RequestInit['body']): Record<string, unknown> | undefined {
  if (body === undefined || body === null || typeof body === 'object') return undefined;
  return body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : Object.fromEntries(new URLSearchParams(body));
}

/** Returns the part of an address or a body that the call does not read, or a value of the query that it refuses. */
function findMisfit({ pathname, searchParams }: URL, { method = 'GET', body, headers }: RequestInit): string | undefined {
  const call = `${method} ${pathname}`;
  const endpoint = findEndpoint(call);
  if (!endpoint) return undefined;
  if (method === 'GET' && new Headers(headers).has('content-type')) return `${call}: a call that reads has no content type`;
  const query = Object.fromEntries([...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]));
  const unknown = Object.keys(query).filter((key) => !keysOf(endpoint.query)?.includes(key));
  if (unknown.length > 0) return `${call}: the query has no ${unknown.join(', ')}`;
  const parsed =
    endpoint.query &&
    z.safeParse(endpoint.query, Object.fromEntries(Object.entries(query).map(([key, all]) => [key, all.length > 1 ? all : all[0]])));
  if (parsed && !parsed.success)
    return `${call}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`;
  const fields = keysOf(endpoint.body);
  const surplus = fields && Object.keys(readBody(body) ?? {}).filter((key) => !fields.includes(key));
  return surplus && surplus.length > 0 ? `${call}: the body has no ${surplus.join(', ')}` : undefined;
}

async function findInvention(call: string, response: Response): Promise<string | undefined> {
  const endpoint = findEndpoint(call);
  if (!endpoint?.answer) return undefined;
  const given: unknown = await response.json();
  const isSuccess = (given as { status?: unknown } | null)?.status === true;
  const parsed = (isSuccess ? successOf(endpoint, endpoint.answer) : ErrorEnvelope).safeParse(given);
  if (!parsed.success) {
    return `${call}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`;
  }
  const extra = isSuccess ? findExtra(given, parsed.data) : findRefusalInvention(parsed.data as ErrorEnvelopeType);
  return extra && `${call}: ${extra}`;
}

function findRefusalInvention({ code, data }: ErrorEnvelopeType): string | undefined {
  if (!(code in errorCatalog)) return `the catalogue has no code ${code}`;
  const parsed = errorCatalog[code as keyof typeof errorCatalog].data.safeParse(data);
  if (!parsed.success)
    return `data of ${code}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`;
  return findExtra(data, parsed.data, 'data');
}

/** The first key that was given and that the contract does not know, or leaves out when it parses. */
function findExtra(given: unknown, parsed: unknown, at = ''): string | undefined {
  if (typeof given !== 'object' || given === null || typeof parsed !== 'object' || parsed === null) return undefined;
  for (const [key, value] of Object.entries(given)) {
    const path = at ? `${at}.${key}` : key;
    if (!(key in parsed)) return `${path} is not in the contract`;
    const extra = findExtra(value, (parsed as Record<string, unknown>)[key], path);
    if (extra) return extra;
  }
  return undefined;
}
