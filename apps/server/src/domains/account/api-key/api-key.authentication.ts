import { DomainError } from '#platform/http/domain-error.ts';
import { networkOf } from '#platform/http/failure-limit.ts';
import type { Actor, Authenticate } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { notify } from '../notification/notification.service.ts';
import { createAuthentication } from '../session/authentication.ts';
import { findExpiry, noteKeyUse } from './api-key.repository.ts';

const notedEveryMs = 60_000; // "last used" is shown in minutes
const mostNoted = 10_000;

/** Writes down that a key was used, and tells its maker of a network that it never came from. */
async function noteUse(deps: Deps, { enterpriseId, userId, key }: Actor & { key: NonNullable<Actor['key']> }, address: string) {
  const ctx = enterpriseContext(deps, enterpriseId);
  await ctx.transaction(async (tx) => {
    const network = networkOf(address);
    const { isNewNetwork } = await noteKeyUse(tx, enterpriseId, key.id, { address, network, at: ctx.now() });
    if (isNewNetwork)
      await notify(ctx, tx, [userId], {
        kind: 'key_new_network',
        code: 'key.new_network',
        values: { name: key.name, address },
        link: '/admin/details?tab=apiKeys',
        cause: `${key.id}|${network}`,
      });
  });
}

function refuseOutside(): never {
  throw new DomainError('key.network', 'This key may not be used from this address.', {});
}

/**
 * Returns the reason why a key opens nothing. The holder of a key hears it; for a key that nobody has, or had, there is nothing to tell.
 */
async function refusalOf({ db }: Deps, key: string): Promise<DomainError> {
  const expiredAt = await findExpiry(db, key);
  return expiredAt
    ? new DomainError('key.expired', 'This key has expired.', { expiredAt: expiredAt.toISOString() })
    : new DomainError('key.unknown', 'This key is not known, or was stopped.', {});
}

/**
 * The actor behind an API key, as sessions have theirs.
 * @throws DomainError key.unknown, key.expired, key.network or request.rate_limited
 */
export function createKeyAuthentication(deps: Deps): Authenticate {
  const authenticate = createAuthentication({ actors: deps.keyActors, now: deps.now, onOutside: refuseOutside });
  const noted = new Map<string, number>();
  return async (key, address) => {
    const actor = await authenticate(key, address);
    if (!actor?.key) throw await refusalOf(deps, key);
    const place = `${actor.key.id} ${address}`;
    const now = deps.now().getTime();
    if ((noted.get(place) ?? 0) < now - notedEveryMs) {
      if (noted.size >= mostNoted) noted.clear();
      noted.set(place, now);
      await noteUse(deps, { ...actor, key: actor.key }, address);
    }
    return actor;
  };
}
