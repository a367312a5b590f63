import type { ChatAlarm } from '@parley/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../lib/api.ts';
import { liveClient } from '../../../lib/live.ts';

export const monitorKeys = {
  all: ['chat-monitor'] as const,
  figures: () => [...monitorKeys.all, 'figures'] as const,
  agents: () => [...monitorKeys.all, 'agents'] as const,
  chats: () => [...monitorKeys.all, 'chats'] as const,
  alarms: () => [...monitorKeys.all, 'alarms'] as const,
};

/** Alarms that ring now; the line tells each change. */
export const alarmsQuery = queryOptions({
  queryKey: monitorKeys.alarms(),
  queryFn: ({ signal }) => api.chatMonitor.alarms({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isQuiet: true },
});

const isSame = (one: ChatAlarm, other: ChatAlarm) => one.departmentId === other.departmentId && one.kind === other.kind;

/** Keeps the alarms as the line tells them; behind a cut they are asked for anew. */
export function useAlarmsLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stops = [
      liveClient.on('chatAlarm', ({ alarm, isOn }) => {
        client.setQueryData(
          alarmsQuery.queryKey,
          (alarms: ChatAlarm[] | undefined) => alarms && [...alarms.filter((one) => !isSame(one, alarm)), ...(isOn ? [alarm] : [])],
        );
        // An answer on its way may be older than this change, and would take it back. A first one is not asked for anew unless it is stopped.
        const { queryKey } = alarmsQuery;
        if (client.getQueryState(queryKey)?.fetchStatus === 'fetching')
          void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
      }),
      liveClient.on('authenticated', () => void client.invalidateQueries({ queryKey: alarmsQuery.queryKey })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}
