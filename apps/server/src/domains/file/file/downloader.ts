import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isWithin } from '#platform/http/networks.ts';
import type { Actor } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { actorOfToken, followingOf } from './download.token.ts';

/**
 * Finds the user behind a link: links that a browser follows carry a download token of the session instead of its header. Either way it is
 * the session's user with their current permissions, so a link gives nothing that the screen refuses.
 * @throws DomainError file.link_used
 */
export async function downloaderOf(
  app: FastifyInstance,
  deps: Deps,
  request: FastifyRequest,
  accessId: string,
): Promise<Actor | undefined> {
  const actor = accessId ? await actorOfToken(deps, accessId, followingOf(request)) : undefined;
  // Like every call, a link from outside of the enterprise's networks is nobody's.
  return actor && isWithin(request.ip, actor.networks) ? actor : app.authenticate(request);
}
