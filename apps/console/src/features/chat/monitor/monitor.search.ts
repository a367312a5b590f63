import { monitorDesks, monitorSorts, monitorStates, z } from '@parley/contract';

export const monitorTabs = ['queues', 'agents', 'chats'] as const;
export type MonitorTab = (typeof monitorTabs)[number];

const filterText = z.string().default('').catch('');
// A number typed into the address is read as one.
const typedText = z.coerce.string().default('').catch('');
const flag = z.coerce.number().int().min(0).max(1).default(0).catch(0);

/** Address of the monitor. `department`: an id, or `none`; `wall` and `initials`: 1 is on; agentStatus -1 and channel -1 are any. */
export const MonitorSearch = z.object({
  tab: z.enum(monitorTabs).default('queues').catch('queues'),
  department: filterText,
  agent: typedText,
  agentStatus: z.coerce.number().int().min(-1).max(2).default(-1).catch(-1),
  desk: z
    .enum(['', ...monitorDesks])
    .default('')
    .catch(''),
  customer: typedText,
  channel: z.coerce.number().int().min(-1).max(99).default(-1).catch(-1),
  state: z
    .enum(['', ...monitorStates])
    .default('')
    .catch(''),
  agentId: filterText,
  sort: z.enum(monitorSorts).default('newest').catch('newest'),
  wall: flag,
  initials: flag,
});
export type MonitorSearch = z.infer<typeof MonitorSearch>;
export const noMonitorSearch: MonitorSearch = {
  tab: 'queues',
  department: '',
  agent: '',
  agentStatus: -1,
  desk: '',
  customer: '',
  channel: -1,
  state: '',
  agentId: '',
  sort: 'newest',
  wall: 0,
  initials: 0,
};
