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
  type z,
} from '@parley/contract';
import { onTestFinished, vi } from 'vitest';

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Stubs fetch. What `answer` gives to a call of the contract is parsed by the contract: an answer that the server
 * could not give fails the test.
 */
export function stubFetch(answer: Fetch): void {
  const invented: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const response = await answer(address, init);
    const complaint = await findInvention(`${init.method ?? 'GET'} ${new URL(address, 'http://host').pathname}`, response.clone());
    if (complaint) invented.push(complaint);
    return response;
  });
  onTestFinished(() => {
    if (invented.length > 0) throw new Error(`The server could not answer this:\n${invented.join('\n')}`);
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

function findEndpoint(call: string): Endpoint | undefined {
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
