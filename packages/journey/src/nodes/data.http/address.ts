import type { Config } from './schema.ts';

/** Scheme and host stand in the document: no value may lead a call elsewhere. */
const fixedHost = /^https?:\/\/[^/{}?#]+(?:[/?#]|$)/i;
const below = /^(?:[/?]|$)/;

/** Returns the fault of a call's address; undefined: none. A saved service brings its own scheme, host and path. */
export function addressFault({
  address,
  integration,
}: Pick<Config, 'address' | 'integration'>): 'addressBelow' | 'addressHost' | undefined {
  if (integration !== null) return below.test(address) ? undefined : 'addressBelow';
  return fixedHost.test(address) ? undefined : 'addressHost';
}
