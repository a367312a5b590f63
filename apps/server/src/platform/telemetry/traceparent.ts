import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

/** The header `traceparent` of W3C Trace Context, version 00. */
const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** @returns undefined for anything that names no span */
export function readTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof text === 'string' && pattern.exec(text)) || [];
  if (!traceId || !spanId || !flags) return undefined;
  const found = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(found) ? found : undefined;
}

export const writeTraceparent = (span: SpanContext | undefined): string | undefined =>
  span && `00-${span.traceId}-${span.spanId}-${(span.traceFlags & 1).toString(16).padStart(2, '0')}`;
