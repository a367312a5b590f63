import { Anchor, Modal, Stack, Tabs } from '@mantine/core';
import { type SiteShow, siteShowSteps } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { ListPager } from '../../../../components/list-pager.tsx';
import { formatReportDate } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { channelWords } from '../../../../locales/channel.ts';
import { PageOf } from './visitors-panel.tsx';
import { showsPage, siteShowsQuery } from './website.queries.ts';
import type { WebsiteSearch } from './website.search.ts';

type Props = {
  channelId: string;
  ruleId: string;
  /** '' while the rules are loaded */
  name: string;
  search: WebsiteSearch;
  onChange: (part: Partial<WebsiteSearch>) => void;
  onClose: () => void;
};

/** The rows of a rule's counts: whom it has spoken to, and what came of it. */
export function ShowsDialog({ channelId, ruleId, name, search: { step, from }, onChange, onClose }: Props) {
  const say = useWords(channelWords.website);
  const list = useQuery(siteShowsQuery(channelId, ruleId, step, from));
  const columns = useMemo<DataColumn<SiteShow>[]>(
    () => [
      { id: 'at', header: say('shownAt'), cell: ({ at }) => formatReportDate(at), isOneLine: true, isHideable: false },
      { id: 'visitor', header: say('visitor'), cell: ({ visitor }) => visitor || say('unknownVisitor') },
      { id: 'page', header: say('page'), cell: ({ pageUrl }) => <PageOf title="" url={pageUrl} /> },
      { id: 'opened', header: say('opened'), cell: ({ openedAt }) => (openedAt ? formatReportDate(openedAt) : ''), isOneLine: true },
      {
        id: 'answered',
        header: say('answered'),
        isOneLine: true,
        cell: ({ answeredAt, chatId }) => {
          const at = answeredAt ? formatReportDate(answeredAt) : '';
          return chatId ? (
            <Anchor component={Link} to={'/chat/conversation' as never} search={{ chatId } as never} size="sm">
              {at}
            </Anchor>
          ) : (
            at
          );
        },
      },
    ],
    [say],
  );
  return (
    <Modal opened size="xl" onClose={onClose} title={say('rowsOf', { name })}>
      <Stack gap="sm">
        <Tabs value={step} onChange={(next) => next && onChange({ step: next as WebsiteSearch['step'], from: 0 })}>
          <Tabs.List aria-label={say('steps')}>
            {siteShowSteps.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {say(one)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <DataTable
          label={say('rowsOf', { name })}
          columns={columns}
          rows={list.data?.shows}
          getRowId={({ id }) => id}
          error={list.error}
          isFetching={list.isFetching}
          onRetry={() => void list.refetch()}
        />
        <ListPager
          from={from}
          perPage={showsPage}
          rowCount={list.data?.shows.length ?? 0}
          hasMore={list.data?.more ?? false}
          isFetching={list.isFetching}
          onChange={(next) => onChange({ from: next })}
        />
      </Stack>
    </Modal>
  );
}
