import { Text } from '@mantine/core';
import type { SiteVisitor } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { formatReportDate } from '../../../../lib/format.ts';
import { liveClient } from '../../../../lib/live.ts';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { siteVisitorsQuery } from './website.queries.ts';

const watchAgainMs = 20_000; // the server forgets a watch after 30 s
const lookAgainMs = 4_000; // each look asks all processes, and each of them tells of changes once a second

/** Visitors who are on the website now; the list follows while it is looked at. */
export function VisitorsPanel({ channelId }: { channelId: string }) {
  const say = useWords(channelWords.website);
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(siteVisitorsQuery(channelId));
  useEffect(() => {
    const watch = () => void liveClient.request('watchSite', { channelId }).catch(() => {});
    let lookedAt = 0;
    let look: ReturnType<typeof setTimeout> | undefined;
    const stopEvents = liveClient.onEvent((event) => {
      if (event.type !== 'siteChanged' || event.data.channelId !== channelId || look) return;
      look = setTimeout(
        () => {
          look = undefined;
          lookedAt = Date.now();
          void client.invalidateQueries({ queryKey: siteVisitorsQuery(channelId).queryKey });
        },
        Math.max(0, lookedAt + lookAgainMs - Date.now()),
      );
    });
    const stopState = liveClient.onState(({ kind }) => kind === 'open' && watch());
    watch();
    const timer = setInterval(watch, watchAgainMs);
    return () => {
      clearInterval(timer);
      clearTimeout(look);
      stopState();
      stopEvents();
      void liveClient.request('watchSite', { channelId: null }).catch(() => {});
    };
  }, [client, channelId]);
  const columns = useMemo<DataColumn<SiteVisitor>[]>(
    () => [
      { id: 'visitor', header: say('visitor'), cell: ({ name }) => name || say('unknownVisitor'), isHideable: false },
      { id: 'page', header: say('page'), cell: ({ pageTitle, pageUrl }) => <PageOf title={pageTitle} url={pageUrl} /> },
      { id: 'since', header: say('since'), cell: ({ since }) => formatReportDate(since), isOneLine: true },
      { id: 'visits', header: say('visits'), cell: ({ visits }) => (visits > 0 ? visits : ''), align: 'end', isOneLine: true },
    ],
    [say],
  );
  return (
    <Panel title={say('now')} text={data ? say('nowCount', { count: data.count }) : say('nowHint')}>
      <DataTable
        label={say('now')}
        columns={columns}
        rows={data?.visitors}
        getRowId={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={say('nobody')} text={say('nobodyText')} />}
      />
    </Panel>
  );
}

export function PageOf({ title, url }: { title: string; url: string }) {
  return (
    <Text size="sm" component="span" title={url} style={{ overflowWrap: 'anywhere' }}>
      {title || url}
    </Text>
  );
}
