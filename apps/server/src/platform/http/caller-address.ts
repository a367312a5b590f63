import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** The trusted senders of `X-Forwarded-For`: nobody, so many proxies in a row, or the proxies of these networks. */
export type TrustProxy = false | number | readonly string[];
/** Tells whether the proxy at an address is believed; `hop` is 0 for the one that is connected to us. */
export type Trust = (address: string, hop: number) => boolean;

const compiled = new WeakMap<readonly string[], Trust>();

/** @throws for what is no network */
export function trustOf(trustProxy: TrustProxy): Trust {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  const trust = compiled.get(trustProxy) ?? proxyAddr.compile([...trustProxy]);
  compiled.set(trustProxy, trust);
  return trust;
}

/**
 * Returns the origin of a call or a socket: the nearest address that no trusted proxy wrote. Callers can invent the addresses before it,
 * which count for nothing.
 */
export function callerAddress(request: IncomingMessage, trustProxy: TrustProxy): string {
  const address = proxyAddr(request, trustOf(trustProxy));
  return isIP(address) ? address : (request.socket.remoteAddress ?? '');
}

/** A call from this very machine that no proxy passed on: behind a proxy on the same machine everybody comes from loopback. */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
}
