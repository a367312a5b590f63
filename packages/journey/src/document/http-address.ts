import type { ConfigOf } from './node.ts';

/** Scheme and host stand in the document: no value may lead a call elsewhere. */
const fixedHost = /^https?:\/\/[^/{}?#]+(?:[/?#]|$)/i;
const below = /^(?:[/?]|$)/;

/** What is wrong with where a call goes; '' where nothing is. A saved service brings its own scheme, host and path. */
export function addressFault({ address, integration }: Pick<ConfigOf<'data.http'>, 'address' | 'integration'>): string {
  if (integration !== null) return below.test(address) ? '' : 'The address begins with /, below the address of the service.';
  return fixedHost.test(address) ? '' : 'The address begins with https:// and a host without a variable.';
}
