import { journeyStates, z } from '@parley/contract';

const filterText = z.string().default('').catch('');
export const workspaceViews = ['cards', 'table'] as const;

/** What the address of the workspace holds; what is at its default stays out of it. */
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
/** What the page of a stream shows; `before` and `after` are the versions that are compared, 0 is the draft. */
export const StreamSearch = z.object({
  tab: z.enum(streamTabs).default('overview').catch('overview'),
  before: z.coerce.number().int().min(0).optional().catch(undefined),
  after: z.coerce.number().int().min(0).optional().catch(undefined),
});
export type StreamSearch = z.infer<typeof StreamSearch>;
export const noStreamSearch: StreamSearch = { tab: 'overview' };
