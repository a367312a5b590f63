import { Badge, Button, Text } from '@mantine/core';
import type { AnalyticsRow, AnalyticsRows } from '@parley/contract';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { StarRating } from '../../../../components/star-rating.tsx';
import { type SayOf, useWords } from '../../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../../locales/chat-analytics.ts';
import { useChatColumns } from './chat-columns.tsx';
import { showValue, type Unit } from './show-figure.ts';

type Props = { list: UseInfiniteQueryResult<InfiniteData<AnalyticsRows>>; of?: string };

/** The chats behind a figure, with how many they are; those that may be read open in the history. @param of what the figure is narrowed to */
export function ChatRows({ list, of = '' }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const first = list.data?.pages[0];
  const chat = useChatColumns<AnalyticsRow>();
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {first ? say('rowsCount', { count: first.total }) : say('loading')}
        {of === '' ? '' : `, ${of}`}
      </Text>
      <DataTable
        label={say('rows')}
        columns={[...chat, ...columnsOf(say, first?.unit ?? 'chats')]}
        rows={rows}
        getRowId={({ chatId, spell }) => `${chatId} ${spell}`}
        getRowName={({ customerName }) => customerName}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={say('noRecord')} />}
      />
      {list.hasNextPage ? (
        <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('more')}
        </Button>
      ) : null}
    </>
  );
}

type Say = SayOf<typeof chatAnalyticsWords.analytics>;

const columnsOf = (say: Say, unit: Unit): DataColumn<AnalyticsRow>[] => [
  ...(unit === 'ms'
    ? [
        {
          id: 'value',
          header: say('value'),
          align: 'end',
          isOneLine: true,
          cell: (row: AnalyticsRow) => showValue('ms', row.value),
        } as const,
      ]
    : []),
  { id: 'agents', header: say('agents'), cell: (row) => row.agents.join(', ') || '–' },
  { id: 'department', header: say('department'), cell: (row) => row.departmentName || '–' },
  { id: 'channel', header: say('channel'), cell: (row) => row.channelName },
  { id: 'wait', header: say('column_wait'), align: 'end', isOneLine: true, cell: (row) => showValue('ms', row.waitMs) },
  { id: 'handling', header: say('column_handling'), align: 'end', isOneLine: true, cell: (row) => showValue('ms', row.handlingMs) },
  {
    id: 'state',
    header: say('state'),
    isOneLine: true,
    cell: (row) => (
      <Badge variant="light" miw="max-content" color={row.isMissed ? 'orange' : 'gray'}>
        {say(row.isMissed ? 'state_missed' : row.endedAt === null ? 'state_open' : 'state_closed')}
      </Badge>
    ),
  },
  {
    id: 'rating',
    header: say('column_rating'),
    isOneLine: true,
    cell: (row) => (row.rating === null ? '–' : <StarRating value={row.rating} />),
  },
];
