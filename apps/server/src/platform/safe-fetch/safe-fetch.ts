import { lookup as lookupCallback } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { outgoing } from './outgoing.ts';

/** Outgoing requests to addresses that users enter: only public IP addresses, checked after DNS on the address that is connected to. */
const blocked = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  blocked.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  // Addresses that carry an IPv4 address inside, by translation or a tunnel
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
] as const)
  blocked.addSubnet(network, prefix, 'ipv6');

export class BlockedAddress extends Error {
  constructor(host: string) {
    super(`The address ${host} may not be fetched.`);
    this.name = 'BlockedAddress';
  }
}

const isBlocked = (address: string) => blocked.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const guardedLookup: LookupFunction = (host, options, done) => {
  lookupCallback(host, { all: true, family: options.family ?? 0 }, (error, all) => {
    if (error) return done(error, '', 0);
    const [first] = all;
    if (!first || all.some(({ address }) => isBlocked(address))) return done(new BlockedAddress(host), '', 0);
    if (options.all) return (done as unknown as (error: null, all: unknown) => void)(null, all);
    done(null, first.address, first.family);
  });
};

/** Agents that dial: `guarded` public addresses alone, `open` those that the installation allows. */
export type Agents = { guarded: Agent; open: Agent };

/** @param connections kept open to one host */
export function createAgents(connections: number): Agents {
  const limits = { bodyTimeout: 10_000, headersTimeout: 10_000, connections };
  return {
    guarded: new Agent({ ...limits, connect: { lookup: guardedLookup, timeout: 5000 } }),
    open: new Agent({ ...limits, connect: { timeout: 5000 } }),
  };
}
const usual = createAgents(32);

export type SafeFetchOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  maxBytes: number;
  timeoutMs: number;
  maxRedirects?: number;
  /** Hosts, as addresses spell them, that the installation allows although they lie in its own network. */
  allowedHosts?: readonly string[];
};
export type SafeResponse = { status: number; url: string; contentType: string; body: Buffer };
/** The head of an answer; `chunks` ends with an error where a limit is met. */
export type OpenResponse = {
  status: number;
  url: string;
  headers: Headers;
  chunks: AsyncGenerator<Uint8Array, void>;
  cancel: () => Promise<void>;
};

type Target = { url: URL; dispatcher: Agent };

/** An address with the agent that may dial it. @throws BlockedAddress */
export function checkedTarget(address: string, allowedHosts: readonly string[], agents = usual): Target {
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new BlockedAddress(address);
  if (url.username || url.password) throw new BlockedAddress(url.host);
  if (allowedHosts.includes(url.hostname)) return { url, dispatcher: agents.open };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Lookup is never called for a literal address.
  if (isIP(host) && isBlocked(host)) throw new BlockedAddress(url.host);
  return { url, dispatcher: agents.guarded };
}

/** Asserts that the name of an address leads to no private one now; a name that leads nowhere is not judged. @throws BlockedAddress */
export async function assertPublic(address: string, allowedHosts: readonly string[]): Promise<void> {
  const { url, dispatcher } = checkedTarget(address, allowedHosts);
  if (dispatcher === usual.open) return;
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  if (found.some(({ address }) => isBlocked(address))) throw new BlockedAddress(url.hostname);
}

/**
 * The guard of a connection that a library opens by itself: options for its `net.connect` or `tls.connect`.
 * @throws BlockedAddress for a literal address that is not public; of a name the socket's error says so
 */
export function guardOf(host: string, allowedHosts: readonly string[]): { lookup?: LookupFunction } {
  if (allowedHosts.includes(host)) return {};
  if (isIP(host) && isBlocked(host)) throw new BlockedAddress(host);
  return { lookup: guardedLookup };
}

/**
 * A connection for what is not HTTP, under the same guard: where a name leads is judged on the address that is dialled.
 * @throws BlockedAddress for a literal address that is not public; of a name the socket's error says so
 */
export function connectSafely(host: string, port: number, allowedHosts: readonly string[]): Socket {
  return connect({ host, port, noDelay: true, ...guardOf(host, allowedHosts) });
}

/** One request without following redirects. A blocked address is thrown as BlockedAddress, not as a failed connection. */
function ask({ url, dispatcher }: Target, options: SafeFetchOptions, signal: AbortSignal) {
  const method = options.method ?? 'GET';
  const send = () =>
    undiciFetch(url, {
      dispatcher,
      redirect: 'manual',
      signal,
      method,
      ...(options.headers ? { headers: options.headers } : {}),
      ...(options.body === undefined ? {} : { body: options.body }),
    }).catch((error: Error) => {
      throw error.cause instanceof BlockedAddress ? error.cause : error;
    });
  return outgoing.hasSubscribers ? outgoing.tracePromise(send, { method, host: url.host }) : send();
}

/** The answer exceeds our own limit. */
export class TooLarge extends Error {
  constructor(host: string, maxBytes: number) {
    super(`The answer of ${host} is larger than ${maxBytes} bytes.`);
    this.name = 'TooLarge';
  }
}

/** The address redirected more often than `maxRedirects`. */
export class TooManyRedirects extends Error {
  constructor(address: string) {
    super(`${address} redirects too often.`);
    this.name = 'TooManyRedirects';
  }
}

async function* limited(body: AsyncIterable<unknown> | null, host: string, maxBytes: number): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += (chunk as Uint8Array).byteLength;
    if (size > maxBytes) throw new TooLarge(host, maxBytes);
    yield chunk as Uint8Array;
  }
}

/**
 * An answer whose body is read as it comes.
 * @param options `maxBytes` of body and `timeoutMs` in all; each redirect is checked like the first address
 * @throws BlockedAddress for any address that is not public, or is no plain http(s) address
 */
export async function openSafely(address: string, options: SafeFetchOptions & { signal?: AbortSignal }): Promise<OpenResponse> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const allowedHosts = options.allowedHosts ?? [];
  let target = checkedTarget(address, allowedHosts);
  for (let hop = 0; hop <= (options.maxRedirects ?? 5); hop += 1) {
    const response = await ask(target, options, signal);
    const { url } = target;
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location) {
      await response.body?.cancel();
      target = checkedTarget(new URL(location, url).href, allowedHosts);
      continue;
    }
    return {
      status: response.status,
      url: url.href,
      headers: new Headers([...response.headers]),
      chunks: limited(response.body, url.host, options.maxBytes),
      cancel: async () => void (await response.body?.cancel().catch(() => {})),
    };
  }
  throw new TooManyRedirects(address);
}

/** An answer read whole, under the same limits. */
export async function safeFetch(address: string, options: SafeFetchOptions): Promise<SafeResponse> {
  const { status, url, headers, chunks } = await openSafely(address, options);
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return { status, url, contentType: headers.get('content-type') ?? '', body: Buffer.concat(read) };
}
