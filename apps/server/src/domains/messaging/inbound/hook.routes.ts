import type { RawRequest } from '@parley/vendors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Deps } from '../../../deps.ts';
import { createHookChannels, fitsSecret, type HookChannel } from './hook.channel.ts';
import { createRawEvents } from './raw-events.ts';

/** Meta's callbacks grow to 3 MB. Only a mail brings its files with it: 25 MB, in base64, in a form. */
const roads = [
  { url: '/hooks/:vendor/:channelId/:secret', vendor: undefined, bodyLimit: 3 * 1024 * 1024 },
  { url: '/hooks/mailchimp/:channelId/:secret', vendor: 'mailchimp', bodyLimit: 40 * 1024 * 1024 },
] as const;
const perMinute = 300_000;
/** Headers that are kept: proofs and descriptions, no cookies or addresses. */
const keptHeaders = /^(content-type|user-agent|x-.*signature.*|x-sinch-.*|x-telegram-.*|x-goog-.*)$/;

type Params = { vendor?: string; channelId: string; secret: string };
const notFound = () => new DomainError('route.not_found', 'The API has no such call.', {});

/** `/hooks/{vendor}/{channelId}/{secret}`: raw bytes are verified, kept and answered; a job reads them (channels.md 7). */
export function hookRoutes(app: FastifyInstance, deps: Deps): void {
  const findChannel = createHookChannels(deps);
  const rawEvents = createRawEvents(deps);

  /** A wrong secret and a channel that is none answer alike, before any of the body is read. */
  async function admit({ params }: FastifyRequest, ofRoad: string | undefined): Promise<HookChannel & { vendor: string }> {
    const { vendor = ofRoad ?? '', channelId, secret } = params as Params;
    const channel = await findChannel(channelId, vendor);
    if (!fitsSecret(secret, channel?.secrets ?? ['']) || !channel) throw notFound();
    return { ...channel, vendor };
  }

  async function receive(request: FastifyRequest, reply: FastifyReply, ofRoad: string | undefined): Promise<FastifyReply> {
    const { channelId } = request.params as Params;
    const { vendor, ...channel } = await admit(request, ofRoad);
    const { adapter, connection, enterpriseId } = channel;
    const raw = toRawRequest(request, connection.hookUrl);
    const greeting = adapter.handshake?.(raw, connection);
    if (greeting) return reply.code(greeting.status).type(greeting.contentType).send(greeting.body);
    const proof = adapter.verifyHook(raw, connection, deps.now());
    const headers = Object.fromEntries(Object.entries(raw.headers).filter(([name]) => keptHeaders.test(name)));
    const query = request.raw.url?.split('?')[1] ?? '';
    await rawEvents.add({ enterpriseId, channelId, vendor, method: raw.method, query, headers, body: Buffer.from(raw.body), proof });
    if (proof === 'bad') return reply.code(403).type('text/plain').send('');
    const own = adapter.answerHook?.(adapter.parseHook(raw, connection));
    if (own) return reply.code(own.status).type(own.contentType).send(own.body);
    return reply.code(200).type('text/plain').send('');
  }

  for (const { url, vendor, bodyLimit } of roads)
    void app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) => parsed(null, body));
      scope.route({
        method: ['GET', 'POST'],
        url,
        bodyLimit,
        onRequest: async (request) => void (await admit(request, vendor)),
        schema: { hide: true } as never,
        config: {
          rateLimit: {
            max: perMinute,
            timeWindow: 60_000,
            keyGenerator: (request: FastifyRequest) => (request.params as Params).channelId,
          },
        },
        handler: (request, reply) => receive(request, reply, vendor),
      });
      done();
    });
}

function toRawRequest(request: FastifyRequest, hookUrl: string): RawRequest {
  const query = request.raw.url?.split('?')[1];
  return {
    method: request.method,
    url: query === undefined ? hookUrl : `${hookUrl}?${query}`,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
    ),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}
