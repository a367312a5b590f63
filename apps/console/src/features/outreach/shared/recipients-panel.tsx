import { Badge, Button, Group, Text } from '@mantine/core';
import { type AudienceResult, type ContentPart, endpoints, type RecipientRow, type RunPart, reasonTexts } from '@parley/contract';
import { IconDownload } from '@tabler/icons-react';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { api } from '../../../lib/api.ts';
import { exportList } from '../../../lib/exports.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { statusColor } from '../../messaging/shared/delivery-dialog.tsx';
import { activityKeys } from './campaign.queries.ts';
import type { CountChoice } from './count-tiles.tsx';

const recipientPage = 50;
const livePaceMs = 5000;

/** Filters recipients besides the ledger's status: by result, by opened link, and by content. */
export type RecipientChoice = CountChoice & { result?: AudienceResult | ''; link?: string; content?: ContentPart | '' };

const recipientsQuery = (
  activityId: string,
  run: RunPart,
  { status, reason, result = '', link = '', content = '' }: RecipientChoice,
  isLive: boolean,
) =>
  infiniteQueryOptions({
    queryKey: [...activityKeys.all, 'recipients', activityId, run, { status, reason, result, link, content }, isLive],
    queryFn: ({ pageParam, signal }) =>
      api.activities.recipients(
        { params: { activityId }, query: { after: pageParam, perPage: recipientPage, status, reason, result, link, content, run } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ recipients, more }) => (more ? recipients.at(-1)?.number : undefined),
    refetchInterval: isLive ? livePaceMs : false,
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });

type RecipientsPanelProps = {
  activityId: string;
  /** One of its two messages */
  run?: RunPart;
  choice: RecipientChoice;
  isLive: boolean;
  /** Shows the content that each person got, if there are several */
  hasContents?: boolean;
  /** Offered while a content narrows them */
  onAll?: () => void;
};

/** People of an iteration with what became of each; a figure above narrows them to exactly its rows. */
export function RecipientsPanel({ activityId, run = 'first', choice, isLive, hasContents = false, onAll }: RecipientsPanelProps) {
  const sayContent = useWords(campaignWords.content);
  const say = useWords(campaignWords.report);
  const list = useInfiniteQuery(recipientsQuery(activityId, run, choice, isLive));
  const rows = list.data?.pages.flatMap(({ recipients }) => recipients);
  const columns = useRecipientColumns(hasContents);
  const { content = '' } = choice;
  return (
    <Panel
      title={say(run === 'first' ? 'recipients' : 'fallbackRecipients')}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => void exportList('recipients', `${endpoints.activities.export.path}?run=${run}`, { activityId }).catch(tellFailure)}
        >
          {say('export')}
        </Button>
      }
    >
      {content !== '' && onAll ? (
        <Button variant="default" mb="sm" onClick={onAll}>
          {say('onlyThese', { what: content === 'rest' ? sayContent('rest') : sayContent('ofContent', { letter: content }) })}
        </Button>
      ) : null}
      <DataTable
        label={say(run === 'first' ? 'recipients' : 'fallbackRecipients')}
        columns={columns}
        rows={rows}
        getRowId={({ messageId }) => messageId}
        getRowName={({ to }) => to}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={say('noRecord')} />}
      />
      {list.hasNextPage ? (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {say('moreRows')}
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}

function useRecipientColumns(hasContents: boolean): DataColumn<RecipientRow>[] {
  const say = useWords(campaignWords.report);
  const sayContent = useWords(campaignWords.content);
  const sayStatus = useWords(messagingWords.delivery);
  const sayReason = useWords(messagingWords.reasonTexts);
  return useMemo(
    () => [
      { id: 'to', header: say('to'), isOneLine: true, cell: (row) => <span className="tabular">{row.to}</span> },
      { id: 'name', header: say('person'), cell: (row) => row.name || '–' },
      {
        id: 'status',
        header: say('status'),
        cell: (row) => (
          <>
            <Badge color={statusColor(row.status)}>{sayStatus(row.status as 'SENT')}</Badge>
            {row.reason === '' ? null : (
              <Text size="xs" c="dimmed">
                {row.reason in reasonTexts ? sayReason(row.reason as keyof typeof reasonTexts) : row.reasonText || row.reason}
              </Text>
            )}
          </>
        ),
      },
      ...(hasContents ? [{ id: 'content', header: sayContent('content'), cell: (row: RecipientRow) => row.content || '–' }] : []),
      { id: 'sentOn', header: say('sentOn'), isOneLine: true, cell: (row) => formatReportDate(row.sentOn) },
      { id: 'changedOn', header: say('changedOn'), isOneLine: true, cell: (row) => formatReportDate(row.currentDeliveryStatusTime) },
    ],
    [say, sayContent, sayStatus, sayReason, hasContents],
  );
}
