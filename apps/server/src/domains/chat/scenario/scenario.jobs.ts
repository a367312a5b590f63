import { z } from '@parley/contract';
import { defineJob } from '#platform/jobs/jobs.ts';

/** The run that a scenario's row asks for. A worker that is killed leaves it to another one, which begins anew. */
export const runScenarioJob = defineJob({
  name: 'chat.scenario',
  payload: z.object({ enterpriseId: z.uuid(), scenarioId: z.uuid() }),
  maxAttempts: 3,
  key: ({ scenarioId }) => scenarioId,
});
