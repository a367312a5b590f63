import { journeyInstanceStates, z } from '@parley/contract';

export const monitorViews = ['people', 'coming'] as const;
const filterText = z.string().default('').catch('');
/** Filters of the monitor; version 0 is every version. `dueFrom`, `dueTo`: walks that continue by themselves in that span. */
export const MonitorSearch = z.object({
  view: z.enum(monitorViews).default('people').catch('people'),
  journeyId: filterText,
  version: z.coerce.number().int().min(0).default(0).catch(0),
  channelId: filterText,
  state: z
    .enum(['', ...journeyInstanceStates])
    .default('')
    .catch(''),
  node: filterText,
  dueFrom: filterText,
  dueTo: filterText,
  // A number typed into the address is read as one.
  search: z.coerce.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type MonitorSearch = z.infer<typeof MonitorSearch>;
export const noMonitorSearch: MonitorSearch = {
  view: 'people',
  journeyId: '',
  version: 0,
  channelId: '',
  state: '',
  node: '',
  dueFrom: '',
  dueTo: '',
  search: '',
  from: 0,
};
export const monitorPage = 25;
