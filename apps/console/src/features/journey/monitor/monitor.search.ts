import { journeyInstanceStates, z } from '@parley/contract';

const filterText = z.string().default('').catch('');
/** What narrows the monitor; version 0 is every one. */
export const MonitorSearch = z.object({
  journeyId: filterText,
  version: z.coerce.number().int().min(0).default(0).catch(0),
  channelId: filterText,
  state: z
    .enum(['', ...journeyInstanceStates])
    .default('')
    .catch(''),
  node: filterText,
  // A number typed into the address is read as one.
  search: z.coerce.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type MonitorSearch = z.infer<typeof MonitorSearch>;
export const noMonitorSearch: MonitorSearch = { journeyId: '', version: 0, channelId: '', state: '', node: '', search: '', from: 0 };
export const monitorPage = 25;
