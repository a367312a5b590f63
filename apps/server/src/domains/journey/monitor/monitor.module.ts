import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { actOnInstances } from './monitor.acts.ts';
import { getInstance } from './monitor.details.ts';
import { readForecast } from './monitor.forecast.ts';
import { listInstances } from './monitor.query.ts';
import { tellCall } from './monitor.tell.ts';

const { journeyMonitor } = endpoints;

/** Who is in which stream, and what operators do about it. */
export const monitor: Module = {
  name: 'journey-monitor',
  routes(app, { secrets }) {
    route(app, journeyMonitor.list, (ctx, { query }) => listInstances(ctx, query));
    route(app, journeyMonitor.forecast, (ctx, { query }) => readForecast(ctx, query));
    route(app, journeyMonitor.get, (ctx, { params }) => getInstance(ctx, secrets, params.instanceId));
    route(app, journeyMonitor.act, (ctx, { body }) => actOnInstances(ctx, body));
    route(app, journeyMonitor.tellCall, async (ctx, { params, body }) =>
      answer(await tellCall(ctx, secrets, params.instanceId, params.call, body), 'The outcome is noted.'),
    );
  },
};
