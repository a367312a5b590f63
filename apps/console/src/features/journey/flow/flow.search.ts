import { flowStages, Id, z } from '@parley/contract';

const filterText = z.string().default('').catch('');
const channelId = z
  .union([Id, z.literal('')])
  .default('')
  .catch('');

/** Search parameters of the flow screens; `keys` is the channel whose keys stand below the list. Defaults stay out of the address. */
export const FlowSearch = z.object({
  name: filterText,
  channel: channelId,
  stage: z
    .enum(['', ...flowStages])
    .default('')
    .catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
  keys: channelId,
});
export type FlowSearch = z.infer<typeof FlowSearch>;
export const noFlowSearch: FlowSearch = FlowSearch.parse({});
