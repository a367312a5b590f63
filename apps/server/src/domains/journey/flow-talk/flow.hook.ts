import { createPrivateKey, type KeyObject } from 'node:crypto';
import { flowHookPath } from '@parley/contract';
import { z } from '@parley/contract/z';
import type { FlowRequest } from '@parley/journey';
import { type OpenedFlowRequest, openFlowRequest, type RawRequest } from '@parley/vendors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '#platform/http/domain-error.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findHookChannel } from '../../messaging/door.talk.ts';
import type { Pages } from '../filling/filling.act.ts';
import { channelOfEndpoint } from '../flow/flow.address.ts';
import { type KeyRow, listKeys, updateKey } from '../flow/key.repository.ts';
import { answerFlow } from './flow.answer.ts';

const mostBytes = 1024 * 1024;
const perMinute = 30_000;
/** Answers that the vendor asks for: a signature that is wrong, a key that phones must fetch anew, a token that is over. */
const statuses = { badSignature: 432, unknownKey: 421, tokenOver: 427 } as const;

const Request = z.object({
  version: z.string().max(10).optional(),
  action: z.string().max(40),
  screen: z.string().max(200).optional(),
  data: z.record(z.string().max(200), z.unknown()).optional(),
  flow_token: z.string().max(200).optional(),
});
const notFound = () => new DomainError('route.not_found', 'The API has no such call.', {});

type Params = { secret: string };

/** `POST /hooks/flow/{secret}`: phones ask for the screens of flows, sealed by the channel's key (decision 0123). */
export function flowHook(app: FastifyInstance, deps: Deps, pages: Pages): void {
  const opened = new Map<string, KeyObject>();

  /** Private keys as the crypto takes them, opened once a process. */
  function keyOf({ keyId, sealedPrivate }: KeyRow): KeyObject {
    const known = opened.get(keyId) ?? createPrivateKey(deps.secrets.decrypt(sealedPrivate));
    if (opened.size > 500) opened.clear();
    opened.set(keyId, known);
    return known;
  }

  /** A refusal has no body but what the phone shows of it. */
  const refuse = (reply: FastifyReply, status: number, words = '') =>
    words === ''
      ? reply.code(status).type('text/plain').send('')
      : reply
          .code(status)
          .type('application/json')
          .send(JSON.stringify({ error_msg: words }));

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const channelId = channelOfEndpoint(deps, (request.params as Params).secret);
    const channel = channelId === undefined ? undefined : await findHookChannel(deps, channelId);
    if (channelId === undefined || !channel?.adapter.flows) throw notFound();
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (channel.adapter.verifyHook(toRaw(request, body), channel.connection, deps.now()) === 'bad')
      return refuse(reply, statuses.badSignature);
    const ctx = enterpriseContext(deps, channel.enterpriseId);
    const rows = await ctx.read((tx) => listKeys(tx, ctx.enterpriseId, channelId, deps.now()));
    const sealed = openFlowRequest(readJson(body), rows.map(keyOf));
    if (sealed === 'not_ours') return refuse(reply, statuses.unknownKey);
    if (sealed === 'malformed') return refuse(reply, 400);
    const asked = Request.safeParse(sealed.body);
    if (!asked.success) return refuse(reply, 400);
    const row = rows[sealed.keyIndex] as KeyRow;
    const answer = await answerTo(ctx, channelId, row, asked.data as FlowRequest);
    return answer ? send(reply, sealed, answer) : refuse(reply, statuses.tokenOver, 'This form is over.');
  }

  async function answerTo(
    ctx: ReturnType<typeof enterpriseContext>,
    channelId: string,
    key: KeyRow,
    request: FlowRequest,
  ): Promise<object | undefined> {
    const at = deps.now();
    const note = (change: Parameters<typeof updateKey>[3]) => ctx.transaction((tx) => updateKey(tx, ctx.enterpriseId, key.keyId, change));
    if (request.action === 'ping') {
      await note({ lastPingAt: at });
      return { data: { status: 'active' } };
    }
    if (request.data && 'error' in request.data) {
      const { error, error_message: message } = request.data;
      await note({
        lastFault: [error, message]
          .filter((one) => typeof one === 'string')
          .join(': ')
          .slice(0, 500),
        lastFaultAt: at,
      });
      return { data: { acknowledged: true } };
    }
    const answer = await answerFlow(ctx, pages, channelId, request);
    // Often enough to tell that somebody was there, and no write for each request.
    if (at.getTime() - (key.lastRequestAt?.getTime() ?? 0) > 60_000) await note({ lastRequestAt: at });
    return answer;
  }

  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, parsed) => parsed(null, body));
    scope.route({
      method: 'POST',
      url: `${flowHookPath}:secret`,
      bodyLimit: mostBytes,
      schema: { hide: true } as never,
      config: {
        rateLimit: { max: perMinute, timeWindow: 60_000, keyGenerator: (request: FastifyRequest) => (request.params as Params).secret },
      },
      // A secret that is nobody's is told before any of the body is read.
      onRequest: (request, _reply, next) =>
        next(channelOfEndpoint(deps, (request.params as Params).secret) === undefined ? notFound() : undefined),
      handler: receive,
    });
    done();
  });
}

const send = (reply: FastifyReply, { seal }: OpenedFlowRequest, answer: object): FastifyReply =>
  reply.code(200).type('text/plain').send(seal(answer));

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const toRaw = ({ method, url, headers }: FastifyRequest, body: Buffer): RawRequest => ({
  method,
  url,
  query: {},
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  ),
  body,
});
