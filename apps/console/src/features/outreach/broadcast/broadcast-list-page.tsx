import { Anchor, Badge, Button, Group } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { type BroadcastItem, broadcastPage } from '@parley/contract';
import { IconArrowLeft, IconSend2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { formatReportDate, getUserZone } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import { shellWords } from '../../../locales/shell.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from '../shared/broadcast.module.css';
import { broadcastListQuery } from '../shared/broadcast.queries.ts';
import { pickerDelayMs } from '../shared/paged-select.tsx';
import { BroadcastListSearch, noBroadcastListSearch } from './broadcast.search.ts';
import { rangeOf } from './broadcast-days.ts';
import { ListPager } from './list-pager.tsx';
import { broadcastColors } from './status-colors.ts';

/** Broadcast Reports: what was sent, by whom, and how far it is. */
export function BroadcastListPage() {
  const say = useWords(outreachWords.broadcast);
  const navigate = useNavigate();
  const canSeeBlacklist = useCan(['BLACKLIST']);
  const search = BroadcastListSearch.parse(useSearch({ strict: false }));
  const range = rangeOf(search, new Date(), getUserZone());
  const [days, setDays] = useState({ start: range.firstDay, end: range.lastDay });
  const list = useQuery(broadcastListQuery({ name: search.name, fromDate: range.fromDate, toDate: range.toDate, from: search.from }));
  const columns = useBroadcastColumns();
  const { error } = list;
  const failure = error && !isToldAlready(error) ? describeFailure(error).message : '';
  useEffect(() => {
    if (failure) showToast('error', failure);
  }, [failure]);
  const move = (change: Partial<BroadcastListSearch>, replace = false) =>
    void navigate({ to: '/campaigns/broadcast', search: { ...search, from: 0, ...change }, replace });
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
          <Group gap="xs">
            {canSeeBlacklist ? (
              <Button component={Link} to="/campaigns/blacklist" variant="default">
                {shellWords.menu('blacklist')}
              </Button>
            ) : null}
            <Button component={Link} to="/campaigns/broadcast/create" leftSection={<IconSend2 size={16} aria-hidden />}>
              {say('sendTemplate')}
            </Button>
          </Group>
        }
      />
      <form
        className={classes.filters}
        onSubmit={(event) => {
          event.preventDefault();
          move({ start: days.start, end: days.end });
        }}
      >
        <SearchBox
          aria-label={say('search')}
          placeholder={say('search')}
          maxLength={120}
          delayMs={pickerDelayMs}
          value={search.name}
          onSearch={(name) => move({ name }, true)}
        />
        <DatePickerInput
          label={say('startDate')}
          valueFormat="D MMM YYYY"
          maxDate={days.end}
          value={days.start}
          onChange={(start) => setDays((old) => ({ ...old, start: start ?? old.start }))}
        />
        <DatePickerInput
          label={say('endDate')}
          valueFormat="D MMM YYYY"
          minDate={days.start}
          maxDate={range.today}
          value={days.end}
          onChange={(end) => setDays((old) => ({ ...old, end: end ?? old.end }))}
        />
        <Button type="submit" variant="default">
          {say('submit')}
        </Button>
      </form>
      <div className={classes.linkRows}>
        <DataTable
          label={say('reports')}
          columns={columns}
          rows={rows}
          getRowId={({ id }) => id}
          getRowName={({ name }) => name}
          error={error}
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
          onChange={(from) => move({ ...noBroadcastListSearch, ...search, from })}
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
      { id: 'createdOn', header: say('createdOn'), cell: (row) => formatReportDate(row.createdOn) },
      { id: 'status', header: say('status'), cell: (row) => <Badge color={broadcastColors[row.status]}>{say(row.status)}</Badge> },
    ],
    [say],
  );
}
