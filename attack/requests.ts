import type { Endpoint } from '@parley/contract';
import { type Sample, sampleOf, urlOf } from '../apps/server/test/samples.ts';
import type { Sent } from './caller.ts';
import type { Harvest } from './harvest.ts';

export const toSent = (endpoint: Endpoint, request: Sample): Sent => ({
  method: endpoint.method,
  path: urlOf(endpoint, request),
  ...(request.body === undefined || endpoint.method === 'GET'
    ? {}
    : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(request.body) }),
});

/** A request whose path names records that exist for its sender, so that it reaches what lies behind the look-up. */
export function ownRequest(endpoint: Endpoint, harvest: Harvest): Sample {
  const request = sampleOf(endpoint);
  const params = Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [name, harvest.byParameter.get(name)?.[0] ?? value]),
  );
  // The same names in bodies and queries mean the same records: a field `agentId` is filled as the parameter `:agentId` is.
  const fill = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => fill(item, key.replace(/s$/, '')));
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, name)]));
    return (typeof value === 'string' && harvest.byParameter.get(key)?.[0]) || value;
  };
  return { params, query: fill(request.query) as Sample['query'], body: fill(request.body) };
}

/** Calls that end the session that makes them, every session of its user, or, by networks and factors, those of the whole enterprise. */
export const endsSessions = new RegExp(
  `^(${[
    'account\\.(logout|endSession|login|resetPassword|changePasswordByLink)',
    'users\\.(changePassword|resetPassword|deactivate|updateRoles)',
    'enterprise\\.saveSecurity',
    'sso\\.enforce',
    'twoFactor\\.(require|recover)',
  ].join('|')})$`,
);
