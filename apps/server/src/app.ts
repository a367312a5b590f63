import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { uploadLimitBytes } from '@parley/contract';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler } from 'fastify-type-provider-zod';
import { limitBodyTime } from '#platform/http/body-time.ts';
import { trustOf } from '#platform/http/caller-address.ts';
import { limitConnections } from '#platform/http/connection-limit.ts';
import { DomainError, loginRequired, proofNeeded, twoFactorRequired } from '#platform/http/domain-error.ts';
import { endEarlyAnswers } from '#platform/http/early-answer.ts';
import { toRefusal } from '#platform/http/envelope.ts';
import { createFailureLimit, networkOf } from '#platform/http/failure-limit.ts';
import { isWithin } from '#platform/http/networks.ts';
import { isCallPath, servePages } from '#platform/http/pages.ts';
import { readReason } from '#platform/http/reason.ts';
import { addSecurityHeaders } from '#platform/http/security.ts';
import { refuseUnstorable } from '#platform/http/storable.ts';
import { sureValidator } from '#platform/http/sure-validator.ts';
import { refuseUnparsed, refuseUnrouted } from '#platform/http/unread-request.ts';
import { enterpriseContext } from './context-of.ts';
import type { Deps } from './deps.ts';
import { createKeyAuthentication, isProofFresh, looksLikeApiKey } from './domains/account/door.ts';
import { authenticateFrame } from './domains/journey/door.ts';
import { modules } from './domains.ts';
import { operations } from './operations/operations.module.ts';

const bodyLimitBytes = 1_048_576;
const mostFrameFailures = 300; // a minute: far above frames whose accesses end together

const isBuiltFile = (url: string) =>
  url.startsWith('/designer/assets/') ||
  (url.startsWith('/assets/') && !url.startsWith('/assets/app-config.json') && !url.startsWith('/assets/WhiteLabel/'));

const tokenOf = (headers: Record<string, unknown>): string => {
  const own = headers['authentication-token'];
  if (typeof own === 'string') return own;
  const bearer = headers.authorization;
  return typeof bearer === 'string' && bearer.startsWith('Bearer ') ? bearer.slice(7) : '';
};

