import { type Attributes, type Link, type Span, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/**
 * A collector of spans, by the names of OpenTelemetry's environment.
 * @property url of a collector that takes OTLP over HTTP, `/v1/traces` at its end
 * @property ratio of traces that are kept, 0 to 1
 */
export type TracingConfig = { url: string; headers: Record<string, string>; serviceName: string; ratio: number };

export type SpanKindName = 'internal' | 'server' | 'client' | 'consumer';

/** @property parent the span that asked for this work, as a `traceparent` of W3C Trace Context; without it a trace begins */
export type SpanOptions = { kind?: SpanKindName; attributes?: Attributes; parent?: string | undefined; links?: Link[] };

/**
 * Spans of one program. The active span is kept by this object and not by the globals of the library: several programs may run in one
 * process, and each has its own.
 */
export type Tracing = {
  /** Begins a trace, or goes on with the one of `parent`; what `work` does is under its span, which ends with it. */
  run: <T>(name: string, options: SpanOptions, work: () => Promise<T>) => Promise<T>;
  /** The same for work that ends elsewhere: the caller ends the span. */
  enter: (name: string, options: SpanOptions, work: (span: Span) => void) => void;
  /** A span under the active one; undefined where none is active, unless `isRoot` lets it begin a trace. */
  child: (name: string, options: SpanOptions & { isRoot?: boolean }) => Span | undefined;
  /** Spans of the requests of an application, and of the statements of a pool. */
  ofRequests: (app: FastifyInstance) => void;
  ofQueries: (pool: pg.Pool) => void;
  /** Adds to the active span. */
  note: (attributes: Attributes) => void;
  /** The active span for work that is recorded now and done later; undefined where none is active. */
  current: () => string | undefined;
  /** The active span for lines of the log. */
  ids: () => { trace_id?: string; span_id?: string };
  /** Sends what waits. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Marks a span as failed by the kind of the error: its message may hold words of users. */
export function failSpan(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : typeof name === 'string' ? name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
