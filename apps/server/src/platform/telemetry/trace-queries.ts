import type { Span } from '@opentelemetry/api';
import type pg from 'pg';
import { failSpan, type Tracing } from './tracing.ts';

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;
/** A query object of the driver, which is told of its result. */
type Told = { text?: string; callback?: (error: Error | null, result?: pg.QueryResult) => void };

/** They travel with the next statement and take no time of their own. */
const silent = /^\s*(begin|rollback|select set_config)/i;

/**
 * One span a statement, from its sending to its answer, under the request, frame or job that sends it; work without a span is not recorded.
 * The text is the one that is sent: values travel apart from it.
 */
export function traceQueries(pool: pg.Pool, tracing: Tracing): void {
  const begin = (text: string): Span | undefined => {
    if (silent.test(text)) return undefined;
    const verb = /^[\s(]*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'query';
    return tracing.child(verb, { attributes: { 'db.system.name': 'postgresql', 'db.query.text': text } });
  };
  const end = (span: Span, error: unknown, result?: pg.QueryResult) => {
    if (error) failSpan(span, error);
    if (typeof result?.rowCount === 'number') span.setAttribute('db.response.returned_rows', result.rowCount);
    span.end();
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    const traced: Query = (text, values, callback) => {
      const told = typeof text === 'object' && text !== null ? (text as Told) : undefined;
      const sent = typeof text === 'string' ? text : told?.text;
      const span = sent === undefined ? undefined : begin(sent);
      if (!span) return query(text, values, callback);
      const tell = told?.callback;
      if (told && tell)
        told.callback = (error, result) => {
          end(span, error, result);
          tell(error, result);
        };
      const answer = query(text, values, callback);
      if (answer instanceof Promise)
        answer.then(
          (result: pg.QueryResult) => end(span, undefined, result),
          (error: unknown) => end(span, error),
        );
      else if (!tell) span.end();
      return answer;
    };
    client.query = traced as typeof client.query;
  });
}
