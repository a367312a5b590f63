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
    messages: new Counter({
      name: 'parley_messages_total',
      help: 'Messages stored',
      labelNames: ['direction', 'source'],
      registers: [registry],
    }),
    jobs: new Counter({ name: 'parley_jobs_total', help: 'Jobs handled', labelNames: ['name', 'outcome'], registers: [registry] }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
