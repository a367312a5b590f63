import { outgoing } from './outgoing.ts';
import { type Agents, checkedTarget, createAgents, TooLarge } from './safe-fetch.ts';

/**
 * Keeps as many connections as a channel may have on the wire: with fewer, a vendor that takes 100 ms would get no more than ten a second
 * over each.
 */
const vendorAgents = createAgents(256);

export type Wire = { method: string; url: string; headers: Record<string, string>; body?: string | Uint8Array };
/** @property agents kept connections of the callers; the vendors' are the default */
export type WireLimits = { timeoutMs: number; maxBytes: number; isTrusted: boolean; agents?: Agents };
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

/** The whole answer was not there in time, however lively it came. */
class TooLate extends Error {
  constructor(host: string, timeoutMs: number) {
    super(`${host} did not answer within ${timeoutMs / 1000} s.`);
  }
}

type Target = ReturnType<typeof checkedTarget>;
const mostTargets = 1000;
/** Addresses that were judged: a channel's are few. Where a name leads is judged anew with each connection. */
const targetsOf = new WeakMap<Agents, Map<string, Target>>();

function targetOf(address: string, isTrusted: boolean, agents: Agents): Target {
  const targets = targetsOf.get(agents) ?? new Map<string, Target>();
  targetsOf.set(agents, targets);
  const key = `${isTrusted} ${address}`;
  const known = targets.get(key);
  if (known) return known;
  const target = checkedTarget(address, isTrusted ? [new URL(address).hostname] : [], agents);
  if (targets.size >= mostTargets) targets.clear();
  targets.set(key, target);
  return target;
}

/**
 * One request on a kept connection, with limits of time and size and the same guard of addresses as every other outgoing call, without
 * following redirects. `isTrusted`: the caller has judged the address, and it may lie in the own network.
 * @throws WireError
 */
export async function sendWire(wire: Wire, limits: WireLimits): Promise<WireAnswer> {
  let target: Target;
  try {
    target = targetOf(wire.url, limits.isTrusted, limits.agents ?? vendorAgents);
  } catch (error) {
    throw new WireError('connect', error);
  }
  const send = () => dispatch(target, wire, limits);
  return outgoing.hasSubscribers ? outgoing.tracePromise(send, { method: wire.method, host: target.url.host }) : send();
}

const toHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) found[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  return found;
};

/** A campaign makes thousands of these a second: the dispatcher's own calls, without a stream for each answer. */
function dispatch(
  { url, dispatcher }: Target,
  { method, headers, body }: Wire,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): Promise<WireAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>();
  const answer: WireAnswer = { status: 0, headers: {}, body: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  let size = 0;
  let hasStarted = false;
  let deadline: NodeJS.Timeout | undefined;
  dispatcher.dispatch(
    {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: method as 'POST',
      headers,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      ...(body === undefined ? {} : { body }),
    },
    {
      // A connection is there, and the first byte is about to leave.
      onRequestStart(controller) {
        hasStarted = true;
        // The limits of undici are for each phase by itself: an answer that drips would never meet them.
        deadline = setTimeout(() => controller.abort(new TooLate(url.host, timeoutMs)), timeoutMs);
      },
      // An answer of status 1xx comes before the answer itself.
      onResponseStart(_controller, status, found) {
        answer.status = status;
        answer.headers = toHeaders(found);
      },
      onResponseData(controller, chunk) {
        size += chunk.length;
        if (size > maxBytes) controller.abort(new TooLarge(url.host, maxBytes));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        clearTimeout(deadline);
        answer.body = chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
        resolve(answer);
      },
      onResponseError(_controller, error) {
        clearTimeout(deadline);
        reject(new WireError(hasStarted ? 'sent' : 'connect', error));
      },
    },
  );
  return promise;
}
