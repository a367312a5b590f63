import { type MonitorFigures, type MonitorFrame, monitorRowsMs } from '@parley/contract';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { liveClient } from '../../../lib/live.ts';
import { chatKeys } from '../shared/chat.queries.ts';
import { monitorKeys } from '../shared/monitor.queries.ts';
import type { MonitorSearch } from './monitor.search.ts';

/** Figures at first; frames of the line take their place. */
export const figuresQuery = queryOptions({
  queryKey: monitorKeys.figures(),
  queryFn: ({ signal }) => api.chatMonitor.figures({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

type AgentFilter = Pick<MonitorSearch, 'department' | 'agent' | 'agentStatus' | 'desk'>;

export const monitorAgentsQuery = ({ department, agent: name, agentStatus, desk }: AgentFilter) =>
  infiniteQueryOptions({
    queryKey: [...monitorKeys.agents(), { department, name, agentStatus, desk }],
    queryFn: ({ pageParam: after, signal }) =>
      api.chatMonitor.agents(
        { query: { department: department === 'none' ? '' : department, name, agentStatus, desk, after } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Agents of this name to whom a chat may be given; '': the first ones. */
export const givenToQuery = (name: string) =>
  queryOptions({
    queryKey: [...monitorKeys.agents(), 'choice', name],
    queryFn: async ({ signal }) => (await api.chatMonitor.agents({ query: { name, perPage: 100 } }, { signal })).agents,
    placeholderData: keepPreviousData,
  });

type ChatFilter = Pick<MonitorSearch, 'department' | 'channel' | 'state' | 'agentId' | 'customer' | 'sort'>;

export const monitorChatsQuery = ({ department, channel, state, agentId, customer: name, sort }: ChatFilter) =>
  infiniteQueryOptions({
    queryKey: [...monitorKeys.chats(), { department, channel, state, agentId, name, sort }],
    queryFn: ({ pageParam: before, signal }) =>
      api.chatMonitor.chats(
        {
          query: {
            department: department as '',
            channel: channel === -1 ? undefined : channel,
            state,
            agentId: agentId as '',
            name,
            sort,
            before,
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const presenceQuery = (agentId: string, day: string) =>
  queryOptions({
    queryKey: [...monitorKeys.agents(), 'day', agentId, day],
    queryFn: ({ signal }) => api.chatMonitor.presence({ params: { agentId }, query: { day } }, { signal }),
  });

/** Each page on the screen is read at most once a second in the mean. */
const pageMs = 1000;

/** Counts the calls that reading all rows on the screen takes. */
const countPages = (client: QueryClient): number =>
  [monitorKeys.agents(), monitorKeys.chats()]
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }))
    .reduce((total, { state }) => total + ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1), 0);

/**
 * Hears of figures while the screen is open. Rows of agents and chats are read again when a frame says that some are others, at most each
 * two seconds, and the more pages there are the less often: a user has 240 calls a minute for all that they do.
 * @returns the time at which the last news came, by the browser's clock; 0: none yet
 */
export function useMonitorFeed(): number {
  const client = useQueryClient();
  const [heardAt, setHeardAt] = useState(0);
  useEffect(() => {
    const due = { agents: false, chats: false };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readRows = () => {
      timer = undefined;
      if (due.agents) void client.invalidateQueries({ queryKey: monitorKeys.agents() });
      if (due.chats) {
        void client.invalidateQueries({ queryKey: monitorKeys.chats() });
        // A chat that is looked at, and no other: only what is on the screen is asked for.
        void client.invalidateQueries({ queryKey: [...chatKeys.all, 'detail'], refetchType: 'active' });
      }
      due.agents = false;
      due.chats = false;
    };
    const handleFrame = ({ agents, chats, ...figures }: MonitorFrame) => {
      setHeardAt(Date.now());
      client.setQueryData(figuresQuery.queryKey, figures satisfies MonitorFigures);
      due.agents ||= agents;
      due.chats ||= chats;
      if ((due.agents || due.chats) && timer === undefined)
        timer = setTimeout(readRows, Math.max(monitorRowsMs, countPages(client) * pageMs));
    };
    const watch = () => void liveClient.request('watchMonitor', { isOn: true }).catch(() => {});
    const stops = [
      liveClient.on('monitorFrame', handleFrame),
      liveClient.onState(({ kind }) => {
        if (kind === 'open') watch();
      }),
    ];
    if (liveClient.state().kind === 'open') watch();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      liveClient.tell('watchMonitor', { isOn: false });
    };
  }, [client]);
  return heardAt;
}
