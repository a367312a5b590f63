import { z } from '@parley/contract';

export const planSteps = ['basics', 'message', 'audience', 'mapping', 'schedule', 'review'] as const;
export type PlanStep = (typeof planSteps)[number];

export const PlanSearch = z.object({ step: z.enum(planSteps).default('basics').catch('basics') });
export type PlanSearch = z.infer<typeof PlanSearch>;
export const noPlanSearch: PlanSearch = { step: 'basics' };
