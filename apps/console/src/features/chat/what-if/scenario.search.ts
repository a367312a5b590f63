import { scenariosCompared, z } from '@parley/contract';

/** Address of What-if: the chosen scenario, those beside it, and the form: '' closed, 'new', or the scenario that it copies. */
export const ScenarioSearch = z.object({
  scenario: z.string().default('').catch(''),
  beside: z
    .array(z.string())
    .max(scenariosCompared - 1)
    .default([])
    .catch([]),
  form: z.string().default('').catch(''),
});
export type ScenarioSearch = z.infer<typeof ScenarioSearch>;
export const noScenarioSearch: ScenarioSearch = ScenarioSearch.parse({});
