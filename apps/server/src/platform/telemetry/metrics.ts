import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'parley_http_request_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    connections: new Gauge({ name: 'parley_socket_connections', help: 'Open sockets', labelNames: ['kind'], registers: [registry] }),
    droppedConnections: new Counter({
      name: 'parley_connections_dropped_total',
      help: 'Connections closed because there were too many, of one network or in all',
      registers: [registry],
    }),
    messages: new Counter({
      name: 'parley_messages_total',
      help: 'Messages stored',
      labelNames: ['direction', 'source'],
      registers: [registry],
    }),
    unhandled: new Counter({
      name: 'parley_unhandled_total',
      help: 'Failures that nobody was waiting for',
      labelNames: ['kind'],
      registers: [registry],
    }),
    jobsParked: new Gauge({
      name: 'parley_jobs_parked',
      help: 'Jobs that failed for good and wait for an operator',
      labelNames: ['name'],
      registers: [registry],
    }),
    eventsGivenUp: new Counter({
      name: 'parley_events_given_up_total',
      help: 'Events of vendors that could not be read in ten tries',
      registers: [registry],
    }),
    walletDifferences: new Counter({
      name: 'parley_wallet_differences_total',
      help: 'Times that a wallet did not add up: what is booked, the ledger and the payments contradict each other',
      registers: [registry],
    }),
    questionVectors: new Counter({
      name: 'parley_question_vectors_total',
      help: 'Questions to knowledge bases that an endpoint was to embed; failed ones were ranked by words alone',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    jobs: new Counter({ name: 'parley_jobs_total', help: 'Jobs handled', labelNames: ['name', 'outcome'], registers: [registry] }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
