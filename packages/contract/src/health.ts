import { defineEndpoint } from './endpoint.ts';

/** Operational calls; they answer plain JSON or text, not an envelope. */
export const healthEndpoints = {
  health: defineEndpoint({
    method: 'GET',
    path: '/health',
    summary: 'The process is up',
    tag: 'Operations',
    access: 'public',
    perMinute: 6000,
  }),
  ready: defineEndpoint({
    method: 'GET',
    path: '/ready',
    summary: 'The process can serve: database reached, migrations done, not stopping',
    tag: 'Operations',
    access: 'public',
    perMinute: 6000,
  }),
  metrics: defineEndpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'Prometheus metrics; from other addresses only with METRICS_TOKEN',
    tag: 'Operations',
    access: 'public',
    perMinute: 6000,
  }),
};
