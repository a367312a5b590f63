import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Module } from '../../../module.ts';
import { runScenarioJob } from './scenario.jobs.ts';
import { scenarioRecord } from './scenario.record.ts';
import { runScenario } from './scenario.run.ts';
import { createScenario, readScenario, readScenarios, removeScenario, rerunScenario } from './scenario.service.ts';

const { chatScenarios: calls } = endpoints;

/** Scenarios: chats of a past range, replayed with changes. */
export const chatScenarios: Module = {
  name: 'chat-scenarios',
  records: [scenarioRecord],
  jobs: [runScenarioJob],
  routes(app) {
    route(app, calls.list, (ctx) => readScenarios(ctx));
    route(app, calls.create, async (ctx, { body }) => answer(await createScenario(ctx, body), 'The scenario is saved.'));
    route(app, calls.get, (ctx, { params }) => readScenario(ctx, params.scenarioId));
    route(app, calls.run, async (ctx, { params }) => answer(await rerunScenario(ctx, params.scenarioId), 'The scenario is replayed.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await removeScenario(ctx, params.scenarioId);
      return answer(null, 'The scenario is deleted.');
    });
  },
  async work(deps) {
    // A run that fails would fail again: its row says so, and its user asks anew.
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'a scenario failed');
    await deps.jobs.handle(runScenarioJob, ({ enterpriseId, scenarioId }) =>
      runScenario(enterpriseContext(deps, enterpriseId), scenarioId).catch(warn),
    );
  },
};
