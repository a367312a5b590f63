import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readTraceparent } from './traceparent.ts';
import { failSpan, type Tracing } from './tracing.ts';

/**
 * One span a request, the parent of all that it does. It names the route and never the path, which may hold a token or an address. A caller's
 * own trace is linked and not gone on with: a stranger would decide what is kept.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const caller = readTraceparent(request.headers.traceparent);
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'parley.request_id': request.id };
    tracing.enter(`${request.method} ${route}`, { kind: 'server', attributes, links: caller ? [{ context: caller }] : [] }, (span) => {
      spans.set(request, span);
      done();
    });
  });
  const errors = new WeakMap<FastifyRequest, unknown>();
  app.addHook('onError', (request, _reply, error, done) => {
    errors.set(request, error);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    // A refusal is an answer: only a failure of the product's own is one of the span.
    if (span && reply.statusCode >= 500) failSpan(span, errors.get(request) ?? { name: 'unknown' });
    span?.end();
    done();
  });
}
