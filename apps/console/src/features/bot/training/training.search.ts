import { z } from '@parley/contract';

export const trainingTabs = ['result', 'tests', 'data', 'versions'] as const;
export const TrainingSearch = z.object({
  tab: z.enum(trainingTabs).default('result').catch('result'),
  version: z.string().default('').catch(''),
});
export type TrainingSearch = z.infer<typeof TrainingSearch>;
export const noTrainingSearch = { tab: 'result', version: '' } as const;
