import { DomainError } from '#platform/http/domain-error.ts';
import { createFailureLimit } from '#platform/http/failure-limit.ts';
import { isWithin } from '#platform/http/networks.ts';
import type { Actor, ActorsByToken, Authenticate } from '../../../context.ts';

const mostFailures = 300; // a minute: far above an office whose sessions end together, far below what the database would feel
const mostKnown = 50_000;

/**
 * The user behind a token. Each made-up token would cost a question to the database, and no limit by token meets them; so an address that
 * keeps sending tokens that nobody has is refused for the rest of the minute. Tokens that were good in this process before are asked about
 * all the same, since one flooding program must not put its whole office out. A caller from outside of the networks that the enterprise, or
 * the key, allows is nobody.
 * @param onOutside says instead why somebody known is nobody from there
 * @throws DomainError request.rate_limited
 */
export function createAuthentication({
  actors,
  now,
  onOutside = () => undefined,
}: {
  actors: ActorsByToken;
  now: () => Date;
  onOutside?: () => undefined;
}): Authenticate {
  const failures = createFailureLimit({ most: mostFailures, withinMs: 60_000, now });
  const known = new Set<string>();
  return async (token, address) => {
    if (token === '') return undefined;
    const admit = (actor: Actor) => (isWithin(address, actor.networks) ? actor : onOutside());
    const remembered = actors.recall(token, now());
    if (remembered) return admit(remembered);
    const isKnown = known.delete(token);
    const retryAfterSeconds = isKnown ? undefined : failures.retryAfterSeconds(address);
    if (retryAfterSeconds) throw new DomainError('request.rate_limited', 'Too many requests. Please wait a moment.', { retryAfterSeconds });
    // Counted before the answer is there: tokens that are sent at the same moment would otherwise all pass.
    const takeBack = failures.charge(address);
    let actor: Actor | undefined;
    try {
      actor = await actors.find(token, now());
    } catch (error) {
      takeBack();
      if (isKnown) known.add(token);
      throw error;
    }
    if (!actor) return undefined;
    takeBack();
    known.add(token);
    if (known.size > mostKnown) known.delete(known.values().next().value as string);
    return admit(actor);
  };
}
