import {
  type AuditMark,
  type CallAnswer,
  dataEnvelope,
  designerAccessHeader,
  type Endpoint,
  ErrorEnvelope,
  nestedEnvelope,
  responseEnvelope,
  successCode,
  type z,
} from '@parley/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import type { Actor, Ctx } from '../../context.ts';
import { accessDenied, loginRequired } from './domain-error.ts';
import { networkOf } from './failure-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, once a route that needs one has asked. */
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    /** The mark that the call leaves in the audit trail. */
    audit?: AuditMark;
    /** Open also to a session whose user must first get a second factor. */
    isForEnrolment?: boolean;
  }
  interface FastifyInstance {
    /**
     * The user of a session; keys open no call that asks by this.
     * @throws DomainError twofactor.required where the user must first get a second factor and the call is not for that
     */
    authenticate: (request: FastifyRequest) => Promise<Actor | undefined>;
    /** The actor of an API key; undefined: the call carries none. */
    authenticateKey: (request: FastifyRequest) => Promise<Actor | undefined> | undefined;
    /** The user behind a frame of the designer, for calls of its own document. */
    authenticateFrame: (request: FastifyRequest) => Promise<Actor | undefined>;
    /** @throws DomainError proof.needed unless the user has proved within the last minutes who they are */
    assertProved: (actor: Actor) => Promise<void>;
    contextOf: (request: FastifyRequest, actor: Actor) => Ctx;
  }
}

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<E extends Endpoint> = {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
};
type Context<E extends Endpoint> = E['access'] extends 'public' ? null : Ctx;

/** An answer with a message of its own; without one the message is 'Success'. */
export class Answer<T> {
  readonly data: T;
  readonly message: string;
  readonly code: string;
  constructor(data: T, message: string, code: string) {
    this.data = data;
    this.message = message;
    this.code = code;
  }
}
export const answer = <T>(data: T, message: string, code: string = successCode) => new Answer(data, message, code);

type Handler<E extends Endpoint> = (ctx: Context<E>, input: Input<E>) => Promise<CallAnswer<E> | Answer<CallAnswer<E>>>;

/** @throws DomainError 1403 that names the permissions of which one is needed */
export function assertMay(actor: Actor, { access, behind, keyScopes = [] }: Pick<Endpoint, 'access' | 'behind' | 'keyScopes'>): void {
  if (actor.key && !keyScopes.some((scope) => actor.key?.scopes.includes(scope))) throw accessDenied([]);
  if (access === 'public') return;
  if (behind && !actor.permissions.has(behind)) throw accessDenied([behind]);
  if (access === 'session') return;
  if (!access.some((permission) => actor.permissions.has(permission))) throw accessDenied(access);
}

/** The same as a question. */
export const mayCall = (actor: Actor, { access, behind }: Pick<Endpoint, 'access' | 'behind'>): boolean =>
  (behind === undefined || actor.permissions.has(behind)) &&
  (typeof access === 'string' || access.some((permission) => actor.permissions.has(permission)));

function responseOf(endpoint: Endpoint) {
  if (!endpoint.answer) return undefined;
  const wrap = endpoint.messageShape === 'nested' ? nestedEnvelope : endpoint.wrap === 'response' ? responseEnvelope : dataEnvelope;
  return { 200: wrap(endpoint.answer), default: ErrorEnvelope };
}

/** A public call is counted by address alone: with a made-up token for each call a stranger would never meet a limit. */
const limitOf = (endpoint: Endpoint) => ({
  ...(endpoint.perMinute ? { max: endpoint.perMinute, timeWindow: 60_000 } : {}),
  ...(endpoint.access === 'public' ? { keyGenerator: (request: FastifyRequest) => networkOf(request.ip) } : {}),
});

/** Registers an endpoint of the contract: access, schemas, limits and document come from there, the handler calls one service. */
export function route<const E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  const response = responseOf(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.mostBytes ? { bodyLimit: endpoint.mostBytes } : {}),
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(endpoint.keyScopes ? { description: `API keys with the scope ${endpoint.keyScopes.join(' or ')}` } : {}),
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body, consumes: ['application/json', 'application/x-www-form-urlencoded'] } : {}),
      ...(response ? { response } : {}),
      ...(endpoint.access === 'public' ? { security: [] } : {}),
    },
    config: {
      rateLimit: limitOf(endpoint),
      ...(endpoint.audit ? { audit: endpoint.audit } : {}),
      ...(endpoint.isForEnrolment ? { isForEnrolment: true } : {}),
    },
    // Runs after the limits, which hold for strangers too, and before the body is read. A stranger's body is not parsed, and a refusal does
    // not depend on its content.
    ...(endpoint.access === 'public'
      ? {}
      : {
          preParsing: async (request: FastifyRequest, _reply: FastifyReply, payload: unknown) => {
            const isOfFrame = endpoint.isForDesigner && request.headers[designerAccessHeader] !== undefined;
            const actor = await (isOfFrame ? app.authenticateFrame(request) : (app.authenticateKey(request) ?? app.authenticate(request)));
            if (!actor) throw loginRequired();
            assertMay(actor, endpoint);
            if (endpoint.proof) await app.assertProved(actor);
            request.actor = actor;
            return payload as RequestPayload;
          },
        }),
    handler: async (request, reply) => {
      const ctx = (request.actor ? app.contextOf(request, request.actor) : null) as Context<E>;
      const result = await handler(ctx, {
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
      } as unknown as Input<E>);
      if (!endpoint.answer) return result;
      const { data, message, code } = result instanceof Answer ? result : answer(result, 'Success');
      if (endpoint.wrap !== 'response') return { status: true, code, message, data };
      return { status: true, code, message: endpoint.messageShape === 'nested' ? { message } : message, data: null, response: data };
    },
  });
}
