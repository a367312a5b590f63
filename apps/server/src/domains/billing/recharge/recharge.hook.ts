import { z } from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#platform/http/domain-error.ts';
import { networkOf } from '#platform/http/failure-limit.ts';
import { assertStorable } from '#platform/http/storable.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findByLink, findByReference } from './recharge.repository.ts';
import { isSignedHook } from './recharge.rules.ts';
import { checkRecharge } from './recharge.service.ts';

const bodyLimit = 262_144;
const Event = z.object({
  event: z.string(),
  payload: z.object({ payment_link: z.object({ entity: z.object({ id: z.string(), reference_id: z.string().default('') }) }).optional() }),
});

/**
 * Receives the gateway's callbacks. Their bytes are proved by their signature. Their content is not trusted but looked up, so events that
 * come twice, late or out of order change nothing that is settled. An answer above 299 makes the gateway send it again.
 */
export function paymentHook(app: FastifyInstance, deps: Deps): void {
  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const gateway = deps.gateway();
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = String(request.headers['x-razorpay-signature'] ?? '');
    if (!gateway || !isSignedHook(gateway.webhookSecret, body, signature))
      throw new DomainError('billing.signature', 'The signature of the payment does not fit.', {});
    const event = parse(body);
    assertStorable(event);
    const told = Event.safeParse(event);
    const link = told.data?.payload.payment_link?.entity;
    const ref = link && ((await findByLink(deps.db, link.id)) ?? (await findByReference(deps.db, link.reference_id)));
    if (ref) await checkRecharge(deps, gateway, enterpriseContext(deps, ref.enterpriseId), ref.rechargeId);
    return reply.code(200).type('text/plain').send('');
  }

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) => parsed(null, body));
    scope.route({
      method: 'POST',
      url: '/hooks/payments',
      bodyLimit,
      schema: { hide: true } as never,
      config: { rateLimit: { max: 600, timeWindow: 60_000, keyGenerator: (request: FastifyRequest) => networkOf(request.ip) } },
      handler: receive,
    });
    done();
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}
