import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Module } from '../../../module.ts';
import { playReplay } from './replay.jobs.ts';
import { runReplay } from './replay.run.ts';
import { readReplay, startReplay } from './replay.service.ts';

const { journeyReplays: calls } = endpoints;

/** The people of the last days in the draft of a stream: who would go elsewhere (journeys.md 9). */
export const journeyReplays: Module = {
  name: 'journey-replays',
  jobs: [playReplay],
  routes(app) {
    route(app, calls.start, (ctx, { params, body }) => startReplay(ctx, params.journeyId, body));
    route(app, calls.get, (ctx, { params }) => readReplay(ctx, params.journeyId));
  },
  async work(deps) {
    // A replay that fails would fail again: its user is told, and asks anew.
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'a replay failed');
    await deps.jobs.handle(playReplay, ({ enterpriseId, journeyId }) =>
      runReplay(enterpriseContext(deps, enterpriseId), deps, journeyId).catch(warn),
    );
  },
};
