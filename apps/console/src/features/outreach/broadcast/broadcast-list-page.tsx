import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { type BroadcastItem, broadcastPage } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import { IconArrowLeft, IconSend2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { rangeOf } from '../../../lib/days.ts';
import { formatReportDate, getEnterpriseZone } from '../../../lib/format.ts';
import { useTellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import classes from '../shared/broadcast.module.css';
import { broadcastListQuery } from '../shared/broadcast.queries.ts';
import { pickerDelayMs } from '../shared/paged-select.tsx';
import { BroadcastListSearch } from './broadcast.search.ts';
import { broadcastColors } from './status-colors.ts';

/** Broadcast Reports: what was sent, by whom, and how far it is. */
export function BroadcastListPage() {
  const say = useWords(outreachWords.broadcast);
  const { search, filter } = useAddressState(BroadcastListSearch);
  const range = rangeOf(search, new Date(), getEnterpriseZone());
  const [days, setDays] = useState({ start: range.firstDay, end: range.lastDay });
  const list = useQuery(broadcastListQuery({ name: search.name, fromDate: range.fromDate, toDate: range.toDate, from: search.from }));
  const columns = useBroadcastColumns();
  useTellFailure(list.error);
  const rows = list.data?.broadcastList;

  return (
    <div>
      <Anchor component={Link} to="/campaigns/broadcast/create" size="sm">
        <Group gap={4}>
          <IconArrowLeft size={14} aria-hidden />
          {say('back')}
        </Group>
      </Anchor>
      <PageHeader
        title={say('reports')}
        actions={
          <Button component={Link} to="/campaigns/broadcast/create" leftSection={<IconSend2 size={16} aria-hidden />}>
            {say('sendTemplate')}
          </Button>
        }
      />
      <FilterBar onSubmit={() => filter({ start: days.start, end: days.end })}>
        <SearchBox
          aria-label={say('search')}
          placeholder={say('search')}
          maxLength={120}
          delayMs={pickerDelayMs}
          value={search.name}
          onSearch={(name) => filter({ name }, { isReplacing: true })}
        />
        <DateField
          label={say('startDate')}
          description={getEnterpriseZone()}
          isStrict
          max={days.end}
          value={days.start}
          onChange={(start) => setDays((old) => ({ ...old, start: start || old.start }))}
        />
        <DateField
          label={say('endDate')}
          description={getEnterpriseZone()}
          isStrict
          min={days.start}
          max={range.today}
          value={days.end}
          onChange={(end) => setDays((old) => ({ ...old, end: end || old.end }))}
        />
        <Button type="submit" variant="default">
          {say('submit')}
        </Button>
      </FilterBar>
      <div className={classes.linkRows}>
        <DataTable
          label={say('reports')}
          columns={columns}
          rows={rows}
          getRowId={({ id }) => id}
          getRowName={({ name }) => name}
          error={list.error}
          isFetching={list.isPlaceholderData}
          onRetry={() => void list.refetch()}
          empty={<EmptyState title={say('noRecord')} />}
        />
      </div>
      {rows ? (
        <ListPager
          from={search.from}
          perPage={broadcastPage}
          rowCount={rows.length}
          hasMore={list.data?.more ?? false}
          onChange={(from) => filter({ from })}
        />
      ) : null}
    </div>
  );
}

function useBroadcastColumns(): DataColumn<BroadcastItem>[] {
  const say = useWords(outreachWords.broadcast);
  return useMemo(
    () => [
      {
        id: 'name',
        header: say('templateName'),
        cell: (row) => (
          <Link to="/campaigns/broadcast/$broadcastId" params={{ broadcastId: row.id }} className={classes.rowLink}>
            {row.name}
          </Link>
        ),
      },
      { id: 'user', header: say('initiatedBy'), cell: (row) => row.user.name },
      { id: 'channel', header: say('channel'), cell: (row) => row.channelName || '-' },
      {
        id: 'createdOn',
        header: say('createdOn'),
        isOneLine: true,
        cell: (row) => formatReportDate(row.createdOn),
      },
      {
        id: 'status',
        header: say('status'),
        cell: (row) => (
          <>
            <Badge color={broadcastColors[row.status]}>{say(row.status)}</Badge>
            {row.scheduledFor === '' ? null : (
              <Text size="xs" c="dimmed">
                {say('scheduledFor', { time: formatReportDate(row.scheduledFor) })}
              </Text>
            )}
          </>
        ),
      },
    ],
    [say],
  );
}
