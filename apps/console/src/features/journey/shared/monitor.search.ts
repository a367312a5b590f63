import { journeyInstanceStates, nodePassages, reportEnvironments, walkEndings, z } from '@parley/contract';

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
  // Filters of a figure whose walks a report opens.
  counted: z.boolean().default(false).catch(false),
  startedFrom: filterText,
  startedTo: filterText,
  environment: z
    .enum(['', ...reportEnvironments])
    .default('')
    .catch(''),
  ending: z
    .enum(['', 'ENDED', ...walkEndings])
    .default('')
    .catch(''),
  withoutAgent: z.boolean().default(false).catch(false),
  passage: z
    .enum(['', ...nodePassages])
    .default('')
    .catch(''),
  passedNode: filterText,
  passedExit: filterText,
  milestone: filterText,
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type MonitorSearch = z.infer<typeof MonitorSearch>;
/** No figure of a report. */
export const noFigure = {
  counted: false,
  startedFrom: '',
  startedTo: '',
  environment: '',
  ending: '',
  withoutAgent: false,
  passage: '',
  passedNode: '',
  passedExit: '',
  milestone: '',
} as const satisfies Partial<MonitorSearch>;
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
  ...noFigure,
  from: 0,
};
export const monitorPage = 25;
