import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Module } from '../../../module.ts';
import { runAct } from '../act/act.jobs.ts';
import { act, cancelAct, countWalks, listActPeople, listActs } from '../act/act.service.ts';
import { workOnAct } from '../act/act.work.ts';
import { tellCall } from '../act/monitor.tell.ts';
import { listInstances } from '../walk/monitor.query.ts';
import { walkRecord } from '../walk/walk.record.ts';
import { getInstance } from './monitor.details.ts';
import { readForecast } from './monitor.forecast.ts';

const { journeyMonitor } = endpoints;

/** Walks in streams, and the acts of operators on them. */
export const monitor: Module = {
  name: 'journey-monitor',
  records: [walkRecord],
  jobs: [runAct],
  routes(app, { secrets }) {
    route(app, journeyMonitor.list, (ctx, { query }) => listInstances(ctx, query));
    route(app, journeyMonitor.forecast, (ctx, { query }) => readForecast(ctx, query));
    route(app, journeyMonitor.get, (ctx, { params }) => getInstance(ctx, secrets, params.instanceId));
    route(app, journeyMonitor.act, (ctx, { body }) => act(ctx, body));
    route(app, journeyMonitor.count, (ctx, { query }) => countWalks(ctx, query));
    route(app, journeyMonitor.acts, (ctx) => listActs(ctx));
    route(app, journeyMonitor.actPeople, (ctx, { params, query }) => listActPeople(ctx, params.actId, query));
    route(app, journeyMonitor.cancelAct, (ctx, { params }) => cancelAct(ctx, params.actId));
    route(app, journeyMonitor.tellCall, async (ctx, { params, body }) =>
      answer(await tellCall(ctx, secrets, params.instanceId, params.call, body), 'The outcome is noted.'),
    );
  },
  async work(deps) {
    await deps.jobs.handle(runAct, ({ enterpriseId, actId }) => workOnAct(enterpriseContext(deps, enterpriseId), actId));
    return undefined;
  },
};
