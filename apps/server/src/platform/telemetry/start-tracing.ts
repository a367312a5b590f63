import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { traceOutgoing } from './trace-outgoing.ts';
import { traceQueries } from './trace-queries.ts';
import { traceRequests } from './trace-requests.ts';
import { readTraceparent, writeTraceparent } from './traceparent.ts';
import { failSpan, type SpanOptions, type Tracing, type TracingConfig } from './tracing.ts';

/** Texts of statements are longer than a reader wants; values of users are not in them. */
const longestAttribute = 2000;
const warnEveryMs = 60_000;
const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Tells at most once a minute that spans are lost: the product goes on without a collector. */
function tellingOf(exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - toldAt > warnEveryMs) {
          toldAt = performance.now();
          onError(result.error);
        }
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}

/** @param onError told that a collector did not take spans */
export function startTracing({ url, headers, serviceName, ratio }: TracingConfig, onError: (error: unknown) => void): Tracing {
  const exporter = tellingOf(new OTLPTraceExporter({ url, headers, timeoutMillis: 5000 }), onError);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: longestAttribute, attributeCountLimit: 32 },
    // More spans than wait here are dropped: a collector that is slow takes no memory of the product's.
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: 8192, scheduledDelayMillis: 2000, exportTimeoutMillis: 5000 })],
  });
  const tracer = provider.getTracer('parley');
  const store = new AsyncLocalStorage<Span>();
  // A timer that a request has started keeps its span for as long as it lives; a span that has ended is nobody's parent.
  const active = () => {
    const span = store.getStore();
    return span?.isRecording() ? span : undefined;
  };
  const contextOf = (parent: string | undefined): Context => {
    const remote = readTraceparent(parent);
    return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  };
  const begin = (name: string, { kind = 'internal', attributes = {}, parent, links = [] }: SpanOptions) =>
    tracer.startSpan(name, { kind: kinds[kind], attributes, links }, contextOf(parent));
  const tracing: Tracing = {
    run(name, options, work) {
      const span = begin(name, options);
      return store.run(span, async () => {
        try {
          return await work();
        } catch (error) {
          failSpan(span, error);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    enter(name, options, work) {
      const span = begin(name, options);
      store.run(span, () => work(span));
    },
    child(name, { kind = 'client', attributes = {}, isRoot = false }) {
      const parent = active();
      if (!parent && !isRoot) return undefined;
      return tracer.startSpan(name, { kind: kinds[kind], attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
    },
    ofRequests: (app) => traceRequests(app, tracing),
    ofQueries: (pool) => traceQueries(pool, tracing),
    note: (attributes) => void active()?.setAttributes(attributes),
    current: () => writeTraceparent(active()?.spanContext()),
    ids() {
      const span = active()?.spanContext();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    flush: () => provider.forceFlush(),
    stop() {
      ignoreOutgoing();
      return provider.shutdown();
    },
  };
  const ignoreOutgoing = traceOutgoing(tracing);
  return tracing;
}
