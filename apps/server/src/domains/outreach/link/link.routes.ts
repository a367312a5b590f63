import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCode } from '#platform/codes.ts';
import { networkOf } from '#platform/http/failure-limit.ts';
import type { Deps } from '../../../deps.ts';
import { createFollowing } from './link.repository.ts';
import { seenAs } from './previewers.ts';

const unknownPage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Link not found</title></head>' +
  '<body><h1>Link not found</h1><p>This link does not exist, or leads nowhere any more.</p></body></html>';

/**
 * Short addresses. An opening is noted before the answer leaves, by time and kind alone: neither the address nor the program of the caller
 * is kept. Where it leads was stored with it, so nobody can make it lead elsewhere.
 */
export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  const following = createFollowing(deps.db, deps.now);

  async function follow(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { code } = request.params as { code: string };
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    const target = isCode(code) ? await following.add({ code, seenAs: seenAs(request) }) : null;
    if (target === null) return reply.code(404).type('text/html; charset=utf-8').send(unknownPage);
    return reply.code(302).header('location', target).send('');
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/l/:code',
    schema: { hide: true } as never,
    config: {
      rateLimit: {
        max: deps.config.requestsPerMinute,
        timeWindow: 60_000,
        keyGenerator: (request: FastifyRequest) => `link ${networkOf(request.ip)}`,
      },
    },
    handler: follow,
  });
}
