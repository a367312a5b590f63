import { Badge, Button, Group, Text } from '@mantine/core';
import { chatStates, type HistoryChat, type MovedChat } from '@parley/contract';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StarRating } from '../../../components/star-rating.tsx';
import { formatInstant, getEnterpriseZone } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { chatHistoryWords, type HistorySay } from '../../../locales/chat-history.ts';
import { moveWords } from '../../../locales/move.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import { historyQuery, movedOf, rowsOf } from '../shared/history.queries.ts';
import { HistorySearch, noHistorySearch } from '../shared/history.search.ts';
import { showSeconds } from '../shared/show-seconds.ts';
import classes from './history.module.css';
import { HistoryFilters } from './history-filters.tsx';

/** Ended chats with their filters (screens 2.7); the one that is open lies above them. */
export function HistoryPage() {
  const say = useWords(chatHistoryWords.history);
  const { search, change } = useAddressState(HistorySearch);
  const list = useInfiniteQuery(historyQuery(search));
  const rows = withMoved(rowsOf(list.data?.pages), movedOf(list.data?.pages), search.text !== '');
  const lookedTo = list.data?.pages.at(-1)?.lookedTo ?? null;
  const isFiltered = Object.entries(search).some(([name, value]) => value !== noHistorySearch[name as keyof HistorySearch]);
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })} />
      <HistoryFilters search={search} onChange={change} />
      <DataTable
        label={say('title')}
        columns={columnsOf(say, search)}
        rows={lookedTo !== null && rows?.length === 0 ? undefined : rows}
        getRowId={(row) => (isMoved(row) ? row.id : row.chatId)}
        getRowName={({ customerName }) => customerName}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={isFiltered}
        onClearFilters={() => change(noHistorySearch)}
        empty={<EmptyState icon={IconHistory} title={say('empty')} text={say('emptyText')} />}
        withColumnsMenu
      />
      {list.hasNextPage ? (
        <Group mt="sm" gap="sm">
          {lookedTo === null ? null : (
            <Text size="sm" role="status">
              {say('lookedTo', { time: formatInstant(lookedTo, 'day') })}
            </Text>
          )}
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {say(lookedTo === null ? 'more' : 'lookFurther')}
          </Button>
        </Group>
      ) : null}
      <Outlet />
    </div>
  );
}

type Row = HistoryChat | MovedChat;
const isMoved = (row: Row): row is MovedChat => 'source' in row;
const startOf = (row: Row): string => (isMoved(row) ? row.startedOn : row.createdAt);

/** Both kinds in one list by their time; what a search has found stands as it was found. */
function withMoved(chats: HistoryChat[] | undefined, moved: MovedChat[], isSearch: boolean): Row[] | undefined {
  if (!chats || moved.length === 0) return chats;
  const rows = [...chats, ...moved];
  return isSearch ? rows : rows.toSorted((one, other) => startOf(other).localeCompare(startOf(one)));
}

const columnsOf = (say: HistorySay, search: HistorySearch): DataColumn<Row>[] => [
  {
    id: 'started',
    header: say('started'),
    isHideable: false,
    isOneLine: true,
    cell: (row) =>
      isMoved(row) ? (
        <Link
          to="/chat/history/moved/$movedId"
          params={{ movedId: row.id }}
          search={search as never}
          className={`${classes.open} tabular`}
          aria-label={say('open', { name: row.customerName, time: formatInstant(row.startedOn, 'instant') })}
        >
          {formatInstant(row.startedOn, 'instant')}
        </Link>
      ) : (
        <Link
          to="/chat/history/$chatId"
          params={{ chatId: row.chatId }}
          search={search as never}
          className={`${classes.open} tabular`}
          aria-label={say('open', { name: row.customerName, time: formatInstant(row.createdAt, 'instant') })}
        >
          {formatInstant(row.createdAt, 'instant')}
        </Link>
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
          {(isMoved(row) ? [`#${row.number}`, row.address] : [row.chatNumber && `#${row.chatNumber}`, row.customerNumber])
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
    ),
  },
  {
    id: 'channel',
    header: say('channel'),
    cell: (row) => (
      <div>
        <Text size="sm">{row.channelName}</Text>
        <Text size="xs" c="dimmed">
          {isMoved(row) ? moveWords.source(row.source) : channelTypeName(row.channelType)}
        </Text>
      </div>
    ),
  },
  { id: 'department', header: say('department'), cell: (row) => row.departmentName || '–' },
  { id: 'agents', header: say('agents'), cell: (row) => (isMoved(row) ? row.agents : row.users.map(({ name }) => name)).join(', ') || '–' },
  { id: 'wait', header: say('wait'), align: 'end', isOneLine: true, cell: (row) => lengthOf(isMoved(row) ? null : row.waitSeconds) },
  {
    id: 'duration',
    header: say('duration'),
    align: 'end',
    isOneLine: true,
    cell: (row) => lengthOf(isMoved(row) ? null : row.durationSeconds),
  },
  {
    id: 'state',
    header: say('state'),
    cell: (row) =>
      isMoved(row) ? (
        <Badge variant="outline" color="grape">
          {moveWords.moved('badge', { source: moveWords.source(row.source) })}
        </Badge>
      ) : (
        <Group gap={4}>
          <Badge variant="light" color={row.state === chatStates.missed ? 'orange' : 'gray'}>
            {say(row.state === chatStates.missed ? 'state_4' : 'state_3')}
          </Badge>
          {row.removed ? (
            <Badge variant="outline" color="gray">
              {say(`removed_${row.removed}`)}
            </Badge>
          ) : null}
        </Group>
      ),
  },
  {
    id: 'label',
    header: say('label'),
    cell: (row) => (isMoved(row) ? row.labels.join(', ') : row.labels.map(({ name }) => name).join(', ') || row.tag) || '–',
  },
  { id: 'rating', header: say('rating'), cell: (row) => (isMoved(row) || row.rating === null ? '–' : <StarRating value={row.rating} />) },
];

const lengthOf = (seconds: number | null) => <span className="tabular">{showSeconds(seconds)}</span>;
