import { agentStatuses, type OwnStatus } from '@parley/contract';
import type { MonitorSay } from '../../../locales/chat-monitor.ts';
import { nameOfStatus } from '../shared/own-status.ts';

type Shown = { agentStatus: number; ownStatus: OwnStatus | null };
const base = (status: number) => (status === 1 ? 'status_1' : status === 2 ? 'status_2' : 'status_0');

/** An agent's status in the reader's language: the own one that holds, else what it counts as. */
export const nameOfAgentStatus = ({ agentStatus, ownStatus }: Shown, language: string, say: MonitorSay): string =>
  ownStatus ? nameOfStatus(ownStatus, language) : say(base(agentStatus));

export const statusColour = (status: number): string =>
  status === agentStatuses.online ? 'green' : status === agentStatuses.away ? 'yellow' : 'gray';