/** The HTTP program: plugins and modules. It neither listens nor reads the environment. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config, log, metrics } = deps;
  const app = Fastify({
    loggerInstance: log as never,
    trustProxy: trustOf(config.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    // Log entries name the request's id; a child logger for each request would slow every answer.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    // Limit of a whole request, the largest upload over a slow line included; other requests have a shorter time, below.
    requestTimeout: 6 * 3_600_000,
    genReqId: () => randomUUID(),
    frameworkErrors: refuseUnrouted,
    clientErrorHandler: refuseUnparsed,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(sureValidator);
  app.setSerializerCompiler(serializerCompiler);

  // The first hook: what the others do is under the span of the request.
  deps.tracing?.ofRequests(app);
  limitConnections(app.server, config.connections, config.trustProxy !== false, metrics.droppedConnections);
  limitBodyTime(app);
  endEarlyAnswers(app);
  app.decorateRequest('actor', null);
  const authenticateKey = createKeyAuthentication(deps);
  app.decorate('authenticateKey', (request) => {
    const token = tokenOf(request.headers);
    return looksLikeApiKey(token) ? authenticateKey(token, request.ip) : undefined;
  });
  app.decorate('authenticate', async (request) => {
    const actor = await deps.authenticate(tokenOf(request.headers), request.ip);
    if (actor?.mustEnrol && !request.routeOptions.config?.isForEnrolment) throw twoFactorRequired();
    return actor;
  });
  // A made-up access costs a query of the database, and no limit by token meets a caller who makes up many.
  const frameFailures = createFailureLimit({ most: mostFrameFailures, withinMs: 60_000, now: deps.now });
  app.decorate('authenticateFrame', async (request) => {
    const retryAfterSeconds = frameFailures.retryAfterSeconds(request.ip);
    if (retryAfterSeconds) throw new DomainError('request.rate_limited', 'Too many requests. Please wait a moment.', { retryAfterSeconds });
    const takeBack = frameFailures.charge(request.ip);
    const actor = await authenticateFrame(deps, request);
    if (actor) takeBack();
    return actor && !actor.mustEnrol && isWithin(request.ip, actor.networks) ? actor : undefined;
  });
  app.decorate('assertProved', async (actor) => {
    if (isProofFresh(actor, deps.now())) return;
    // This process's memory of the session may be older than a recent proof.
    const current = await deps.actorOfSession(actor.enterpriseId, actor.sessionId);
    if (!current || !isProofFresh(current, deps.now())) throw proofNeeded();
  });
  app.decorate('contextOf', (request, actor) => {
    deps.tracing?.note({ 'parley.enterprise_id': actor.enterpriseId });
    const reason = readReason(request);
    return {
      ...enterpriseContext(
        deps,
        actor.enterpriseId,
        deps.watch?.({ name: `${request.method} ${request.routeOptions.url}`, mark: request.routeOptions.config.audit }),
      ),
      // Records that the call deletes wait in the bin with the same reason.
      ...(reason === '' ? {} : { reason, bin: deps.binOf(actor.enterpriseId, deps.now, reason) }),
      actor,
      requestId: request.id,
      address: request.ip,
    };
  });

  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error, request.id);
    if (refusal.isUnknown) log.error({ err: error, req: request }, 'request failed');
    if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds);
    return reply.code(refusal.httpStatus).type('application/json; charset=utf-8').serializer(JSON.stringify).send(refusal.envelope);
  });
  // A connection that the proxy keeps for later would be closed under its next request.
  app.addHook('onRequest', (_request, reply, done) => {
    if (deps.isLeaving()) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    metrics.httpSeconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    log.debug({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request');
    done();
  });
  refuseUnstorable(app);
  addSecurityHeaders(app, () => deps.publicUrl().startsWith('https:'));

  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  } as never);
  await app.register(formbody, { bodyLimit: bodyLimitBytes });
  await app.register(multipart, { limits: { fileSize: uploadLimitBytes, files: 1, fields: 20, fieldSize: 10_000, headerPairs: 100 } });
  await app.register(rateLimit, {
    global: true,
    // Built files cost nothing, and an office behind one address loads a page of thirty of them for each of its people.
    allowList: (request) => isBuiltFile(request.url),
    max: config.requestsPerMinute,
    // Only refused requests get these headers; on every answer they would cost more than they are worth.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    timeWindow: 60_000,
    keyGenerator: (request) => tokenOf(request.headers) || networkOf(request.ip),
    errorResponseBuilder: (_request, context) =>
      new DomainError('request.rate_limited', 'Too many requests. Please wait a moment.', {
        retryAfterSeconds: Math.ceil(context.ttl / 1000),
      }),
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Parley',
        version: '0.1.0',
        description: 'Every call answers an envelope {status, code, message, data}; code "100" is success.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'header', name: 'authentication-token' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ session: [] }, { bearer: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy,
  });
  const isServing = config.roles.includes('http');
  const pages = isServing ? await servePages(app) : undefined;
  // A process without the http role answers health checks only.
  for (const module of isServing ? modules : [operations]) module.routes?.(app, deps);

  // Matches the route that was found: an address may be written in many ways.
  if (!config.areDocsPublic)
    app.addHook('onRequest', async (request) => {
      if (request.routeOptions.url?.startsWith('/docs') && !(await app.authenticate(request))) throw loginRequired();
    });
  // Counted by address alone: a stranger has as many tokens as calls.
  const limitStrangers = app.rateLimit({ keyGenerator: (request) => networkOf(request.ip) });
  const noSuchCall = () => new DomainError('route.not_found', 'The API has no such call.', {});
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || isBuiltFile(request.url)) return;
    await limitStrangers.call(app, request, reply);
    // The body of a request without a session is not read.
    if (request.method !== 'GET' && request.method !== 'HEAD') throw noSuchCall();
  });
  app.setNotFoundHandler((request, reply) => {
    const page = isCallPath(request.url) ? undefined : pages?.sendPage(request, reply);
    if (page) return page;
    throw noSuchCall();
  });
  return app;
}
