import type { Span } from '@opentelemetry/api';
import { type OutgoingCall, outgoing } from '../safe-fetch/outgoing.ts';
import { failSpan, type Tracing } from './tracing.ts';

/**
 * One span a call that leaves the product: to a vendor, a webhook, a service or a model. It names method and host, never the path, which
 * may hold a token; the trace itself is nobody else's, so that no header goes along.
 * @returns ends it
 */
export function traceOutgoing(tracing: Tracing): () => void {
  const spans = new WeakMap<OutgoingCall, Span>();
  const followers = {
    start(call: OutgoingCall) {
      const { method, host } = call;
      const span = tracing.child(method, { isRoot: true, attributes: { 'http.request.method': method, 'server.address': host } });
      if (span) spans.set(call, span);
    },
    end() {},
    asyncStart() {},
    asyncEnd(call: OutgoingCall & { result?: unknown }) {
      const span = spans.get(call);
      const { status } = (call.result ?? {}) as { status?: number };
      if (status !== undefined) span?.setAttribute('http.response.status_code', status);
      span?.end();
    },
    error(call: OutgoingCall & { error: unknown }) {
      const span = spans.get(call);
      if (span) failSpan(span, call.error);
    },
  };
  outgoing.subscribe(followers);
  return () => void outgoing.unsubscribe(followers);
}
