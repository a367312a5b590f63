import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { firstStepRecord } from './first-step.record.ts';
import { addSamples, dismissFirstSteps, readFirstSteps, removeSamples } from './first-step.service.ts';

const { firstSteps: calls } = endpoints;

/** First steps of an enterprise, and sample data on request. */
export const firstStep: Module = {
  name: 'first-step',
  records: [firstStepRecord],
  routes(app) {
    route(app, calls.get, (ctx) => readFirstSteps(ctx));
    route(app, calls.dismiss, async (ctx, { body }) =>
      answer(
        await dismissFirstSteps(ctx, body.isDismissed),
        body.isDismissed ? 'The first steps are dismissed.' : 'The first steps are shown again.',
      ),
    );
    route(app, calls.addSamples, async (ctx) => answer(await addSamples(ctx), 'The sample data is added.'));
    route(app, calls.removeSamples, async (ctx) => answer(await removeSamples(ctx), 'The sample data is removed.'));
  },
};
