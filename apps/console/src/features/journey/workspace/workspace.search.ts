import { journeyStates, z } from '@parley/contract';

const filterText = z.string().default('').catch('');
export const workspaceViews = ['cards', 'table'] as const;

/** Search parameters of the workspace; defaults stay out of the address. */
export const WorkspaceSearch = z.object({
  view: z.enum(workspaceViews).default('cards').catch('cards'),
  search: filterText,
  folder: filterText,
  state: z
    .enum(['', ...journeyStates])
    .default('')
    .catch(''),
  channelId: filterText,
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type WorkspaceSearch = z.infer<typeof WorkspaceSearch>;
export const noWorkspaceSearch: WorkspaceSearch = { view: 'cards', search: '', folder: '', state: '', channelId: '', from: 0 };

export const streamTabs = ['overview', 'versions', 'tests', 'rules'] as const;
/** Search parameters of a stream's page; `before` and `after` are the compared versions, 0 is the draft. */
export const StreamSearch = z.object({
  tab: z.enum(streamTabs).default('overview').catch('overview'),
  before: z.coerce.number().int().min(0).optional().catch(undefined),
  after: z.coerce.number().int().min(0).optional().catch(undefined),
});
export type StreamSearch = z.infer<typeof StreamSearch>;
export const noStreamSearch: StreamSearch = { tab: 'overview' };
