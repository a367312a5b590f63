import { successCode } from '@parley/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Deps } from '../../../deps.ts';
import { takeReply } from './relay.reply.ts';

const bodyLimit = 64 * 1024;
const perMinute = 600;

type Params = { relayId: string };

/** `POST /hooks/relay/{bridgeId}`: the bytes as they came, since their signature is over them. */
export function relayHook(app: FastifyInstance, deps: Deps): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) => parsed(null, body));
    scope.route({
      method: 'POST',
      url: '/hooks/relay/:relayId',
      bodyLimit,
      schema: { hide: true } as never,
      config: {
        // The limit counts by sender too: a stranger who knows the address does not use up the bridge's share.
        rateLimit: {
          max: perMinute,
          timeWindow: 60_000,
          keyGenerator: (request: FastifyRequest) => `${(request.params as Params).relayId} ${request.ip}`,
        },
      },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { messageId, reason } = await takeReply(deps, (request.params as Params).relayId, request.headers, body);
        if (reason !== '') throw new DomainError('relay.refused', reason, { reason });
        return reply.code(202).send({ status: true, code: successCode, message: 'Accepted', data: { messageId } });
      },
    });
    done();
  });
}
