import { Anchor, Badge, Button, Drawer, Text } from '@mantine/core';
import { type AnalyticsRow, screens } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { StarRating } from '../../../components/star-rating.tsx';
import { formatDay, formatInstant } from '../../../lib/format.ts';
import { type SayOf, useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { useCan } from '../../account/shared/me.ts';
import { rowsQuery } from './analytics.queries.ts';
import { type AnalyticsSearch, noCell } from './analytics.search.ts';
import { showValue, type Unit } from './show-figure.ts';

type Props = { search: AnalyticsSearch; onChange: (part: Partial<AnalyticsSearch>) => void };

/** The chats that a figure counts, as many as it says; those that may be read open in the history. */
export function RowsDrawer({ search, onChange }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const isOpen = search.rows !== '';
  // The list that was open stays drawn while the drawer closes.
  const [drawn, setDrawn] = useState(search);
  useEffect(() => {
    if (isOpen) setDrawn(search);
  }, [isOpen, search]);
  const shown = isOpen ? search : drawn;
  return (
    <Drawer opened={isOpen} onClose={() => onChange(noCell)} position="right" size={980} title={say('rows')}>
      {shown.rows === '' ? null : <Rows search={shown} />}
    </Drawer>
  );
}

function Rows({ search }: { search: AnalyticsSearch }) {
  const say = useWords(chatAnalyticsWords.analytics);
  const list = useInfiniteQuery(rowsQuery(search));
  const first = list.data?.pages[0];
  const mayRead = useCan(screens.chatHistory.permissions);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {first ? say('rowsCount', { count: first.total }) : say('loading')}
        {search.ofDay === '' ? '' : `, ${formatDay(search.ofDay)}`}
      </Text>
      <DataTable
        label={say('rows')}
        columns={columnsOf(say, first?.unit ?? 'chats', mayRead)}
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

const columnsOf = (say: Say, unit: Unit, mayRead: boolean): DataColumn<AnalyticsRow>[] => [
  {
    id: 'started',
    header: say('started'),
    isOneLine: true,
    cell: (row) =>
      row.canRead && mayRead ? (
        <Anchor
          inherit
          renderRoot={(props) => <Link to="/chat/history/$chatId" params={{ chatId: row.chatId }} {...props} />}
          aria-label={say('read', { name: row.customerName, time: formatInstant(row.createdAt, 'instant') })}
        >
          {formatInstant(row.createdAt, 'instant')}
        </Anchor>
      ) : (
        <span className="tabular">{formatInstant(row.createdAt, 'instant')}</span>
      ),
  },
  {
    id: 'customer',
    header: say('customer'),
    cell: (row) => (
      <div>
        <Text size="sm" dir="auto">
          {row.customerName}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {row.chatNumber && `#${row.chatNumber}`}
        </Text>
      </div>
    ),
  },
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
